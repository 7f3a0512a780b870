/** UniSat's way into a page as far as finding and connecting a wallet goes; the rest comes with the session. */

export interface UnisatProvider {
  requestAccounts(): Promise<unknown>
  getAccounts(): Promise<unknown>
  signMessage(message: string, type: 'ecdsa' | 'bip322-simple'): Promise<unknown>
  signPsbt(psbt: string, options: object): Promise<unknown>
  getPublicKey?(): Promise<unknown>
  getNetwork?(): Promise<unknown>
  getChain?(): Promise<unknown>
  switchNetwork?(name: string): Promise<unknown>
  switchChain?(name: string): Promise<unknown>
  sendBitcoin?(to: string, satoshi: number, options: { readonly feeRate?: number }): Promise<unknown>
  disconnect?(): Promise<unknown>
  on?(event: string, listener: (value: never) => void): unknown
  removeListener?(event: string, listener: (value: never) => void): unknown
}

export const isUnisatProvider = (value: unknown): value is UnisatProvider =>
  value instanceof Object &&
  ['requestAccounts', 'getAccounts', 'signMessage', 'signPsbt'].every(
    (name) => typeof Reflect.get(value, name) === 'function',
  )
