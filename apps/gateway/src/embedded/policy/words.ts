/** Words about a request: names and amounts of strangers made plain, and one line for each thing that would happen. */
import { formatUnits } from 'viem'
import type { CallFacts } from './decodeCalls.js'
import type { SolanaInstruction } from './solanaMessage.js'

export interface Coin {
  readonly symbol: string
  /** Absent where nobody says; then amounts are told in the smallest unit. */
  readonly decimals?: number | undefined
}

export interface Words {
  readonly coin: Coin
  token(address: string): Coin
  solana(instruction: SolanaInstruction): string
}

const longest = 60
/** Controls, format characters (bidi, zero width) and lone surrogates: what is drawn without being seen, or turns what is. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A stranger's words as one short line (2.12 of the design). */
export function plain(text: string): string {
  const clean = text.slice(0, 4096).normalize('NFC').replace(unseen, ' ').replace(/\s+/g, ' ').trim()
  const letters = [...new Intl.Segmenter('en').segment(clean)]
  return letters.length <= longest
    ? clean
    : `${letters
        .slice(0, longest - 1)
        .map(({ segment }) => segment)
        .join('')}…`
}

/** A message line by line, with nothing hidden in it; at most as many lines as fit on a few screens. */
export function linesOfText(text: string): string[] {
  const lines = text
    .slice(0, 16_384)
    .split(/\r\n|[\n\r]/)
    .map((line) => line.normalize('NFC').replace(unseen, ' ').trimEnd().slice(0, 500))
    .filter((line) => line !== '')
  return lines.length <= 100 ? lines : [...lines.slice(0, 99), '…']
}

/** Rounded down, never up: nobody is shown more than there is (D-14). */
export function amountOf(amount: bigint, { symbol, decimals }: Coin): string {
  if (decimals === undefined) return `${amount} of the smallest unit of ${symbol}`
  const [whole = '0', rest = ''] = formatUnits(amount, decimals).split('.')
  const shown = rest.slice(0, 6).replace(/0+$/, '')
  // Less than the last place is still something.
  if (amount > 0n && whole === '0' && shown === '') return `less than 0.000001 ${symbol}`
  return `${shown === '' ? whole : `${whole}.${shown}`} ${symbol}`
}

export function lineOf(facts: CallFacts, words: Words): string {
  const { value } = facts.call
  const along = facts.kind !== 'send' && value > 0n ? ` with ${amountOf(value, words.coin)}` : ''
  switch (facts.kind) {
    case 'send':
      return `Send ${amountOf(value, words.coin)} to ${facts.to}`
    case 'send-token':
      return `Send ${amountOf(facts.amount, words.token(facts.token))} to ${facts.to}${along}`
    case 'send-collectible':
      return `Send a collectible of ${facts.token} to ${facts.to}${along}`
    case 'approve': {
      const amount = isUnlimited(facts.amount)
        ? `all your ${words.token(facts.token).symbol}`
        : `up to ${amountOf(facts.amount, words.token(facts.token))}`
      return `Let ${facts.spender} spend ${amount}${along}`
    }
    case 'approve-all':
      return `Let ${facts.spender} move every token of ${facts.token}${along}`
    case 'permit':
      return `Use a permit that lets somebody take tokens, at ${facts.call.to ?? 'a new contract'}${along}`
    case 'delegatecall':
      return `Run foreign code in the place of ${facts.call.to ?? 'a new contract'}${along}`
    case 'create':
      return `Create a contract${along}`
    case 'own-account':
      return `Change the settings of your account${along}`
    case 'other':
      return `Call ${facts.to} (${facts.call.data.slice(0, 10)})${along}`
  }
}

/** Nobody owns half of what fits in the number: it means "everything". */
export const isUnlimited = (amount: bigint): boolean => amount >= 2n ** 159n
