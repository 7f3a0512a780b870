/** The id of a bundle of calls: the hash of its operation, then its network, so that nothing has to be kept for it. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Hex } from '../chain/shapes.js'

const shape = /^0x([0-9a-f]{64})([0-9a-f]{16})$/i

export function writeCallsId(hash: Hex, chainId: bigint): Hex {
  return `${hash}${chainId.toString(16).padStart(16, '0')}`
}

export function readCallsId(id: string): { hash: Hex; chainId: Hex; networkId: NetworkId } | undefined {
  const [, hash, network] = shape.exec(id) ?? []
  if (!hash || !network) return undefined
  const chainId = BigInt(`0x${network}`)
  return {
    hash: `0x${hash.toLowerCase()}`,
    chainId: `0x${chainId.toString(16)}`,
    networkId: `eip155:${chainId}`,
  }
}
