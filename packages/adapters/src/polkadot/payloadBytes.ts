/** The bytes that a wallet signs for a transaction, put together by hand as the network does (SCALE). */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { PolkadotPayload } from './payload.js'

/** What an extension adds: in the transaction itself, and behind it, signed and not sent. */
interface Parts {
  readonly sent?: Uint8Array
  readonly silent?: Uint8Array
}

/** Those whose form is the same everywhere. */
const extensions: Readonly<Record<string, (payload: PolkadotPayload) => Parts | undefined>> = {
  CheckNonZeroSender: () => ({}),
  CheckWeight: () => ({}),
  WeightReclaim: () => ({}),
  StorageWeightReclaim: () => ({}),
  PrevalidateAttests: () => ({}),
  AuthorizeCall: () => ({}),
  CheckSpecVersion: ({ specVersion }) => ({ silent: u32(specVersion) }),
  CheckTxVersion: ({ transactionVersion }) => ({ silent: u32(transactionVersion) }),
  CheckGenesis: ({ genesisHash }) => ({ silent: raw(genesisHash) }),
  CheckMortality: ({ era, blockHash }) => ({ sent: raw(era), silent: raw(blockHash) }),
  CheckEra: ({ era, blockHash }) => ({ sent: raw(era), silent: raw(blockHash) }),
  CheckNonce: ({ nonce }) => ({ sent: compact(number(nonce)) }),
  ChargeTransactionPayment: ({ tip }) => ({ sent: compact(number(tip)) }),
  // The form of an asset is the network's own; of none it is known.
  ChargeAssetTxPayment: ({ tip, assetId }) =>
    isNothing(assetId) ? { sent: concatBytes(compact(number(tip)), Uint8Array.of(0)) } : undefined,
  CheckMetadataHash: ({ mode = 0, metadataHash }) => ({
    sent: Uint8Array.of(mode),
    silent: isNothing(metadataHash) ? Uint8Array.of(0) : concatBytes(Uint8Array.of(1), raw(metadataHash)),
  }),
}

/** Longer ones are signed by their digest. */
const longest = 256

/** `undefined` where the network has an extension that is not known here. */
export function signedBytes(payload: PolkadotPayload): Uint8Array | undefined {
  const parts = payload.signedExtensions.map((name) =>
    Object.hasOwn(extensions, name) ? extensions[name]?.(payload) : undefined,
  )
  if (!parts.every((part) => part !== undefined)) return undefined
  const bytes = concatBytes(
    raw(payload.method),
    ...parts.map(({ sent = none }) => sent),
    ...parts.map(({ silent = none }) => silent),
  )
  return bytes.length > longest ? blake2b(bytes, { dkLen: 32 }) : bytes
}

const none = new Uint8Array()
const isNothing = (value: unknown) => value === undefined || value === null || value === ''
const raw = (hex: string) => hexToBytes(hex.slice(2))
/** Numbers of a payload are written with the highest digit first. */
const number = (hex: string) => (hex === '0x' ? 0n : BigInt(hex))

function little(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}

const u32 = (hex: string) => little(number(hex), 4)

/** SCALE: the two lowest bits say how many bytes there are. */
export function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return little(value << 2n, 1)
  if (value < 1n << 14n) return little((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return little((value << 2n) | 2n, 4)
  let length = 4
  while (value >> BigInt(8 * length) > 0n) length += 1
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), little(value, length))
}
