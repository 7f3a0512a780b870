/** The calls that a call carries inside, where it is one of the usual batches. */
import { type AbiFunction, parseAbi, toFunctionSelector } from 'viem'
import type { EthereumCall } from './readRequest.js'

type Hex = `0x${string}`

const batches: ReadonlyMap<string, AbiFunction> = new Map(
  parseAbi([
    'function multicall(bytes[] calls)',
    'function multicall(uint256 deadline, bytes[] calls)',
    'function multicall(bytes32 previous, bytes[] calls)',
    'function aggregate((address to, bytes data)[] calls)',
    'function tryAggregate(bool isStrict, (address to, bytes data)[] calls)',
    'function aggregate3((address to, bool mayFail, bytes data)[] calls)',
    'function aggregate3Value((address to, bool mayFail, uint256 value, bytes data)[] calls)',
    'function executeBatch((address to, uint256 value, bytes data)[] calls)',
    'function executeBatch(address[] to, uint256[] value, bytes[] data)',
  ]).map((item) => [toFunctionSelector(item), item]),
)

/** In letters of hexadecimal, as everything here is counted. */
const word = 64
const selector = 10

/**
 * Undefined where it is no batch. Throws where the calls inside are together longer than what holds them:
 * the same bytes were pointed at more than once, which no encoder does, and which costs more to read than to write.
 */
export function readBatch({ to, data }: EthereumCall & { readonly to: Hex }): EthereumCall[] | undefined {
  const batch = batches.get(data.slice(0, selector).toLowerCase())
  if (!batch) return undefined
  const calls = callsOf(batch, to, data.slice(selector))
  if (calls && calls.reduce((sum, each) => sum + each.data.length, 0) > data.length)
    throw new RangeError('Calls that overlap')
  return calls
}

/** Slices of the text rather than decoded bytes: what is pointed at many times is not copied as often. */
function callsOf({ inputs }: AbiFunction, to: Hex, args: string): EthereumCall[] | undefined {
  const last = inputs.at(-1)
  try {
    if (inputs[0]?.type === 'address[]') {
      const [targets, values, datas] = [0, 1, 2].map((index) => listAt(args, index))
      return targets?.map((at, index) => ({
        to: addressAt(args, at),
        value: BigInt(`0x${wordAt(args, values?.[index] ?? Number.NaN)}`),
        data: bytesAt(args, datas?.[0] ?? Number.NaN, datas?.[index] ?? Number.NaN),
      }))
    }
    const items = listAt(args, inputs.length - 1)
    const [start = 0] = items
    // The contract calls itself; what was sent along is told with the batch, not with its parts.
    if (last?.type === 'bytes[]')
      return items.map((at) => ({ to, value: 0n, data: bytesAt(args, start, at) }))
    const fields = last && 'components' in last ? last.components.map(({ name }) => name) : []
    return items.map((at) => {
      const tuple = start + numberAt(args, at)
      const field = (name: string) => tuple + fields.indexOf(name) * word
      return {
        to: addressAt(args, field('to')),
        value: fields.includes('value') ? BigInt(`0x${wordAt(args, field('value'))}`) : 0n,
        data: bytesAt(args, tuple, field('data')),
      }
    })
  } catch (cause) {
    // Bytes that end too early: no contract could read them either.
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

/** Where each word of a list stands, for the list that an argument points at. */
function listAt(args: string, argument: number): number[] {
  const at = numberAt(args, argument * word)
  const count = numberAt(args, at) / 2
  if (at + (1 + count) * word > args.length) throw new RangeError('A list without an end')
  return Array.from({ length: count }, (_, index) => at + (1 + index) * word)
}

/** The bytes whose place is told from `start`, by the word at `at`. */
function bytesAt(args: string, start: number, at: number): Hex {
  const place = start + numberAt(args, at)
  const from = place + word
  const end = from + numberAt(args, place)
  if (end > args.length) throw new RangeError('Bytes without an end')
  return `0x${args.slice(from, end)}`
}

const addressAt = (args: string, at: number): Hex => `0x${wordAt(args, at).slice(-40)}`

/** Offsets and lengths are bytes: two letters each. */
function numberAt(args: string, at: number): number {
  const number = BigInt(`0x${wordAt(args, at)}`)
  if (number * 2n > BigInt(args.length)) throw new RangeError('A place outside')
  return Number(number) * 2
}

function wordAt(args: string, at: number): string {
  const text = args.slice(at, at + word)
  if (!(at >= 0) || text.length < word) throw new RangeError('A word outside')
  return text
}
