/** What `scripts/css-sheet.mjs` makes of a style sheet: hashed class names and the text to adopt. */
declare module '*.sheet.css' {
  export const css: string
  const classes: Readonly<Record<string, string>>
  export default classes
}
