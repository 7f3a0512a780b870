/** What the test bundler adds: files read as text. Only tests use it, so this package needs no types of Node. */
declare module '*.md?raw' {
  const text: string
  export default text
}

interface ImportMeta {
  readonly glob: (
    pattern: readonly string[],
    options: { readonly query: '?raw'; readonly import: 'default'; readonly eager: true },
  ) => Readonly<Record<string, string>>
}
