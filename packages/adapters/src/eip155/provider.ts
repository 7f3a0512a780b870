/** EIP-1193 as wallets really speak it: requests, events, and errors in every shape put into one. */

export interface RequestArguments {
  readonly method: string
  readonly params?: unknown
}

/** What the adapter needs of a wallet's provider. Old ones have no events. */
export interface Eip1193Provider {
  request(request: RequestArguments): Promise<unknown>
  on?(event: string, listener: (...values: never[]) => void): unknown
  removeListener?(event: string, listener: (...values: never[]) => void): unknown
}

/** A wallet's refusal. Wallets throw plain objects and strings too; callers see one shape, with the original kept. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }, cause: unknown) {
    super(message, { cause })
    this.code = code
    this.data = data
  }
}

export function isProvider(value: unknown): value is Eip1193Provider {
  return value instanceof Object && 'request' in value && typeof value.request === 'function'
}

export async function ask(provider: Eip1193Provider, request: RequestArguments): Promise<unknown> {
  try {
    return await provider.request(request)
  } catch (cause) {
    throw providerError(cause)
  }
}

const userRejected = 4001
const rejectionWords = /\b(user|request) (rejected|denied|cancell?ed)\b/i

/** The innermost code a wallet gave counts: gateways in between wrap it as an internal error. */
export function providerError(cause: unknown): ProviderError {
  if (cause instanceof ProviderError) return cause
  const message = textOf(cause)
  const code = codeOf(cause)
  if (code === userRejected || rejectionWords.test(message)) {
    return new ProviderError({ code: userRejected, message }, cause)
  }
  return new ProviderError({ code: code ?? -32603, message, data: dataOf(cause) }, cause)
}

function codeOf(cause: unknown): number | undefined {
  const original = dataOf(cause)
  if (original instanceof Object && 'originalError' in original) {
    const inner = ownCode(original.originalError)
    if (inner !== undefined) return inner
  }
  return ownCode(cause)
}

/** Some wallets write their codes as text. */
function ownCode(value: unknown): number | undefined {
  if (!(value instanceof Object) || !('code' in value)) return undefined
  const code = typeof value.code === 'string' ? Number(value.code) : value.code
  return typeof code === 'number' && Number.isInteger(code) ? code : undefined
}

const dataOf = (cause: unknown): unknown =>
  cause instanceof Object && 'data' in cause ? cause.data : undefined

function textOf(cause: unknown): string {
  if (typeof cause === 'string') return cause
  if (cause instanceof Object && 'message' in cause && typeof cause.message === 'string') return cause.message
  return 'The wallet gave no reason'
}

/** The method does not exist in this wallet, in any of the ways wallets say so. */
export function isMethodMissing(cause: unknown): boolean {
  return cause instanceof ProviderError && [-32601, -32004, 4200].includes(cause.code)
}
