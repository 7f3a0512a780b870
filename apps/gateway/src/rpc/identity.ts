/** Makes sure that an upstream serves the network that it stands for: one of another network would show that one's balances. */
import type { NetworkId } from '@latchkey/spec/caip'
import { parseNetworkId } from '@latchkey/spec/caip'
import type { RpcCall } from './call.js'

export interface Identity {
  readonly call: RpcCall
  /** Takes the text of the result. */
  readonly matches: (result: string) => boolean
}

/** How a network is told from others; undefined for namespaces that have no way. */
export function identityOf(networkId: NetworkId): Identity | undefined {
  const { namespace, reference = '' } = parseNetworkId(networkId) ?? {}
  if (namespace === 'eip155')
    return { call: question('eth_chainId'), matches: (result) => quantityOf(result) === BigInt(reference) }
  // CAIP-2 references of both are the first 32 characters of the genesis hash.
  const matches = (result: string) => result.startsWith(`"${reference}`)
  if (namespace === 'solana') return { call: question('getGenesisHash'), matches }
  if (namespace === 'bip122') return { call: question('getblockhash', '[0]'), matches }
  if (namespace === 'polkadot')
    return {
      call: question('chain_getBlockHash', '[0]'),
      matches: (result) => result.startsWith(`"0x${reference}`),
    }
  return undefined
}

const question = (method: string, params = '[]'): RpcCall => ({ method, id: '1', params })

/** The number of a hex quantity in JSON; undefined for anything else. */
export function quantityOf(result: string): bigint | undefined {
  const [, hex] = /^"(0x[0-9a-f]{1,64})"$/i.exec(result) ?? []
  return hex === undefined ? undefined : BigInt(hex)
}
