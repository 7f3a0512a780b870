/** From the frozen request to plain facts. The frame and the window both read it from the very text that is approved. */
import { mostMessageLength, readSignIn, type SignInData } from '@latchkey/spec/signIn'
import type { ApprovalPayload } from '@latchkey/spec/walletApi'
import { base58, hex } from '@scure/base'
import * as v from 'valibot'
import { copy as labels } from '../words/en/labels.js'
import { copy as request } from '../words/en/request.js'
import { amountText, wordsOf } from '../words/words.js'
import { isSolanaPayment } from '../worker/solanaTransaction.js'
import { cleanLines, cleanText } from './cleanText.js'
import type { RequestContext, RequestFacts, RequestPart, RequestWarning } from './facts.js'
import { warn } from './facts.js'
import { networkOf } from './networks.js'
import { readCall } from './readCall.js'
import { readGrant, readRevocation } from './readPermissions.js'
import { readSolana, sol } from './readSolana.js'
import { readTyped } from './readTyped.js'

const t = wordsOf({ ...labels, ...request })

type Told = Pick<RequestFacts, 'kind' | 'title' | 'parts' | 'warnings'> &
  Partial<Pick<RequestFacts, 'fee' | 'refusal'>>

type Reader = (payload: ApprovalPayload, context: RequestContext) => Told

const bytesInHex = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i))
const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i))
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i))
const call = {
  to: v.optional(address),
  value: v.optional(quantity, '0x0'),
  data: v.optional(bytesInHex, '0x'),
}
const fees = { gas: v.optional(quantity), maxFeePerGas: v.optional(quantity) }
const oneCall = v.tuple([v.looseObject({ from: address, ...call, ...fees })])
const manyCalls = v.tuple([
  v.looseObject({
    from: address,
    calls: v.pipe(v.array(v.looseObject(call)), v.minLength(1), v.maxLength(100)),
    ...fees,
  }),
])

const readers: Readonly<Record<string, Reader>> = {
  personal_sign(payload) {
    const [message] = v.parse(v.tuple([bytesInHex, v.string()]), payload.params)
    return readMessage(hex.decode(message.slice(2).toLowerCase()), payload)
  },
  eth_signTypedData_v4({ params, account, chainId }) {
    const [, given] = v.parse(v.tuple([v.string(), v.union([v.string(), v.looseObject({})])]), params)
    const typed: unknown = typeof given === 'string' ? JSON.parse(given) : given
    return { kind: 'typed-data', ...readTyped(typed, { account, chainId }) }
  },
  eth_sendTransaction: readCalls,
  wallet_sendCalls: readCalls,
  eth_sendUserOperation: readCalls,
  solana_signMessage(payload) {
    const { message } = v.parse(v.looseObject({ message: v.string() }), payload.params)
    const bytes = base58.decode(message)
    const told = readMessage(bytes, payload)
    // Signed as a message, it would be a payment.
    return isSolanaPayment(bytes) ? { ...told, refusal: t('request.refused-disguise') } : told
  },
  solana_signTransaction: readSolanaRequest,
  solana_signAndSendTransaction: readSolanaRequest,
  solana_signAllTransactions: readSolanaRequest,
  signMessage(payload) {
    const { message } = v.parse(v.looseObject({ message: v.string() }), payload.params)
    return readMessage(new TextEncoder().encode(message), payload)
  },
  wallet_grantPermissions: readGrant,
  wallet_requestExecutionPermissions: readGrant,
  wallet_revokePermissions: readRevocation,
}

/** Never throws: what cannot be read is refused, since nobody can approve what nobody can show. */
export function readRequest(payload: ApprovalPayload, context: RequestContext = {}): RequestFacts {
  const { origin, account, chainId, method } = payload
  const outside = { origin, account, network: networkOf(chainId).name }
  const reader = Object.hasOwn(readers, method) ? readers[method] : undefined
  try {
    if (!reader) throw new RangeError('unknown method')
    return { ...outside, ...reader(payload, context) }
  } catch {
    const row = { label: t('labels.method'), value: cleanText(method).text, look: 'code' as const }
    return {
      ...outside,
      kind: 'message',
      title: t('request.unreadable'),
      parts: [{ title: t('request.asked-for'), rows: [row] }],
      warnings: [],
      refusal: t('request.refused-unreadable'),
    }
  }
}

/** What is signed is shown whole, so nothing longer is signed. */
const mostCharacters = 20_000
const mostBytes = 1024

