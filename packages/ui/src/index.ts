/** The modal and the buttons of Latchkey. Importing this touches no DOM; `attachModal` does. */

export type { ThemeVariables } from '@latchkey/spec/options'
export { attachModal } from './attachModal.js'
export { defineElements, type LatchkeyElements } from './elements/define.js'
export type { OwnWords } from './languages/wordbook.js'
