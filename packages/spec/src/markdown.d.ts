/** Lets a test read SPEC.md as text through the bundler, so that this package needs no types of Node. */
declare module '*.md?raw' {
  const text: string
  export default text
}
