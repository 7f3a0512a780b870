/**
 * Says again in the modal's language what arrives as a finished English sentence. Errors, logs and answers of servers
 * are English, as the specification has them, and cross frames and networks as text; only the screen translates. The
 * English sentence is the key, and what filled its slots is read out of it.
 */
import { limits } from '@latchkey/spec/limits'
import type { Numbers } from '@latchkey/spec/words'
import type { Catalogue, Fill } from './text.js'

export type Retell = (text: string) => string

/** A wallet may say anything at all; nothing of ours is as long as this. */
const longest = 600

/** Of what a reason says again, only so much is looked at. */
const deepest = 2

/** These hold a sentence themselves. */
const sentences: readonly string[] = ['reason', 'title']

interface Pattern {
  readonly key: string
  readonly regex: RegExp
}

interface Saying {
  readonly fill: Fill
  readonly numbers: Numbers
}

export function createRetell(english: Catalogue, words: Catalogue, { fill, numbers }: Saying): Retell {
  const entries = Object.entries(english)
  const plain = new Map(entries.flatMap(([key, text]) => (text.includes('{') ? [] : [[text, key]])))
  // The first that fits is meant: the order of the table decides.
  const patterns = entries
    .filter(([, text]) => text.includes('{'))
    .map(([key, text]): Pattern => ({ key, regex: toRegex(text) }))

  function find(text: string): { key: string; slots: Readonly<Record<string, string>> } | undefined {
    const key = plain.get(text)
    if (key !== undefined) return { key, slots: {} }
    for (const pattern of patterns) {
      const slots = pattern.regex.exec(text)?.groups
      if (slots) return { key: pattern.key, slots }
    }
    return undefined
  }

  function retell(text: string, depth: number): string {
    const found = text.length > longest ? undefined : find(text)
    const said = found && words[found.key]
    // What nobody of us wrote stays as it was written.
    if (!found || said === undefined) return text
    const slots = Object.entries(found.slots).map(([name, value]) => [
      name,
      depth < deepest && sentences.includes(name)
        ? retell(value, depth + 1)
        : name === 'what'
          ? amountIn(value, numbers)
          : value,
    ])
    return fill(said, Object.fromEntries(slots))
  }

  return (text) => retell(text, 0)
}

/** `1,000.5 ETH`, as the titles of transactions have it. */
function amountIn(text: string, numbers: Numbers): string {
  const [amount = '', unit] = text.split(' ')
  return numbers.decimal(amount.replaceAll(',', ''), { unit })
}

/** What can fill a slot, so that a sentence of a wallet that begins like one of ours is not taken for it. */
const shapes: Readonly<Record<string, string>> = {
  what: String.raw`[\d.,]+ \S{1,32}`,
  symbol: String.raw`\S{1,32}`,
  url: String.raw`\S+`,
  n: String.raw`\d+`,
  left: String.raw`\d+`,
  // One phrase, as long as a title may be: “Error: the node answered: failed” is a wallet's.
  title: String.raw`(?:(?![.:;!?]\s).){1,${limits.transactionTitle}}`,
}

/** `No answer from {url}` as an expression whose groups are the slots. */
function toRegex(text: string): RegExp {
  const parts = text.split(/\{(\w+)\}/)
  const source = parts
    .map((part, at) => (at % 2 === 0 ? escape(part) : `(?<${part}>${shapes[part] ?? '.+?'})`))
    .join('')
  return new RegExp(`^${source}$`)
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
