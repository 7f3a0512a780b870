/**
 * Reads what a swap's calldata says, without a library: the functions of the exchanges that most networks have, wrapping,
 * and approvals. What it cannot read is only ever tried, and the person is told so.
 */
import { isSameAddress } from '@latchkey/spec/validation'
import type { BuiltSwap } from './exchange.js'
import { rangeSelector, readRanges } from './readRanges.js'
import { type Hex, SwapError, type SwapQuestion, type SwapToken } from './types.js'

export type ReadSwap =
  /** The exchange itself refuses to give less than `minimum`. */
  { readonly kind: 'held'; readonly minimum: bigint } | { readonly kind: 'unknown' }

type Side = 'native' | 'token'

/** Selectors of `swapExact…For…`, and of their kin for tokens that take a toll. */
const functions: Readonly<Record<string, readonly [from: Side, to: Side]>> = {
  '38ed1739': ['token', 'token'],
  '5c11d795': ['token', 'token'],
  '7ff36ab5': ['native', 'token'],
  b6f9de95: ['native', 'token'],
  '18cbafe5': ['token', 'native'],
  '791ac947': ['token', 'native'],
}
const deposit = 'd0e30db0'
const withdraw = '2e1a7d4d'
const approve = '095ea7b3'

/** What gives tokens away, or the right to take them: no swap begins so, whatever a trial of it shows. */
const givingAway: readonly string[] = [
  approve,
  '39509351', // increaseAllowance
  'a9059cbb', // transfer
  '23b872dd', // transferFrom
  'd505accf', // permit
  '8fcbaf0c', // permit, as DAI has it
  'a22cb465', // setApprovalForAll
]

/** A path longer than this is no honest one. */
const longestPath = 8

/** Throws where the calldata can be read and says anything but the swap that was asked for. */
export function readSwap(built: BuiltSwap, question: SwapQuestion, now: number): ReadSwap {
  const { from, to, amount } = question
  const selector = built.data.slice(2, 10).toLowerCase()
  const words = wordsOf(built.data)
  if (selector === deposit || selector === withdraw) return readWrap(selector, words, built, question)
  // A swap is asked of an exchange; a token that is called could be told to do anything with it.
  if (isSame(built.to, from.address) || isSame(built.to, to.address)) throw wrong('it calls a token')
  if (selector === rangeSelector) {
    const read = readRanges(built.data, question)
    if (typeof read === 'string') throw wrong(read)
    if (read.deadline * 1000n <= BigInt(now)) throw wrong('it is too late')
    return { kind: 'held', minimum: read.minimum }
  }
  const sides = functions[selector]
  if (!sides) return { kind: 'unknown' }
  const [fromSide, toSide] = sides
  if (fromSide !== sideOf(from.isNative) || toSide !== sideOf(to.isNative)) throw wrong('it is another kind')
  const [first, ...others] = words
  const [minimum, pathAt, recipient, deadline, ...path] = fromSide === 'native' ? words : others
  if (minimum === undefined || pathAt === undefined || recipient === undefined || deadline === undefined)
    throw wrong('it is cut short')
  if (fromSide === 'token' && first !== amount) throw wrong('it takes another amount')
  if (!isAddressWord(recipient, question.address)) throw wrong('it pays somebody else')
  if (deadline * 1000n <= BigInt(now)) throw wrong('it is too late')
  checkPath(path, pathAt, fromSide === 'native' ? 4n : 5n, question)
  return { kind: 'held', minimum }
}

/** A trial sees the two tokens of the swap only: calldata that cannot be read must not reach any other. */
export function checkUnread({ to, data }: BuiltSwap, tokens: readonly SwapToken[]): void {
  if (givingAway.includes(data.slice(2, 10).toLowerCase())) throw wrong('it gives tokens away')
  if (tokens.some(({ address }) => isSame(to, address))) throw wrong('it calls a token')
}

function readWrap(
  selector: string,
  words: readonly bigint[],
  { to: target }: BuiltSwap,
  { from, to, amount }: SwapQuestion,
): ReadSwap {
  const isFine =
    selector === deposit
      ? from.isNative && words.length === 0 && isSame(target, to.address)
      : to.isNative && words.length === 1 && words[0] === amount && isSame(target, from.address)
  if (!isFine) throw wrong('it wraps something else')
  // One for one, always.
  return { kind: 'held', minimum: amount }
}

/** `[length, …tokens]` right behind the fixed words, from the one token to the other. */
function checkPath(path: readonly bigint[], at: bigint, fixed: bigint, { from, to }: SwapQuestion): void {
  const [length, ...tokens] = path
  if (at !== fixed * 32n || length !== BigInt(tokens.length)) throw wrong('its path cannot be read')
  const [start, end] = [tokens[0], tokens.at(-1)]
  if (start === undefined || end === undefined || tokens.length < 2 || tokens.length > longestPath)
    throw wrong('its path leads nowhere')
  // The exchange puts its wrapped coin in the place of the native one, and refuses any other.
  if (!from.isNative && !isAddressWord(start, from.address)) throw wrong('it takes another token')
  if (!to.isNative && !isAddressWord(end, to.address)) throw wrong('it gives another token')
}

/** Who may take how much: `approve(address,uint256)`. */
export function readApproval(data: string): { readonly spender: string; readonly amount: bigint } {
  const [spender, amount, ...rest] = wordsOf(data)
  const isFine = data.slice(2, 10).toLowerCase() === approve && rest.length === 0
  if (!isFine || spender === undefined || amount === undefined || spender >> 160n !== 0n)
    throw wrong('its approval cannot be read')
  return { spender: `0x${spender.toString(16).padStart(40, '0')}`, amount }
}

/** The calldata of an approval. */
export function approvalData(spender: string, amount: bigint): Hex {
  const word = (digits: string) => digits.padStart(64, '0')
  return `0x${approve}${word(spender.replace(/^0x/, '').toLowerCase())}${word(amount.toString(16))}`
}

/** The arguments; none where they are not whole words. */
function wordsOf(data: string): readonly bigint[] {
  const digits = data.slice(10)
  if (digits.length % 64 !== 0 || !/^[0-9a-f]*$/i.test(digits)) return []
  return (digits.match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}

const sideOf = (isNative: boolean): Side => (isNative ? 'native' : 'token')
const isSame = (one: string, other: string) => isSameAddress('eip155', one, other)
const isAddressWord = (word: bigint, address: string) =>
  word === BigInt(address.startsWith('0x') ? address : `0x${address}`)

const wrong = (reason: string) => new SwapError({ code: 'wrong-transaction', reason })
