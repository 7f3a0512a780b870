/** Names and their texts from ENS, by the one contract that finds both (ENSIP-10, ENSIP-19, ENSIP-23). */
import { decodeFunctionResult, encodeFunctionData, parseAbi, toHex } from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import type { Chain } from '../chain/chain.js'
import type { Hex } from '../chain/shapes.js'
import { isNormal } from '../names/zone.js'
import type { Untrusted } from '../ports/untrusted.js'
import { isServerAway, LookupFailed, ownBatches, Reverted, readThrough } from './ccipRead.js'

const resolverAbi = parseAbi([
  'function reverseWithGateways(bytes account, uint256 coinType, string[] gateways) view returns (string primary, address resolver, address reverseResolver)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
])
const recordAbi = parseAbi(['function text(bytes32 node, string key) view returns (string)'])

export interface Ens {
  /** The name that an address calls itself and that points back at it; undefined where there is none. */
  nameOf(address: Hex, coinType: number, signal: AbortSignal): Promise<string | undefined>
  /** A text record; undefined where there is none. */
  textOf(name: string, key: string, signal: AbortSignal): Promise<string | undefined>
}

const nameLength = 255
const textLength = 256 * 1024
/** The list of servers for batches: none but this gateway itself. */
const gateways = [ownBatches]

export function createEns(input: { chain: Chain; resolver: Hex; untrusted: Untrusted }): Ens {
  const { chain, resolver, untrusted } = input

  /** Undefined where the contracts say that there is nothing, or cannot be made to say anything. */
  async function read(data: Hex, signal: AbortSignal): Promise<Hex | undefined> {
    try {
      return await readThrough({ chain, untrusted, to: resolver, data, signal })
    } catch (cause) {
      if (!(cause instanceof Reverted)) throw cause
      // A resolver that always reverts has no name; a server that is away may have one (D-13).
      if (isServerAway(cause)) throw new LookupFailed()
      return undefined
    }
  }

  return {
    async nameOf(address, coinType, signal) {
      const args = [address, BigInt(coinType), gateways] as const
      const data = encodeFunctionData({ abi: resolverAbi, functionName: 'reverseWithGateways', args })
      const answer = await read(data, signal)
      const name = decode(() => {
        if (answer === undefined) return undefined
        return decodeFunctionResult({
          abi: resolverAbi,
          functionName: 'reverseWithGateways',
          data: answer,
        })[0]
      })
      // One that is written in another way than ENSIP-15 has it is made to look like another.
      return name && name.length <= nameLength && name.includes('.') && isNormal(name) ? name : undefined
    },

    async textOf(name, key, signal) {
      const call = encodeFunctionData({ abi: recordAbi, functionName: 'text', args: [namehash(name), key] })
      const args = [toHex(packetToBytes(name)), call, gateways] as const
      const data = encodeFunctionData({ abi: resolverAbi, functionName: 'resolveWithGateways', args })
      const answer = await read(data, signal)
      const text = decode(() => {
        if (answer === undefined) return undefined
        const [inner] = decodeFunctionResult({
          abi: resolverAbi,
          functionName: 'resolveWithGateways',
          data: answer,
        })
        return inner === '0x'
          ? undefined
          : decodeFunctionResult({ abi: recordAbi, functionName: 'text', data: inner })
      })
      return text && text.length <= textLength ? text : undefined
    },
  }
}

/** What a stranger returned may be anything; what cannot be read says nothing. */
function decode<value>(read: () => value): value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
