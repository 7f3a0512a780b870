/** Answers of nodes, read as far as they are used; anything else is no answer. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { fromBase64 } from './base64.js'

/** Asks the nodes of one network. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined // every field is checked where it is read

/** Reads say where they stand and what they found there. */
export const valueOf = (answer: unknown): unknown => fieldsOf(answer)?.value

export function slotOf(answer: unknown, method: string): number {
  return Number(amountOf(fieldsOf(fieldsOf(answer)?.context)?.slot, method))
}

export function amountOf(value: unknown, method: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'bigint' && value >= 0n) return value
  throw new LatchkeyError('rpc.failed', { method, reason: 'the answer is no number' })
}

export interface ChainAccount {
  readonly lamports: bigint
  /** The program it belongs to. */
  readonly owner: string
  readonly isProgram: boolean
  readonly data: Uint8Array
}

/** `undefined` for an account that does not exist. */
export function readAccount(value: unknown, method: string): ChainAccount | undefined {
  if (value === null || value === undefined) return undefined
  const { lamports, owner, executable, data } = fieldsOf(value) ?? {}
  const bytes = Array.isArray(data) && typeof data[0] === 'string' ? fromBase64(data[0]) : undefined
  if (!bytes || typeof owner !== 'string') {
    throw new LatchkeyError('rpc.failed', { method, reason: 'the answer is no account' })
  }
  return { lamports: amountOf(lamports, method), owner, isProgram: executable === true, data: bytes }
}

/** In the order they were asked for. */
export async function readAccounts(
  ask: AskNode,
  addresses: readonly string[],
): Promise<readonly (ChainAccount | undefined)[]> {
  const method = 'getMultipleAccounts'
  const found = valueOf(await ask(method, [addresses, { encoding: 'base64', commitment: 'confirmed' }]))
  const list: readonly unknown[] = Array.isArray(found) ? found : []
  return addresses.map((_, i) => readAccount(list[i], method))
}
