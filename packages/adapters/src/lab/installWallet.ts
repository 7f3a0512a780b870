/** Lab wallets in a browser driven by Playwright: the wallet lives in the test, as an extension lives outside the page. */
import type { RequestArguments } from '../eip155/provider.js'
import {
  createLabWallet,
  type LabWallet,
  type LabWalletInfo,
  type LabWalletInput,
} from './createLabWallet.js'

/** A page or a browser context, as far as it is used; Playwright's own fit. */
export interface BrowserTarget {
  exposeBinding(
    name: string,
    callback: (source: object, request: RequestArguments) => unknown,
  ): Promise<unknown>
  addInitScript(script: (input: BridgeInput) => void, input: BridgeInput): Promise<unknown>
  /** Only a context has it. */
  pages?(): readonly BrowserPage[]
  /** Only a page has it. */
  evaluate?: BrowserPage['evaluate']
}

export interface BrowserPage {
  evaluate<Input>(run: (input: Input) => void, input: Input): Promise<unknown>
}

export interface InstallOptions {
  /** By EIP-6963 (the default), as `window.ethereum`, or both. */
  readonly by?: 'announcement' | 'injection' | 'both'
  /** More announcements that share the wallet's one provider. */
  readonly alsoAs?: readonly Partial<LabWalletInfo>[]
}

export interface BridgeInput {
  readonly key: string
  readonly infos: readonly LabWalletInfo[]
  readonly isInjected: boolean
}

/**
 * Puts a wallet into every page from now on. Its keys and its line to the chain stay in the test, so a page under
 * `default-src 'self'` needs no exception, and a reload finds the wallet as it was.
 */
export async function installWallet(
  target: BrowserTarget,
  wallet: LabWallet | (LabWalletInput & InstallOptions),
  options: InstallOptions = 'provider' in wallet ? {} : wallet,
): Promise<LabWallet> {
  const lab = 'provider' in wallet ? wallet : await createLabWallet(wallet)
  const { by = 'announcement', alsoAs = [] } = options
  const key = `latchkeyLab_${lab.info.uuid.replaceAll('-', '')}`
  const infos = by === 'injection' ? [] : [lab.info, ...alsoAs.map((info) => ({ ...lab.info, ...info }))]
  const input: BridgeInput = { key, infos, isInjected: by !== 'announcement' }
  await target.exposeBinding(key, (_source, request) => answer(lab, request))
  await target.addInitScript(bridge, input)
  const pages = () => target.pages?.() ?? (target.evaluate ? [target as BrowserPage] : []) // a page that evaluates
  // Pages that are open already have missed the script above. One that is just leaving gets it when it comes back.
  await Promise.all(pages().map((page) => page.evaluate(bridge, input).catch(() => {})))
  lab.onEvent((event, value) => {
    const plain = value instanceof Error ? { ...value, message: value.message } : value
    for (const page of pages()) page.evaluate(emit, { key, event, value: plain }).catch(() => {})
  })
  return lab
}

/** Errors do not cross into the page as they are. */
async function answer({ provider }: LabWallet, request: RequestArguments): Promise<object> {
  try {
    return { result: (await provider.request(request)) ?? null }
  } catch (cause) {
    const { code, data } = cause as { code?: unknown; data?: unknown } // lab wallets throw errors with a code
    return { error: { code, data, message: cause instanceof Error ? cause.message : String(cause) } }
  }
}

/** Runs in the page, on its own: it may use nothing from this file. */
function bridge({ key, infos, isInjected }: BridgeInput): void {
  const page = window as unknown as Record<string, unknown> // the binding and its counterpart live under a made-up name
  const listeners: Record<string, Set<(value: unknown) => void>> = {}
  const ask = page[key] as (request: unknown) => Promise<{ result?: unknown; error?: { message: string } }>
  const provider = {
    async request(request: unknown) {
      const { result, error } = await ask(request)
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners[event] ??= new Set()
      listeners[event].add(listener)
      return provider
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners[event]?.delete(listener)
      return provider
    },
  }
  page[`${key}_emit`] = (event: string, value: unknown) => {
    for (const listener of [...(listeners[event] ?? [])]) listener(value)
  }
  if (isInjected) page['ethereum'] = provider
  const announce = () => {
    for (const info of infos) {
      const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Runs in the page. */
function emit({
  key,
  event,
  value,
}: {
  readonly key: string
  readonly event: string
  readonly value: unknown
}): void {
  const page = window as unknown as Record<string, ((event: string, value: unknown) => void) | undefined> // as above
  page[`${key}_emit`]?.(event, value)
}
