/**
 * Reads calldata of the routers of concentrated exchanges: a `multicall` with a deadline, in it one swap of an exact amount
 * and, where native coins come out, one unwrapping for the account.
 */
import { isSameAddress } from '@latchkey/spec/validation'
import type { SwapQuestion } from './types.js'

/** The `multicall(uint256,bytes[])` of these routers. */
export const rangeSelector = '5ae401dc'
const exactInputSingle = '04e45aaf'
const exactInput = 'b858183f'
const unwrap = '49404b7c'

/** How these routers are told that what comes out stays with them, to be unwrapped. */
const routerItself = 2n
/** How they are told to take all that lies with them, instead of an amount from the account. */
const whatLiesThere = 0n
/** Digits of a word, of an address and of a fee. */
const [word, address, fee] = [64, 40, 6]
/** A path over more pools than this is no honest one. */
const mostPools = 7

interface RangeReading {
  readonly minimum: bigint
  readonly deadline: bigint
}

interface RangeSwap {
  readonly from: string
  readonly to: string
  readonly recipient: bigint
  readonly amount: bigint
  readonly minimum: bigint
}

/** What it is held to; a text that says what is wrong with it; anything else than this very shape is wrong. */
export function readRanges(data: string, question: SwapQuestion): RangeReading | string {
  const outer = cut(data.slice(10))
  const [deadline, at] = [number(outer, 0), number(outer, 1)]
  const calls = at === 64n ? readCalls(outer.slice(2)) : undefined
  if (deadline === undefined || !calls) return 'it is cut short'
  const [first, second, ...others] = calls
  const { from, to, amount } = question
  const swap = first === undefined ? undefined : readSwapCall(first)
  if (!swap || others.length > 0) return 'it is another kind'
  if (swap.amount !== amount || amount === whatLiesThere) return 'it takes another amount'
  // The router puts its wrapped coin in the place of the native one, and the trial shows that it is that.
  if (!from.isNative && !isSameAddress('eip155', swap.from, from.address)) return 'it takes another token'
  if (!to.isNative) {
    if (second !== undefined) return 'it is another kind'
    if (swap.recipient !== BigInt(question.address)) return 'it pays somebody else'
    if (!isSameAddress('eip155', swap.to, to.address)) return 'it gives another token'
    return { minimum: swap.minimum, deadline }
  }
  const unwrapped = second === undefined ? undefined : cut(second.slice(8))
  if (!unwrapped || second?.slice(0, 8) !== unwrap || unwrapped.length !== 2) return 'it is another kind'
  const [least = 0n, recipient] = [number(unwrapped, 0), number(unwrapped, 1)]
  if (swap.recipient !== routerItself || recipient !== BigInt(question.address))
    return 'it pays somebody else'
  // Whichever is higher holds: both must be met.
  return { minimum: least > swap.minimum ? least : swap.minimum, deadline }
}

/** `bytes[]`: how many, where each begins, and each with its length, padded to whole words. Nothing may be left over. */
function readCalls(words: readonly string[]): string[] | undefined {
  const count = number(words, 0)
  if (count === undefined || count === 0n || count > 2n) return undefined
  const body = words.slice(1)
  let next = Number(count)
  const calls: string[] = []
  for (let index = 0; index < Number(count); index++) {
    if (number(body, index) !== BigInt(next * 32)) return undefined
    const read = readBytes(body, next)
    if (!read) return undefined
    calls.push(read.bytes)
    next = read.end
  }
  return next === body.length ? calls : undefined
}

/** Bytes with their length in front, and the word behind them. */
function readBytes(words: readonly string[], at: number): { bytes: string; end: number } | undefined {
  const length = number(words, at)
  if (length === undefined || length > BigInt(words.length * 32)) return undefined
  const end = at + 1 + Math.ceil(Number(length) / 32)
  const digits = words.slice(at + 1, end).join('')
  const bytes = digits.slice(0, Number(length) * 2)
  const isWhole = end <= words.length && /^0*$/.test(digits.slice(bytes.length))
  return isWhole ? { bytes, end } : undefined
}

function readSwapCall(call: string): RangeSwap | undefined {
  const words = cut(call.slice(8))
  if (call.startsWith(exactInputSingle) && words.length === 7) {
    const [from, to] = [addressIn(words[0]), addressIn(words[1])]
    const [recipient, amount, minimum] = [number(words, 3), number(words, 4), number(words, 5)]
    if (!from || !to || recipient === undefined || amount === undefined || minimum === undefined)
      return undefined
    return { from, to, recipient, amount, minimum }
  }
  if (!call.startsWith(exactInput) || number(words, 0) !== 32n || number(words, 1) !== 128n) return undefined
  const [recipient, amount, minimum] = [number(words, 2), number(words, 3), number(words, 4)]
  const path = readBytes(words, 5)
  if (!path || path.end !== words.length) return undefined
  const pools = (path.bytes.length - address) / (address + fee)
  if (!Number.isInteger(pools) || pools < 1 || pools > mostPools) return undefined
  if (recipient === undefined || amount === undefined || minimum === undefined) return undefined
  const ends = { from: `0x${path.bytes.slice(0, address)}`, to: `0x${path.bytes.slice(-address)}` }
  return { ...ends, recipient, amount, minimum }
}

/** Whole words in lower case; none where it is anything else. */
function cut(digits: string): string[] {
  if (digits.length % word !== 0 || !/^[0-9a-f]*$/i.test(digits)) return []
  return digits.toLowerCase().match(/.{64}/g) ?? []
}

const number = (words: readonly string[], at: number): bigint | undefined => {
  const found = words[at]
  return found === undefined ? undefined : BigInt(`0x${found}`)
}
const addressIn = (text: string | undefined): string | undefined =>
  text?.startsWith('0'.repeat(word - address)) ? `0x${text.slice(-address)}` : undefined
