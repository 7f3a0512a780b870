/** What a Solana lab wallet answers once nobody objects: real signatures, and a real node behind it. */
import { base58 } from '../../solana/base58.js'
import { fromBase64, toBase64 } from '../../solana/base64.js'
import { offChainForms } from '../../solana/offChain.js'
import { readTransaction, withSignature } from '../../solana/wire.js'
import { askNode } from '../labChain.js'
import type { LabAnswerOptions, LabRequest } from '../labDesk.js'
import { labErrors } from '../labErrors.js'
import type { WrittenAccount } from './solanaFace.js'
import { type SignInFields, signInText } from './solanaSignIn.js'

export interface SolanaKey extends WrittenAccount {
  readonly privateKey: Uint8Array
}

export interface SolanaLabChain {
  /** As the Wallet Standard calls it: `solana:localnet`. */
  readonly id: string
  /** A real node; only needed where the wallet sends. */
  readonly rpcUrl?: string
}

/** What the methods of a wallet work on. */
export interface SolanaLabState {
  keys: readonly SolanaKey[]
  isAuthorised: boolean
  isLocked: boolean
  readonly chains: readonly SolanaLabChain[]
  readonly stranger: SolanaKey
  /** Signs texts in the envelope of hardware wallets. */
  readonly isHardware: boolean
  readonly fetch: typeof globalThis.fetch
  /** Tells pages that the accounts are others. */
  tell(): void
}

export const sharedKeys = ({ isAuthorised, isLocked, keys }: SolanaLabState): readonly WrittenAccount[] =>
  isAuthorised && !isLocked ? keys.map(({ address, publicKey }) => ({ address, publicKey })) : []

type Params = Readonly<Record<string, unknown>>
type Answer = (state: SolanaLabState, params: Params, options: LabAnswerOptions) => unknown

const methods: Readonly<Record<string, Answer>> = {
  'standard:connect'(state, { silent }) {
    if (silent !== true && !state.isLocked) state.isAuthorised = true
    return { accounts: sharedKeys(state) }
  },
  'standard:disconnect'(state) {
    state.isAuthorised = false
    state.tell()
  },
  async 'solana:signMessage'(state, { address, message }, options) {
    const key = keyOf(state, address)
    const text = bytesOf(message)
    const [envelope = text] = offChainForms(text, key.address)
    const signed = state.isHardware ? envelope : text
    return { signature: toBase64(await sign(state, key, signed, options)), signedMessage: toBase64(signed) }
  },
  async 'solana:signTransaction'(state, { inputs }, options) {
    const transactions = []
    for (const input of listOf(inputs)) transactions.push(toBase64(await signInput(state, input, options)))
    return { transactions }
  },
  async 'solana:signAndSendTransaction'(state, { inputs }, options) {
    const signatures = []
    for (const input of listOf(inputs)) {
      const signed = await signInput(state, input, options)
      await send(state, input, signed)
      signatures.push(toBase64(readTransaction(signed)?.signatures[0] ?? new Uint8Array()))
    }
    return { signatures }
  },
  async 'solana:signIn'(state, fields, options) {
    if (!state.isLocked) state.isAuthorised = true
    const key = keyOf(state, fields.address ?? state.keys[0]?.address)
    const signed = new TextEncoder().encode(signInText(fields as SignInFields, key.address))
    const signature = await sign(state, key, signed, options)
    return { address: key.address, signature: toBase64(signature), signedMessage: toBase64(signed) }
  },
}

export const solanaMethods: readonly string[] = [...Object.keys(methods), 'standard:events']

/** Questions that a person sees. Letting in a page it knows asks nobody. */
export function isSolanaPrompt(state: SolanaLabState, { method, params }: LabRequest): boolean {
  if (method !== 'standard:connect') return method.startsWith('solana:')
  return paramsOf(params).silent !== true && sharedKeys(state).length === 0
}

export async function answerSolana(
  state: SolanaLabState,
  { method, params }: LabRequest,
  options: LabAnswerOptions,
): Promise<unknown> {
  const answer = methods[method]
  if (!answer) throw labErrors.missing(method)
  return answer(state, paramsOf(params), options)
}

const paramsOf = (params: unknown): Params => (params instanceof Object ? (params as Params) : {}) // every field is checked where it is read

const listOf = (value: unknown): readonly Params[] => (Array.isArray(value) ? value.map(paramsOf) : [])

function bytesOf(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' ? fromBase64(value) : undefined
  if (!bytes) throw labErrors.invalid('Bytes are expected')
  return bytes
}

/** The account that was asked for, as long as the page may use it. */
function keyOf(state: SolanaLabState, address: unknown): SolanaKey {
  const key = state.keys.find((each) => each.address === address)
  if (!key || sharedKeys(state).length === 0) throw labErrors.unauthorised()
  return key
}

async function sign(
  { stranger }: SolanaLabState,
  key: SolanaKey,
  bytes: Uint8Array,
  { signsWrongly }: LabAnswerOptions,
): Promise<Uint8Array> {
  const { signAsync } = await import('@noble/ed25519')
  return signAsync(bytes, (signsWrongly ? stranger : key).privateKey)
}

async function signInput(
  state: SolanaLabState,
  { address, transaction, chain }: Params,
  options: LabAnswerOptions,
): Promise<Uint8Array> {
  const key = keyOf(state, address)
  const bytes = bytesOf(transaction)
  if (!state.chains.some(({ id }) => id === chain)) throw labErrors.invalid(`The wallet is not on ${chain}`)
  const message = readTransaction(bytes)?.message
  const signed = message && withSignature(bytes, key.address, await sign(state, key, message, options))
  if (!signed) throw labErrors.invalid('That is no transaction of this account')
  return signed
}

async function send({ chains, fetch }: SolanaLabState, { chain, options }: Params, signed: Uint8Array) {
  const { rpcUrl } = chains.find(({ id }) => id === chain) ?? {}
  if (rpcUrl === undefined) throw labErrors.custom({ code: -32603, message: 'The wallet has no node' })
  const params = [toBase64(signed), { encoding: 'base64', ...paramsOf(options) }]
  await askNode(fetch, { id: 0, rpcUrl }, { method: 'sendTransaction', params })
}

/** The address of a key, and the key as it crosses the line. */
export const solanaKey = (privateKey: Uint8Array, publicKey: Uint8Array): SolanaKey => ({
  privateKey,
  publicKey: toBase64(publicKey),
  address: base58(publicKey),
})
