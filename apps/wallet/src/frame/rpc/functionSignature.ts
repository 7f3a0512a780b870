/** The signature of a function, as its selector is made of it, from what people write: with names, modifiers and what it returns. */
import { isFunctionSignature } from '@latchkey/spec/walletApi'

/** What may stand behind the parameters; it is no part of what is called. */
const modifiers: ReadonlySet<string> = new Set([
  'external',
  'public',
  'payable',
  'nonpayable',
  'view',
  'pure',
  'virtual',
  'override',
])
const shorthands: ReadonlyMap<string, string> = new Map([
  ['uint', 'uint256'],
  ['int', 'int256'],
])
const isName = (token: string | undefined) => token !== undefined && /^[A-Za-z_$]/.test(token)

/** Undefined where it is the signature of no function. */
export function functionSignature(text: string): string | undefined {
  if (!/^[\w$\s()[\],]*$/.test(text)) return undefined
  const tokens = text.match(/[\w$]+|\[\d*\]|[()[\],]/g) ?? []
  if (tokens[0] === 'function') tokens.shift()
  const name = tokens.shift()
  const types = tokens.length > 0 ? takeTypes(tokens) : undefined
  if (name === undefined || types === undefined || !areModifiers(tokens)) return undefined
  const whole = `${name}${types}`
  return isFunctionSignature(whole) ? whole : undefined
}

/** Takes a list in brackets from the front of `tokens`. */
function takeTypes(tokens: string[]): string | undefined {
  if (tokens.shift() !== '(') return undefined
  const types: string[] = []
  while (tokens[0] !== ')' || types.length > 0) {
    const type = takeType(tokens)
    if (type === undefined) return undefined
    types.push(type)
    const next = tokens.shift()
    if (next === ')') return `(${types.join(',')})`
    if (next !== ',') return undefined
  }
  tokens.shift()
  return '()'
}

/** A type with its brackets; where it lies and what it is called are let go. */
function takeType(tokens: string[]): string | undefined {
  if (tokens[0] === 'tuple') tokens.shift()
  const word = tokens[0] === '(' ? takeTypes(tokens) : tokens.shift()
  if (word === undefined) return undefined
  let type = shorthands.get(word) ?? word
  while (tokens[0]?.startsWith('[')) type += tokens.shift()
  while (isName(tokens[0])) tokens.shift()
  return type
}

function areModifiers(tokens: readonly string[]): boolean {
  const end = tokens.indexOf('returns')
  return (end < 0 ? tokens : tokens.slice(0, end)).every((token) => modifiers.has(token))
}
