/** What a name answers to the calls of resolvers: addresses, texts, several at once (ENSIP-1, 5, 7, 9, 11, 19). */
import { decodeFunctionData, encodeFunctionResult, type Hex, parseAbi, zeroAddress } from 'viem'
import { anyEvmCoin, etherCoin } from '../coinTypes.js'
import type { StoredName } from '../store.js'

const addrAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const coinAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])
const textAbi = parseAbi(['function text(bytes32 node, string key) view returns (string)'])
const contentAbi = parseAbi(['function contenthash(bytes32 node) view returns (bytes)'])
const manyAbi = parseAbi(['function multicall(bytes[] data) returns (bytes[] results)'])

/** Calls in one. */
const mostCalls = 32

/** The call is about another name than the question, or cannot be read. */
export class UnreadableCall extends Error {
  override readonly name = 'UnreadableCall'
}

/** Encoded like the answer of that very function; empty bytes for a function that names do not have. */
export function answerCall(call: Hex, node: Hex, name: StoredName | undefined): Hex {
  const inner = readMany(call)
  if (!inner) return answerOne(call, node, name)
  if (inner.length > mostCalls) throw new UnreadableCall()
  const results = inner.map((one) => answerOne(one, node, name))
  return encodeFunctionResult({ abi: manyAbi, functionName: 'multicall', result: results })
}

function readMany(call: Hex): readonly Hex[] | undefined {
  return selectorOf(call) === '0xac9650d8'
    ? read(() => decodeFunctionData({ abi: manyAbi, data: call }).args[0])
    : undefined
}

const selectorOf = (call: Hex) => call.slice(0, 10).toLowerCase()

function answerOne(call: Hex, node: Hex, name: StoredName | undefined): Hex {
  const about = (asked: Hex) => {
    if (asked !== node) throw new UnreadableCall()
  }
  switch (selectorOf(call)) {
    case '0x3b3b57de': {
      const [asked] = read(() => decodeFunctionData({ abi: addrAbi, data: call }).args)
      about(asked)
      const result = addressFor(name, etherCoin) ?? zeroAddress
      return encodeFunctionResult({ abi: addrAbi, functionName: 'addr', result })
    }
    case '0xf1cb7e06': {
      const [asked, coinType] = read(() => decodeFunctionData({ abi: coinAbi, data: call }).args)
      about(asked)
      // A coin type beyond 32 bits is none of ours.
      const result = coinType <= 0xffff_ffffn ? (addressFor(name, Number(coinType)) ?? '0x') : '0x'
      return encodeFunctionResult({ abi: coinAbi, functionName: 'addr', result })
    }
    case '0x59d1d43c': {
      const [asked, key] = read(() => decodeFunctionData({ abi: textAbi, data: call }).args)
      about(asked)
      return encodeFunctionResult({ abi: textAbi, functionName: 'text', result: textFor(name, key) })
    }
    case '0xbc1c58d1': {
      const [asked] = read(() => decodeFunctionData({ abi: contentAbi, data: call }).args)
      about(asked)
      return encodeFunctionResult({ abi: contentAbi, functionName: 'contenthash', result: '0x' })
    }
    default:
      return '0x'
  }
}

function read<value>(decode: () => value): value {
  try {
    return decode()
  } catch {
    throw new UnreadableCall()
  }
}

/** The record of that coin; a key has the same address on every eip155 network, a contract has not. */
function addressFor(name: StoredName | undefined, coinType: number): Hex | undefined {
  const own = name?.addresses.get(coinType)?.address
  if (own !== undefined || !name || name.isContract) return own
  return coinType >= anyEvmCoin ? name.addresses.get(etherCoin)?.address : undefined
}

function textFor(name: StoredName | undefined, key: string): string {
  const attributes = name?.attributes ?? {}
  const of = (each: string) => (Object.hasOwn(attributes, each) ? attributes[each] : undefined)
  // What people write about themselves goes by another key in ENS.
  return of(key) ?? (key === 'description' ? of('bio') : undefined) ?? ''
}
