/** A line between a lab wallet, which lives in the test, and the pages of a browser driven by Playwright. */
import type { LabRequest } from './labDesk.js'

/** A page or a browser context, as far as it is used; Playwright's own fit. */
export interface BrowserTarget {
  exposeBinding(name: string, callback: (source: object, request: LabRequest) => unknown): Promise<unknown>
  addInitScript(script: { readonly content: string }): Promise<unknown>
  /** Only a context has it. */
  pages?(): readonly BrowserPage[]
  /** Only a page has it. */
  evaluate?: BrowserPage['evaluate']
}

export interface BrowserPage {
  evaluate(script: string): Promise<unknown>
}

/** The wallet's end of the line. */
export interface LabLine {
  readonly uuid: string
  request(request: LabRequest): Promise<unknown>
  /** Hears every event the wallet emits. */
  onEvent(listener: (event: string, value: unknown) => void): () => void
}

/** The page's end of the line, as `window[line]`. What crosses it must be JSON. */
export interface PageLine {
  request(request: LabRequest): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): void
  off(event: string, listener: (value: unknown) => void): void
}

/** Every script that presents a wallet in a page is given the name of its line. */
export interface LineInput {
  readonly line: string
}

/**
 * Puts a wallet into every page from now on: `present` runs in the page, on its own, finds its line under
 * `window[input.line]`, and shows the wallet the way its namespace does. Keys and the line to the chain stay in the
 * test, so a page under `default-src 'self'` needs no exception, and a reload finds the wallet as it was.
 */
export async function installBridge<Input>(
  target: BrowserTarget,
  wallet: LabLine,
  present: (input: Input & LineInput) => void,
  given: Input,
): Promise<void> {
  const line = `latchkeyLab_${wallet.uuid.replaceAll('-', '')}`
  // One script, because the order of several is not promised.
  const content = `${call(openLine, { line })};${call(present, { ...given, line })}`
  await target.exposeBinding(`${line}_ask`, (_source, request) => answer(wallet, request))
  await target.addInitScript({ content })
  const pages = () => target.pages?.() ?? (target.evaluate ? [target as BrowserPage] : []) // a page that evaluates
  // Pages that are open already have missed the script above. One that is just leaving gets it when it comes back.
  await Promise.all(pages().map((page) => page.evaluate(content).catch(() => {})))
  wallet.onEvent((event, value) => {
    const plain = value instanceof Error ? { ...value, message: value.message } : value
    const script = call(emit, { line, event, value: plain })
    for (const page of pages()) page.evaluate(script).catch(() => {})
  })
}

/** A function that needs nothing from around it, as a script. */
const call = <Input>(run: (input: Input) => void, input: Input): string =>
  `(${run.toString()})(${JSON.stringify(input)})`

/** Errors do not cross into the page as they are. */
async function answer(wallet: LabLine, request: LabRequest): Promise<object> {
  try {
    return { result: (await wallet.request(request)) ?? null }
  } catch (cause) {
    const { code, data } = cause as { code?: unknown; data?: unknown } // lab wallets throw errors with a code
    return { error: { code, data, message: cause instanceof Error ? cause.message : String(cause) } }
  }
}

/** Runs in the page, on its own: it may use nothing from this file. */
function openLine({ line }: LineInput): void {
  const page = window as unknown as Record<string, unknown> // the binding and its counterpart live under a made-up name
  const listeners: Record<string, Set<(value: unknown) => void>> = {}
  const ask = page[`${line}_ask`] as (
    request: unknown,
  ) => Promise<{ result?: unknown; error?: { message: string } }>
  const end: PageLine = {
    async request(request) {
      const { result, error } = await ask(request)
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
    on(event, listener) {
      listeners[event] ??= new Set()
      listeners[event].add(listener)
    },
    off(event, listener) {
      listeners[event]?.delete(listener)
    },
  }
  page[line] = end
  page[`${line}_emit`] = (event: string, value: unknown) => {
    for (const listener of [...(listeners[event] ?? [])]) listener(value)
  }
}

/** Runs in the page. */
function emit({ line, event, value }: LineInput & { readonly event: string; readonly value: unknown }): void {
  const page = window as unknown as Record<string, ((event: string, value: unknown) => void) | undefined> // as above
  page[`${line}_emit`]?.(event, value)
}
