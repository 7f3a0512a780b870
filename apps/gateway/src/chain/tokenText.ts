/** What a token says of itself: written by strangers who would like it to look like something else. */
import { hexToBytes, parseAbi } from 'viem'
import { decodeResult } from './multicall.js'
import type { Hex } from './shapes.js'

export const tokenAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address) view returns (uint256)',
])

/** Longer words are cut. */
export const longestName = 64
export const longestSymbol = 32
/** 10 to the 78 is more than a token can count. */
export const mostDecimals = 77

/** Invisible, direction-changing and control characters, and those that PostgreSQL does not take. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** One line of visible text; undefined where nothing is left. */
export function cleanText(text: string, longest: number): string | undefined {
  // Cut first: a text of a megabyte is not worth cleaning.
  const visible = text
    .slice(0, 4 * longest)
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .trim()
  const cut = [...visible].slice(0, longest).join('').trim()
  return cut === '' ? undefined : cut
}

/** A `string`, or the `bytes32` of the oldest tokens. */
export function decodeText(
  functionName: 'name' | 'symbol',
  data: Hex | undefined,
  longest: number,
): string | undefined {
  if (data === undefined) return undefined
  const text = data.length === 66 ? wordText(data) : decodeResult(tokenAbi, functionName, data)
  return typeof text === 'string' ? cleanText(text, longest) : undefined
}

function wordText(word: Hex): string {
  const bytes = hexToBytes(word)
  const end = bytes.indexOf(0)
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end))
}

export function decodeDecimals(data: Hex | undefined): number | undefined {
  if (data?.length !== 66) return undefined
  const value = BigInt(data)
  return value <= BigInt(mostDecimals) ? Number(value) : undefined
}

const linkWords =
  /https?:|www\.|t\.me|\b[\w-]+\.(?:com|org|net|io|xyz|app|site|top|club|live|pro|fi|me|gg|cc|link|online|vip|win|gift|claims?)\b|\b(?:claim|visit|airdrop|voucher|reward)s?\b/i

/** Whether words ask to be followed: no honest token is called after a web page. */
export function isLure(...texts: readonly (string | undefined)[]): boolean {
  return texts.some((text) => text !== undefined && linkWords.test(text.normalize('NFKC')))
}

/** What people would read as the same. */
export function lookOf(symbol: string): string {
  return symbol
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
