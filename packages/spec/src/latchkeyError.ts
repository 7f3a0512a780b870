/** The one class of our errors, and the texts it knows; `errors.ts` and `laterErrors.ts` say which of them may be thrown where. */
import { errorTexts } from './errorTexts.js'
import { fillSlots } from './fillSlots.js'
import type { laterErrorTexts } from './laterErrorTexts.js'

/** Every text there is; a value only in parts. */
type AllTexts = typeof errorTexts & typeof laterErrorTexts

export type ErrorCode = keyof AllTexts

/** Can be thrown anywhere. The others are thrown by what imports `laterErrors.ts`, which brings their texts. */
export type FirstErrorCode = keyof typeof errorTexts

const texts = /* @__PURE__ */ new Map<string, string>(/* @__PURE__ */ Object.entries(errorTexts))

export function addErrorTexts(more: Readonly<Record<string, string>>): void {
  for (const [code, text] of Object.entries(more)) texts.set(code, text)
}

/** A text that was not loaded is a fault that the types prevent; its code still says which one it is. */
const textOf = (code: string): string => texts.get(code) ?? code

/** The slot names of a text: `'after {n} seconds'` gives `'n'`. */
export type Slots<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? Slot | Slots<Rest>
  : never

/** `{n}` is always a count; every other slot is a name or an id. */
type SlotValue<Slot extends string> = Slot extends 'n' ? number : string | number

/** What the text needs, plus anything that helps whoever reads the log. */
export type ContextOf<Text extends string> = {
  readonly [Slot in Slots<Text>]: SlotValue<Slot>
} & { readonly [detail: string]: unknown }

export type ErrorContext<Code extends ErrorCode> = ContextOf<AllTexts[Code]>

export type NeedsContext<Code extends ErrorCode> = [Slots<AllTexts[Code]>] extends [never] ? false : true

/** A code without slots may leave its context out; a code with slots may not. */
export type ErrorArguments<Code extends ErrorCode> =
  NeedsContext<Code> extends true
    ? [context: ErrorContext<Code>, options?: { cause?: unknown }]
    : [context?: ErrorContext<Code>, options?: { cause?: unknown }]

export class LatchkeyError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LatchkeyError'
  readonly code: Code
  readonly context: ErrorContext<Code>

  constructor(code: Code, ...[context, options]: ErrorArguments<Code>) {
    // Absent only for codes without slots, whose context has no required key.
    const given = (context ?? {}) as ErrorContext<Code>
    super(fillSlots(textOf(code), given), options)
    this.code = code
    this.context = given
  }
}

/** The text of a code with its slots filled, for places that show it without throwing. */
export function anyErrorText<Code extends ErrorCode>(
  code: Code,
  ...[context]: NeedsContext<Code> extends true ? [ErrorContext<Code>] : [ErrorContext<Code>?]
): string {
  return fillSlots(textOf(code), context ?? {})
}
