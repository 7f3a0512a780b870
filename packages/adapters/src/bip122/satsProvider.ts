/** sats-connect as far as finding and connecting a wallet goes; the rest comes with the session. */

export interface SatsProvider {
  request(method: string, params?: unknown): unknown
  /** Answers with what ends it. */
  addListener?(listener: { readonly eventName: string; readonly cb: (event: unknown) => void }): unknown
}

export const isSatsProvider = (value: unknown): value is SatsProvider =>
  value instanceof Object && 'request' in value && typeof value.request === 'function'
