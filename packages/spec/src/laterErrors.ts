/** The error class for code that is loaded on demand, and for servers: every code of the catalogue, with its text. */
import {
  LatchkeyError as AnyLatchkeyError,
  addErrorTexts,
  anyErrorText,
  type ErrorCode,
} from './latchkeyError.js'
import { laterErrorTexts } from './laterErrorTexts.js'

/** Not an effect of the module: whoever uses the class needs the texts, and nobody else pays for them. */
function withLaterTexts<T>(value: T): T {
  addErrorTexts(laterErrorTexts)
  return value
}

export type LatchkeyError<Code extends ErrorCode = ErrorCode> = AnyLatchkeyError<Code>

export const LatchkeyError: typeof AnyLatchkeyError = /* @__PURE__ */ withLaterTexts(AnyLatchkeyError)
export const errorText: typeof anyErrorText = /* @__PURE__ */ withLaterTexts(anyErrorText)
