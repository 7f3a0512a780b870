/** What the build knows of the files of other languages; see `wordFiles.ts` beside `vite.config.ts`. */
declare module 'virtual:word-files' {
  export interface WordFile {
    readonly code: string
    readonly path: string
    readonly integrity: string
  }

  export const wordFiles: readonly WordFile[]
}
