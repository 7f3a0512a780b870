/** The bytes that a wallet signs for a transaction, put together by hand as the network does (SCALE). */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { PolkadotPayload } from './payload.js'

/** What an extension adds: in the transaction itself, and behind it, signed and not sent. */
export interface ExtensionParts {
  readonly sent?: Uint8Array
  readonly silent?: Uint8Array
}

/** By the name of the extension. */
export type SignedExtensions = Readonly<
  Record<string, (payload: PolkadotPayload) => ExtensionParts | undefined>
>

/** Those whose form is the same everywhere. */
const known: SignedExtensions = {
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

/** What the app says of an extension, then what is known of it. */
function partsOf(name: string, payload: PolkadotPayload, own: SignedExtensions): ExtensionParts | undefined {
  const told = Object.hasOwn(own, name) ? own[name]?.(payload) : undefined
  return told ?? (Object.hasOwn(known, name) ? known[name]?.(payload) : undefined)
}

/** The first extension whose form nobody knows: what a wallet signs for it cannot be told. */
export const unknownExtension = (payload: PolkadotPayload, own: SignedExtensions): string | undefined =>
  payload.signedExtensions.find((name) => partsOf(name, payload, own) === undefined)

/** What is sent with the call, and what is only signed; `undefined` where an extension is not known. */
function extensionBytes(
  payload: PolkadotPayload,
  own: SignedExtensions,
): Readonly<Record<keyof ExtensionParts, Uint8Array>> | undefined {
  const parts = payload.signedExtensions.map((name) => partsOf(name, payload, own))
  if (!parts.every((part) => part !== undefined)) return undefined
  return {
    sent: concatBytes(...parts.map(({ sent = none }) => sent)),
    silent: concatBytes(...parts.map(({ silent = none }) => silent)),
  }
}

/** Longer ones are signed by their digest. */
const longest = 256

/** `undefined` where the network has an extension that is not known here. */
export function signedBytes(payload: PolkadotPayload, own: SignedExtensions = {}): Uint8Array | undefined {
  const parts = extensionBytes(payload, own)
  if (!parts) return undefined
  const bytes = concatBytes(raw(payload.method), parts.sent, parts.silent)
  return bytes.length > longest ? blake2b(bytes, { dkLen: 32 }) : bytes
}

/** The fourth form of transactions, signed: the one that networks take today. */
const version = 4
const isSigned = 0x80

export interface WholeInput {
  readonly payload: PolkadotPayload
  readonly account: Uint8Array
  /** With or without the byte that says which kind of key signed. */
  readonly signature: Uint8Array
  readonly own: SignedExtensions
}

/** The transaction as it would be sent, in every way that networks write an account and a kind of key. */
export function wholeTransactions({ payload, account, signature, own }: WholeInput): readonly Uint8Array[] {
  const parts = extensionBytes(payload, own)
  if (!parts || payload.version !== version) return []
  const accounts = [Uint8Array.of(0), none, Uint8Array.of(0xff)].map((mark) => concatBytes(mark, account))
  const signatures = [none, ...[0, 1, 2].map((kind) => Uint8Array.of(kind))].map((mark) =>
    concatBytes(mark, signature),
  )
  return accounts.flatMap((who) =>
    signatures.map((signed) => {
      const body = concatBytes(
        Uint8Array.of(isSigned | version),
        who,
        signed,
        parts.sent,
        raw(payload.method),
      )
      return concatBytes(compact(BigInt(body.length)), body)
    }),
  )
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
