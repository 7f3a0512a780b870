/** What apps may ask on Polkadot: messages, and transactions to sign. */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { sign } from '@scure/sr25519'
import * as v from 'valibot'
import { invalid, unauthorized } from '../asks/context.js'
import { exactAmount } from '../words/amount.js'
import { type OtherAccount, ownAccount } from './accounts.js'
import type { OtherContext, OtherReader } from './request.js'

const messageParams = v.object({ address: v.string(), message: v.pipe(v.string(), v.maxLength(65_536)) })
const hexText = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^0x(?:[0-9a-f]{2})*$/i))
const quantity = v.pipe(v.string(), v.maxLength(66), v.regex(/^0x[0-9a-f]*$/i))
const payloadShape = v.object({
  address: v.string(),
  blockHash: hexText(66),
  era: hexText(10),
  genesisHash: hexText(66),
  method: hexText(200_000),
  nonce: quantity,
  specVersion: quantity,
  tip: quantity,
  transactionVersion: quantity,
  signedExtensions: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(40)),
  mode: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1)))),
  metadataHash: v.optional(v.nullable(hexText(66))),
  assetId: v.optional(v.unknown()),
})
type Payload = v.InferOutput<typeof payloadShape>
const transactionParams = v.object({ address: v.string(), transactionPayload: payloadShape })

export const polkadotMethods: Readonly<Record<string, OtherReader>> = {
  polkadot_signMessage(params, context) {
    const read = v.safeParse(messageParams, params)
    if (!read.success) return invalid('the message')
    const account = shown(read.output.address, context)
    if (!account) return unauthorized
    const { message } = read.output
    return {
      kind: 'other',
      title: 'Sign this message?',
      account: account.address,
      text: message,
      facts: [],
      cautions: [],
      isSent: false,
      perform: async () => {
        const bytes = /^0x(?:[0-9a-f]{2})+$/i.test(message)
          ? hex.decode(message.slice(2).toLowerCase())
          : utf8ToBytes(message)
        // Between marks, so that no text can be a transaction.
        const text = concatBytes(utf8ToBytes('<Bytes>'), bytes, utf8ToBytes('</Bytes>'))
        const signature = `0x${hex.encode(sign(account.privateKey, text))}`
        return { result: { signature }, proof: signature }
      },
    }
  },
  polkadot_signTransaction(params, context) {
    const read = v.safeParse(transactionParams, params)
    if (!read.success) return invalid('the transaction')
    const account = shown(read.output.address, context)
    if (!account) return unauthorized
    const { network } = context
    const payload = read.output.transactionPayload
    if (payload.genesisHash.slice(2, 34).toLowerCase() !== network.id.slice('polkadot:'.length))
      return invalid('the transaction is for another network')
    const bytes = signedBytes(payload)
    if (!bytes) return invalid('the transaction has a part that this wallet cannot sign')
    return {
      kind: 'other',
      title: 'Sign this transaction?',
      account: account.address,
      what: 'A call of the network',
      facts: [
        { label: 'Pallet and call', value: callOf(payload.method) },
        { label: 'Number', value: numberOf(payload.nonce).toString() },
        { label: 'Tip', value: exactAmount(numberOf(payload.tip), network.decimals, network.symbol) },
        { label: 'Runtime', value: numberOf(payload.specVersion).toString() },
      ],
      cautions: ['This wallet has no metadata of the network, so it cannot read what the call does.'],
      isSent: false,
      data: payload.method,
      perform: async () => {
        // The first byte says which kind of key signed.
        const signature = `0x01${hex.encode(sign(account.privateKey, bytes))}`
        return { result: { signature }, proof: signature }
      },
    }
  },
}

function shown(address: string, { network, accounts }: OtherContext): OtherAccount | undefined {
  return accounts.includes(address) ? ownAccount(network, address) : undefined
}

const raw = (text: string) => hex.decode(text.slice(2).toLowerCase())
const numberOf = (text: string) => (text === '0x' ? 0n : BigInt(text))
const callOf = (method: string) => {
  const [pallet, call] = raw(method)
  return pallet === undefined || call === undefined ? 'none' : `${pallet}, ${call}`
}

function little(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}

/** SCALE: the two lowest bits say how long the number is. */
function compact(value: bigint): Uint8Array {
  if (value < 64n) return little(value << 2n, 1)
  if (value < 16_384n) return little((value << 2n) | 1n, 2)
  if (value < 1_073_741_824n) return little((value << 2n) | 2n, 4)
  let length = 4
  while (value >> BigInt(8 * length)) length++
  return concatBytes(little(BigInt(((length - 4) << 2) | 3), 1), little(value, length))
}

const nothing = new Uint8Array()

/** What an extension adds: in the transaction, and behind it. */
const extensions: Readonly<
  Record<string, (payload: Payload) => readonly [Uint8Array, Uint8Array] | undefined>
> = {
  CheckNonZeroSender: () => [nothing, nothing],
  CheckWeight: () => [nothing, nothing],
  WeightReclaim: () => [nothing, nothing],
  StorageWeightReclaim: () => [nothing, nothing],
  PrevalidateAttests: () => [nothing, nothing],
  AuthorizeCall: () => [nothing, nothing],
  CheckSpecVersion: ({ specVersion }) => [nothing, little(numberOf(specVersion), 4)],
  CheckTxVersion: ({ transactionVersion }) => [nothing, little(numberOf(transactionVersion), 4)],
  CheckGenesis: ({ genesisHash }) => [nothing, raw(genesisHash)],
  CheckMortality: ({ era, blockHash }) => [raw(era), raw(blockHash)],
  CheckEra: ({ era, blockHash }) => [raw(era), raw(blockHash)],
  CheckNonce: ({ nonce }) => [compact(numberOf(nonce)), nothing],
  ChargeTransactionPayment: ({ tip }) => [compact(numberOf(tip)), nothing],
  ChargeAssetTxPayment: ({ tip, assetId }) =>
    assetId === undefined || assetId === null
      ? [concatBytes(compact(numberOf(tip)), Uint8Array.of(0)), nothing]
      : undefined,
  CheckMetadataHash: ({ mode, metadataHash }) => [
    Uint8Array.of(mode ?? 0),
    metadataHash ? concatBytes(Uint8Array.of(1), raw(metadataHash)) : Uint8Array.of(0),
  ],
}

const longest = 256

/** Undefined where the network has an extension whose form is not known here. */
function signedBytes(payload: Payload): Uint8Array | undefined {
  const parts = payload.signedExtensions.map((name) =>
    Object.hasOwn(extensions, name) ? extensions[name]?.(payload) : undefined,
  )
  if (!parts.every((part) => part !== undefined)) return undefined
  const bytes = concatBytes(
    raw(payload.method),
    ...parts.map(([sent]) => sent),
    ...parts.map(([, silent]) => silent),
  )
  return bytes.length > longest ? blake2b(bytes, { dkLen: 32 }) : bytes
}
