/** What the page offers besides Ethereum's kin, where the local world is there. Its code comes only then. */
import type { Network } from '@latchkey/spec/entities'
import type { Adapter } from 'latchkey'
import type { LocalWorldFacts } from './localWorld.js'

export interface OtherNamespaces {
  readonly networks: readonly Network[]
  readonly adapters: readonly Adapter[]
}

export const noOthers: OtherNamespaces = { networks: [], adapters: [] }

export async function otherNamespaces(world: LocalWorldFacts | undefined): Promise<OtherNamespaces> {
  if (!world) return noOthers
  const found = await Promise.all([solanaOf(world), bitcoinOf(world), polkadotOf()])
  return {
    networks: found.flatMap(({ networks }) => networks),
    adapters: found.flatMap(({ adapters }) => adapters),
  }
}

/** The reference of the world's network of a namespace. */
const referenceIn = (world: LocalWorldFacts, namespace: string): string | undefined =>
  Object.keys(world.networks)
    .find((id) => id.startsWith(`${namespace}:`))
    ?.slice(namespace.length + 1)

async function solanaOf(world: LocalWorldFacts): Promise<OtherNamespaces> {
  const reference = referenceIn(world, 'solana')
  if (!reference) return noOthers
  const { solana, solanaLocalnet } = await import('latchkey/solana')
  const network = solanaLocalnet(`/gateway/v1?chainId=solana:${reference}`, reference)
  // Not a test network to this page: what it holds is shown (S5-20).
  return { networks: [{ ...network, name: 'Local Solana', testnet: false }], adapters: [solana()] }
}

async function bitcoinOf(world: LocalWorldFacts): Promise<OtherNamespaces> {
  const reference = referenceIn(world, 'bip122')
  if (!reference) return noOthers
  const { bip122, bitcoinRegtest } = await import('latchkey/bip122')
  const network = bitcoinRegtest(`/gateway/v1/esplora/bip122:${reference}`)
  return { networks: [{ ...network, name: 'Local Bitcoin' }], adapters: [bip122()] }
}

/** No chain of it is local: accounts connect and sign, and a test network says nothing of what they hold (S5-20). */
async function polkadotOf(): Promise<OtherNamespaces> {
  const { paseo, polkadot } = await import('latchkey/polkadot')
  return { networks: [paseo], adapters: [polkadot()] }
}
