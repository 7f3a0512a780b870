/** What an account holds, read from a node without a library: one storage entry, by a key made by hand. */
import {
  type AdapterContext,
  type AdapterHandle,
  createFallback,
  createRpc,
  type NativeBalance,
} from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { decodeSs58 } from './ss58.js'

type BalanceInput = Parameters<NonNullable<AdapterHandle['getBalance']>>[0]

/** `twox_128("System")` and `twox_128("Account")`: the same on every network of this kind. */
const accountMap = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'

/** `blake2_128_concat`: the digest spreads the entries, the account behind it makes the key readable. */
function accountKey(account: Uint8Array): string {
  return `0x${accountMap}${bytesToHex(blake2b(account, { dkLen: 16 }))}${bytesToHex(account)}`
}

export async function getBalance(
  context: AdapterContext,
  { address, network, signal }: BalanceInput,
): Promise<NativeBalance> {
  const { decimals, symbol } = network.nativeCurrency
  const read = decodeSs58(address)
  if (typeof read !== 'object') throw new LatchkeyError('address.invalid', { address, ns: 'polkadot' })
  if (!(await context.isServed(network))) throw new LatchkeyError('balance.unavailable')
  const { clock, fetch } = context
  // Extension wallets and libraries talk to sockets; a node answers the same over HTTP.
  const transports = context.rpcUrls(network).map((url) => createRpc({ url, fetch, clock, batch: false }))
  if (transports.length === 0) throw new LatchkeyError('relay.no-rpc-url')
  const answer = await createFallback({ transports, clock }).request({
    method: 'state_getStorage',
    params: [accountKey(read.account)],
    signal,
  })
  // An account that never held anything has no entry.
  return { value: answer === null ? 0n : readFree(answer), decimals, symbol }
}

/**
 * SCALE: four counters of 4 bytes, then `free`, `reserved`, `frozen` and flags of 16 bytes each, all little-endian. What
 * has another length is another structure, and not guessed at.
 */
const entryLength = 80
const freeAt = 16
const amountLength = 16

export function readFree(entry: unknown): bigint {
  if (typeof entry !== 'string' || !new RegExp(`^0x[0-9a-f]{${entryLength * 2}}$`, 'i').test(entry)) {
    throw new LatchkeyError('balance.unavailable')
  }
  const amount = hexToBytes(entry.slice(2)).slice(freeAt, freeAt + amountLength)
  return BigInt(`0x${bytesToHex(amount.reverse())}`)
}
