/** Whether a result can be true at all: an upstream that answers the wrong kind of thing, or about another block, is not believed. */
import type { Method } from './methods.js'

const shapes: Readonly<Record<Method['shape'], RegExp>> = {
  quantity: /^"0x(?:0|[1-9a-f][0-9a-f]{0,63})"$/i,
  // The rest may be megabytes; who decodes it finds out.
  data: /^"0x/,
  hash: /^"0x[0-9a-f]{64}"$/i,
  object: /^(?:\{|null$)/,
  list: /^(?:\[|null$)/,
  any: /^/,
}

export interface Asked {
  readonly name: string
  readonly method: Method
  /** Parsed. */
  readonly params: readonly unknown[]
}

/** Why a result cannot be true; undefined when it can. */
export function implausible(
  { name, method, params }: Asked,
  result: string,
  head?: bigint,
): string | undefined {
  if (!shapes[method.shape].test(result)) return 'not what was asked for'
  const [first] = params
  if (method.place === 'found' && result !== 'null' && typeof first === 'string' && namesItself.has(name)) {
    return result.toLowerCase().includes(first.toLowerCase()) ? undefined : 'about something else'
  }
  if (name !== 'eth_getBlockByNumber' || typeof first !== 'string' || !first.startsWith('0x'))
    return undefined
  if (result === 'null') return head !== undefined && BigInt(first) <= head ? 'behind the others' : undefined
  const said = /"number"\s*:\s*"(0x[0-9a-f]+)"/i.exec(result)?.[1]
  return said !== undefined && BigInt(said) === BigInt(first) ? undefined : 'about another block'
}

/** Methods whose answers repeat the hash that was asked for. */
const namesItself: ReadonlySet<string> = new Set([
  'eth_getBlockByHash',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])
