/** What the local world serves besides Ethereum's kin. Its code comes only where there is something to reach with it. */
import type { Network } from '@latchkey/spec/entities'
import type { Adapter } from 'latchkey'
import type { LocalWorldFacts } from './localWorld.js'

export interface OtherNamespaces {
  readonly networks: readonly Network[]
  readonly adapters: readonly Adapter[]
}

export const noOthers: OtherNamespaces = { networks: [], adapters: [] }

export async function otherNamespaces(world: LocalWorldFacts | undefined): Promise<OtherNamespaces> {
  const solana = solanaNetwork(world)
  if (!solana) return noOthers
  const { solana: createAdapter } = await import('latchkey/solana')
  return { networks: [solana], adapters: [createAdapter()] }
}

function solanaNetwork(world: LocalWorldFacts | undefined): Network | undefined {
  const found = Object.keys(world?.networks ?? {}).find((id) => id.startsWith('solana:'))
  if (!found) return undefined
  const reference = found.slice('solana:'.length)
  return {
    id: reference,
    chainNamespace: 'solana',
    caipNetworkId: `solana:${reference}`,
    name: 'Local Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [`/gateway/v1?chainId=solana:${reference}`] } },
  }
}
