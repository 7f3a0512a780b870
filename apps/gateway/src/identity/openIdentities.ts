/** Puts together who addresses are: ENS where a network that is served has it, and the own zone. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { ChainData } from '../chain/openChainData.js'
import type { Config } from '../config/config.js'
import type { Names } from '../names/names.js'
import type { Cache } from '../ports/cache.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Untrusted } from '../ports/untrusted.js'
import type { Rpc } from '../rpc/rpc.js'
import { createAvatars } from './avatars.js'
import { createEns, type Ens } from './ens.js'
import { createIdentities, type Identities } from './identities.js'

export interface OpenIdentitiesInput {
  readonly config: Pick<Config, 'LATCHKEY_IPFS_GATEWAY'>
  readonly names: Pick<Names, 'ofOwner'>
  readonly rpc: Pick<Rpc, 'upstreams'>
  readonly chainData: Pick<ChainData, 'chainOf' | 'networks'>
  readonly untrusted: Untrusted
  readonly cache: Cache
  readonly clock: Clock
  readonly log: Log
}

export function openIdentities(input: OpenIdentitiesInput): Identities {
  const { config, names, untrusted, cache, clock, log } = input
  const avatars = createAvatars({ untrusted, cache, ipfsGateway: config.LATCHKEY_IPFS_GATEWAY })
  return createIdentities({ names, ens: openEns(input), avatars, cache, clock, log })
}

/** Names are of one network: Ethereum where it is served, else the first that has them. */
function openEns({ rpc, chainData, untrusted }: OpenIdentitiesInput): Ens | undefined {
  const mainnet: NetworkId = 'eip155:1'
  const served = [...rpc.upstreams].filter(([, { http }]) => http.length > 0).map(([networkId]) => networkId)
  for (const networkId of [mainnet, ...served]) {
    if (!networkId.startsWith('eip155:') || !served.includes(networkId)) continue
    const { universalResolver: resolver } = chainData.networks(networkId)
    if (resolver) return createEns({ chain: chainData.chainOf(networkId), resolver, untrusted })
  }
  return undefined
}
