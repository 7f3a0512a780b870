/** The interface of polkadot extensions, as far as it is used. Everything an extension answers is read as unknown. */

export interface Extension {
  readonly version?: string
  /** Asks the person the first time a page comes; later it answers by itself. */
  enable(origin: string): Promise<unknown>
}

/** What an extension hands a page that it let in. */
export interface Injected {
  readonly accounts: {
    /** With `true` also those whose kind of key the extension does not name. */
    get(anyType?: boolean): Promise<unknown>
    subscribe?(listener: (accounts: unknown) => void): unknown
  }
  readonly signer: {
    signRaw?(request: RawRequest): Promise<unknown>
    signPayload?(payload: object): Promise<unknown>
  }
}

export interface RawRequest {
  readonly address: string
  /** Hexadecimal. */
  readonly data: string
  readonly type: 'bytes'
}

export function isExtension(value: unknown): value is Extension {
  return value instanceof Object && 'enable' in value && typeof value.enable === 'function'
}

export function isInjected(value: unknown): value is Injected {
  if (!(value instanceof Object) || !('accounts' in value) || !('signer' in value)) return false
  const { accounts, signer } = value
  return (
    accounts instanceof Object &&
    'get' in accounts &&
    typeof accounts.get === 'function' &&
    signer instanceof Object
  )
}
