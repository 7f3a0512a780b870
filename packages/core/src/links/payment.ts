/**
 * Payment links: EIP-681 for eip155, Solana Pay for solana, BIP-21 for bip122. Read from whatever somebody pastes, so
 * every length and count is bounded, and a link that asks for more than a transfer is none.
 */
import { type Namespace, type NetworkId, networkId, parseNetworkId } from '@latchkey/spec/caip'
import { isAddress, isDecimal, parseUnits } from '@latchkey/spec/validation'
import { scientific } from './scientific.js'

export interface PaymentLink {
  readonly namespace: Namespace
  /** Where the link names one. */
  readonly networkId?: NetworkId | undefined
  /** An address, or in eip155 a name. */
  readonly recipient: string
  /** The contract or mint; absent for the native currency. */
  readonly token?: string | undefined
  readonly amount?: PaymentAmount | undefined
  /** Who asks, and what for, as the link says; nobody has checked it. */
  readonly label?: string | undefined
  readonly message?: string | undefined
}

/** EIP-681 counts the smallest unit; the others write a decimal of the whole one. */
export type PaymentAmount = { readonly units: bigint } | { readonly decimal: string }

const longestLink = 2048
const mostParameters = 20
const longestText = 200

/** `undefined` for what is no payment link, or one that asks for something other than a transfer. */
export function parsePaymentLink(text: string): PaymentLink | undefined {
  const link = text.trim()
  if (link.length > longestLink) return undefined
  const [, scheme = '', rest = ''] = /^(ethereum|solana|bitcoin):(.+)$/is.exec(link) ?? []
  const [target = '', query = '', ...more] = rest.split('?')
  const parameters = more.length === 0 ? readParameters(query) : undefined
  if (!parameters) return undefined
  return readers[scheme.toLowerCase()]?.(target, parameters)
}

type Parameters = ReadonlyMap<string, string>
type Reader = (target: string, parameters: Parameters) => PaymentLink | undefined

const readers: Readonly<Record<string, Reader>> = {
  ethereum: readEthereum,
  solana: readSolana,
  bitcoin: readBitcoin,
}

/** A parameter that comes twice could be read in two ways, so it is not read at all. */
function readParameters(query: string): Parameters | undefined {
  const pairs = query === '' ? [] : query.split('&')
  if (pairs.length > mostParameters) return undefined
  const read = new Map<string, string>()
  for (const pair of pairs) {
    const [name = '', ...value] = pair.split('=')
    const [key, content] = [decoded(name), decoded(value.join('='))]
    if (key === undefined || content === undefined || (read.has(key) && key !== 'reference')) return undefined
    read.set(key, content)
  }
  return read
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const name = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i
const isRecipient = (text: string) =>
  /^0x[0-9a-f]{40}$/i.test(text) || (text.length <= 255 && name.test(text))

function readEthereum(target: string, parameters: Parameters): PaymentLink | undefined {
  const [, at = '', chain, call] =
    /^(?:pay-)?([^@/]+)(?:@([0-9]{1,15}))?(?:\/([a-z0-9_]+))?$/i.exec(target) ?? []
  const id = chain === undefined ? undefined : networkId({ namespace: 'eip155', reference: chain })
  const place = { namespace: 'eip155', networkId: id } as const
  if (!isRecipient(at) || Number(chain ?? 1) === 0) return undefined
  if (call === undefined) {
    const amount = unitsOf(parameters.get('value'))
    return amount && { ...place, recipient: at, ...amount }
  }
  const recipient = parameters.get('address') ?? ''
  const amount = unitsOf(parameters.get('uint256'))
  // Anything but a transfer is a call that somebody should read first.
  if (call !== 'transfer' || parameters.has('value') || !isRecipient(recipient)) return undefined
  return amount && { ...place, recipient, token: at, ...amount }
}

function unitsOf(text: string | undefined): Pick<PaymentLink, 'amount'> | undefined {
  if (text === undefined) return {}
  const units = scientific(text)
  return units === undefined ? undefined : { amount: { units } }
}

function readSolana(target: string, parameters: Parameters): PaymentLink | undefined {
  const token = parameters.get('spl-token')
  // `solana:https://…` asks for a transaction that a server makes; that is not a transfer.
  if (!isAddress('solana', target) || (token !== undefined && !isAddress('solana', token))) return undefined
  const amount = decimalOf(parameters.get('amount'))
  return amount && { namespace: 'solana', recipient: target, token, ...amount, ...wordsIn(parameters) }
}

const bitcoinDecimals = 8

function readBitcoin(target: string, parameters: Parameters): PaymentLink | undefined {
  // BIP-21: what is required and not known must not be ignored.
  if ([...parameters.keys()].some((key) => key.startsWith('req-'))) return undefined
  // A code packs capitals more tightly, and bech32 means the same in both.
  const recipient = /^(?:bc|tb|bcrt)1/i.test(target) ? target.toLowerCase() : target
  const amount = decimalOf(parameters.get('amount'), bitcoinDecimals)
  if (!isAddress('bip122', recipient)) return undefined
  return amount && { namespace: 'bip122', recipient, ...amount, ...wordsIn(parameters) }
}

/** A token with more decimals than this is not known. */
const mostDecimals = 36

function decimalOf(
  text: string | undefined,
  decimals = mostDecimals,
): Pick<PaymentLink, 'amount'> | undefined {
  if (text === undefined) return {}
  const decimal = text.startsWith('.') ? `0${text}` : text
  if (!isDecimal(decimal) || parseUnits(decimal, decimals) === undefined) return undefined
  return { amount: { decimal } }
}

function wordsIn(parameters: Parameters): Pick<PaymentLink, 'label' | 'message'> {
  const word = (key: string) => parameters.get(key)?.slice(0, longestText)
  return { label: word('label'), message: word('message') }
}

/** What a code or a link on a page says. A polkadot address has no such link and stands for itself. */
export function makePaymentLink(link: PaymentLink): string {
  const { namespace, recipient } = link
  if (namespace === 'eip155') return makeEthereum(link)
  if (namespace === 'polkadot') return recipient
  const { amount, token, label, message } = link
  // A mistake of the program: these links write the amount as people read it, and nobody here knows the decimals.
  if (amount && 'units' in amount) throw new TypeError(`a ${namespace} link takes a decimal`)
  const scheme = namespace === 'solana' ? 'solana' : 'bitcoin'
  const parameters = {
    amount: amount?.decimal,
    ...(namespace === 'solana' && { 'spl-token': token }),
    label,
    message,
  }
  return `${scheme}:${recipient}${queryOf(parameters)}`
}

function makeEthereum({ networkId: id, recipient, token, amount }: PaymentLink): string {
  const chain = id && parseNetworkId(id)?.reference
  const at = chain === undefined ? '' : `@${chain}`
  const units = amount && 'units' in amount ? amount.units.toString() : undefined
  return token === undefined
    ? `ethereum:${recipient}${at}${queryOf({ value: units })}`
    : `ethereum:${token}${at}/transfer${queryOf({ address: recipient, uint256: units })}`
}

function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(parameters).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`],
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