function readMessage(bytes: Uint8Array, { origin, namespace }: ApprovalPayload): Told {
  const raw = decodeText(bytes)
  const signIn = raw === undefined ? undefined : readSignIn(raw)
  if (signIn) {
    const { resources = [] } = signIn
    const isForPage = signIn.domain === new URL(origin).host
    return {
      kind: 'sign-in',
      title: resources.length > 0 ? t('request.sign-in-more') : t('request.sign-in'),
      parts: signInParts(signIn),
      warnings: resources.some((each) => each.startsWith('urn:recap:')) ? [warn('capability')] : [],
      ...(isForPage ? {} : { refusal: t('request.refused-site') }),
    }
  }
  // Several accounts take such a signature for an order (2.3).
  const isHash = namespace === 'eip155' && bytes.length === 32
  const isTooLong = raw === undefined ? bytes.length > mostBytes : raw.length > mostCharacters
  const shown = raw === undefined ? undefined : cleanLines(raw, mostCharacters)
  const row = shown
    ? ({ label: t('labels.message'), value: shown.text, look: 'text' } as const)
    : ({
        label: t('labels.bytes'),
        value: `0x${hex.encode(bytes.subarray(0, mostBytes))}`,
        look: 'code',
      } as const)
  return {
    kind: 'message',
    title: t('request.sign-message'),
    parts: [{ title: t('request.message'), rows: [row] }],
    warnings: isHash ? [warn('raw-hash')] : [],
    ...(isTooLong ? { refusal: t('request.refused-length') } : {}),
  }
}

/** Everything that is signed and means something; a nonce does not. */
function signInParts(signIn: SignInData): RequestPart[] {
  const { domain, accountAddress, statement, uri, chainId, resources = [] } = signIn
  // Whole: the message that they stand in is bounded.
  const text = (label: string, value: string | undefined): RequestPart['rows'] =>
    value === undefined ? [] : [{ label, value: cleanLines(value, mostMessageLength).text, look: 'text' }]
  const rows: RequestPart['rows'] = [
    ...text(t('labels.site'), domain),
    { label: t('labels.account'), value: accountAddress, look: 'address' },
    ...text(t('labels.says'), statement),
    ...text(t('labels.address'), uri),
    { label: t('labels.network'), value: networkOf(chainId).name, look: 'plain' },
    ...text(t('labels.not-before'), signIn.notBefore),
    ...text(t('labels.until'), signIn.expirationTime),
    ...text(t('labels.request'), signIn.requestId),
  ]
  const named = resources.flatMap((each, index) => text(`${index + 1}`, each))
  const more = named.length > 0 ? [{ title: t('request.gives-more'), rows: named }] : []
  return [{ title: t('request.sign-in'), rows }, ...more]
}

function readCalls(payload: ApprovalPayload, context: RequestContext): Told {
  const network = networkOf(payload.chainId)
  const { from, calls, gas, maxFeePerGas } = callsOf(payload.params)
  const read = calls.map((each, index) =>
    readCall(each, network, context, calls.length > 1 ? index : undefined),
  )
  const [first] = read
  if (!first) throw new RangeError('no calls')
  const cost = gas && maxFeePerGas ? BigInt(gas) * BigInt(maxFeePerGas) : undefined
  const isOther = from.toLowerCase() !== payload.account.toLowerCase()
  return {
    kind: read.length > 1 ? 'batch' : first.kind,
    title: read.length > 1 ? t('request.calls', { count: read.length }) : first.part.title,
    parts: read.map(({ part }) => part),
    warnings: read.flatMap(({ warnings }) => warnings),
    ...(cost === undefined ? {} : { fee: amountText(cost, network) }),
    ...(isOther ? { refusal: t('request.refused-account') } : {}),
  }
}

/** A plain account sends one call, a smart account a list of them. */
function callsOf(params: unknown) {
  const batch = v.safeParse(manyCalls, params)
  if (batch.success) return batch.output[0]
  const [single] = v.parse(oneCall, params)
  return { ...single, calls: [single] }
}

function readSolanaRequest({ params }: ApprovalPayload): Told {
  const one = v.safeParse(v.looseObject({ transaction: v.string() }), params)
  const texts = one.success
    ? [one.output.transaction]
    : v.parse(
        v.looseObject({ transactions: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(50)) }),
        params,
      ).transactions
  const read = texts.map((text, index) => readSolana(text, texts.length > 1 ? index : undefined))
  const parts = read.flatMap((each) => each.parts)
  const isTransfer = read.every((each) => each.isTransfer)
  return {
    kind: isTransfer ? 'transfer' : 'transactions',
    title:
      parts.length === 1
        ? (parts[0]?.title ?? '')
        : t('request.steps', { transactions: texts.length, steps: parts.length }),
    parts,
    warnings: read.flatMap((each): readonly RequestWarning[] => each.warnings),
    fee: amountText(
      read.reduce((sum, each) => sum + each.fee, 0n),
      sol,
    ),
  }
}

/** Undefined for bytes that are no text. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
