/** A transaction as polkadot wallets take it: its parts in hexadecimal, signed for one network and one account. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ProviderError } from '../eip155/provider.js'
import { isSameAccount, type PolkadotAccount } from './accounts.js'
import { expectSigner, readSignature, type SignerInput } from './checkSigner.js'
import { type SignedExtensions, signedBytes, unknownExtension, wholeTransactions } from './payloadBytes.js'
import { isGenesisOf } from './prefixes.js'
import { decodeSs58 } from './ss58.js'

/** What libraries of this family build; `address` may be left out, it is the account that is shown. */
export interface PolkadotPayload {
  readonly address?: string
  readonly method: string
  readonly era: string
  readonly nonce: string
  readonly tip: string
  readonly specVersion: string
  readonly transactionVersion: string
  readonly genesisHash: string
  readonly blockHash: string
  readonly blockNumber?: string
  readonly signedExtensions: readonly string[]
  readonly version: number
  readonly assetId?: string | number | object | undefined
  /** 1 where the digest of the network's metadata is signed with it (RFC-78). */
  readonly mode?: number
  readonly metadataHash?: string | null | undefined
  /** Lets the wallet answer with the whole transaction, which must be this one. */
  readonly withSignedTransaction?: boolean
}

export interface PolkadotSigned {
  /** Hexadecimal, with the byte in front that says which kind of key signed where the wallet wrote it. */
  readonly signature: `0x${string}`
  /** The whole transaction, from wallets that were allowed to put it together. */
  readonly signedTransaction?: `0x${string}`
}

/** Must be there, and hexadecimal. */
const hexFields = [
  'method',
  'era',
  'nonce',
  'tip',
  'specVersion',
  'transactionVersion',
  'genesisHash',
  'blockHash',
] as const satisfies readonly (keyof PolkadotPayload)[]

const fields: readonly string[] = [
  ...hexFields,
  'address',
  'blockNumber',
  'signedExtensions',
  'version',
  'assetId',
  'mode',
  'metadataHash',
  'withSignedTransaction',
]

/** Digits of a large call are some megabytes; nobody signs more. */
const longest = 8_000_000

export interface ReadPayloadInput {
  readonly wallet: string
  readonly account: PolkadotAccount
  readonly networks: readonly Network[]
  readonly networkId: NetworkId | undefined
  readonly extensions: SignedExtensions
}

/** Refuses what is for another account or network, what has a field that nobody reads, and what could not be checked. */
export function readPayload(given: object, input: ReadPayloadInput): PolkadotPayload & { address: string } {
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || fields.includes(field)) continue
    throw new LatchkeyError('transaction.field-unknown', { field })
  }
  const payload = given as PolkadotPayload // every field is checked below
  for (const field of hexFields) {
    const value: unknown = payload[field]
    const isHex = typeof value === 'string' && value.length <= longest && /^0x([0-9a-f]{2})*$/i.test(value)
    if (!isHex) throw unreadable(`${field} is no hexadecimal text`)
  }
  const extensions: unknown = payload.signedExtensions
  if (!Array.isArray(extensions) || !extensions.every((each) => typeof each === 'string')) {
    throw unreadable('signedExtensions is no list of names')
  }
  checkAccount(payload, input)
  checkNetwork(payload, input)
  const extension = unknownExtension(payload, input.extensions)
  if (extension !== undefined) throw new LatchkeyError('transaction.extension-unknown', { extension })
  // The wallet knows its account by its own spelling.
  return { ...payload, address: input.account.spelled }
}

const unreadable = (reason: string) => new LatchkeyError('transaction.unreadable', { reason })

function checkAccount({ address }: PolkadotPayload, { wallet, account }: ReadPayloadInput): void {
  if (address === undefined) return
  const read = decodeSs58(address)
  if (typeof read === 'object' && isSameAccount(read.account, account.id)) return
  throw new LatchkeyError('connection.account-changed', { wallet, address })
}

function checkNetwork(
  { genesisHash }: PolkadotPayload,
  { wallet, networkId, networks }: ReadPayloadInput,
): void {
  if (networkId === undefined || isGenesisOf(networkId, genesisHash)) return
  const meant = networks.find(({ caipNetworkId }) => isGenesisOf(caipNetworkId, genesisHash))
  const expected = meant?.caipNetworkId ?? genesisHash
  throw new LatchkeyError('network.mismatch', { expected, actual: networkId, wallet })
}

/** The signature, if it is the one of the account over this transaction, and the whole of it where the wallet gave that. */
export async function checkPayload({
  payload,
  extensions,
  ...input
}: SignerInput & {
  readonly payload: PolkadotPayload
  readonly extensions: SignedExtensions
}): Promise<PolkadotSigned> {
  const { answer, wallet, account } = input
  const signature = readSignature(answer)
  const signedTransaction = readTransaction(answer)
  if (signedTransaction && !payload.withSignedTransaction) {
    throw new ProviderError({ code: -32603, message: 'The wallet signed another transaction' }, answer)
  }
  if (signedTransaction) {
    const whole = wholeTransactions({ payload, account: account.id, signature, own: extensions })
    if (!whole.some((bytes) => `0x${bytesToHex(bytes)}` === signedTransaction.toLowerCase())) {
      const reason = 'what it put together is not what it was given'
      throw new LatchkeyError('transaction.altered', { wallet, reason })
    }
  }
  const text = signedBytes(payload, extensions)
  // There is one: what has none was not shown to the wallet.
  await expectSigner(input, signature, text ? [text] : [])
  return { signature: `0x${bytesToHex(signature)}`, ...(signedTransaction && { signedTransaction }) }
}

function readTransaction(answer: unknown): `0x${string}` | undefined {
  const given =
    answer instanceof Object && 'signedTransaction' in answer ? answer.signedTransaction : undefined
  const text = given instanceof Uint8Array ? `0x${bytesToHex(given)}` : given
  // Its form is checked by the pattern.
  return typeof text === 'string' && /^0x([0-9a-f]{2})+$/i.test(text) ? (text as `0x${string}`) : undefined
}
