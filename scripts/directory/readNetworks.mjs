/** Networks with their names, currencies, explorers and pictures. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { svgPicture } from './images.mjs'
import * as links from './links.mjs'
import { constantsOf } from './literals.mjs'

/** Networks of other namespaces, which no package lists in one place. @type {{ id: string, icon: string, name: string, currency: [string, string, number], explorer?: [string, string], testnet?: true }[]} */
const others = [
  {
    id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    icon: 'solana',
    name: 'Solana',
    currency: ['Solana', 'SOL', 9],
    explorer: ['Solana Explorer', 'https://explorer.solana.com'],
  },
  {
    id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    icon: 'solana',
    name: 'Solana Devnet',
    currency: ['Solana', 'SOL', 9],
    explorer: ['Solana Explorer', 'https://explorer.solana.com'],
    testnet: true,
  },
  {
    id: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    icon: 'solana',
    name: 'Solana Testnet',
    currency: ['Solana', 'SOL', 9],
    explorer: ['Solana Explorer', 'https://explorer.solana.com'],
    testnet: true,
  },
  {
    id: 'bip122:000000000019d6689c085ae165831e93',
    icon: 'bitcoin',
    name: 'Bitcoin',
    currency: ['Bitcoin', 'BTC', 8],
    explorer: ['Mempool', 'https://mempool.space'],
  },
  {
    id: 'bip122:000000000933ea01ad0ee984209779ba',
    icon: 'bitcoin',
    name: 'Bitcoin Testnet',
    currency: ['Bitcoin', 'BTC', 8],
    explorer: ['Mempool', 'https://mempool.space/testnet'],
    testnet: true,
  },
  {
    id: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    icon: 'polkadot',
    name: 'Polkadot',
    currency: ['Polkadot', 'DOT', 10],
    explorer: ['Subscan', 'https://polkadot.subscan.io'],
  },
  {
    id: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
    icon: 'kusama',
    name: 'Kusama',
    currency: ['Kusama', 'KSM', 12],
    explorer: ['Subscan', 'https://kusama.subscan.io'],
  },
]

/**
 * @param {{ names: string, pictures: string, networkImages: Record<string, string> }} input folders, and ids of pictures by reference
 */
export async function readNetworks({ names, pictures, networkImages }) {
  const { networks: drawn } = constantsOf(
    readFileSync(join(names, 'dist/metadata/networks.js'), 'utf8'),
    'networks.js',
  )
  /** @type {Map<string, string>} */
  const iconNames = new Map(
    drawn
      .filter((/** @type {any} */ each) => each.caip2id)
      .map((/** @type {any} */ each) => [each.caip2id, each.filePath.slice('network:'.length)]),
  )
  const icon = (/** @type {string | undefined} */ name) => {
    const path = join(pictures, 'dist/svgs/networks/background', `${name}.svg.js`)
    if (!name || !existsSync(path)) return undefined
    return svgPicture(String(Object.values(constantsOf(readFileSync(path, 'utf8'), 'icon.js'))[0]))
  }

  const chains = await import('viem/chains')
  /** @type {Map<number, any>} the same network may be exported under several names */
  const byId = new Map()
  for (const chain of Object.values(chains))
    if ('id' in chain && !byId.has(chain.id)) byId.set(chain.id, chain)
  const eip155 = [...byId.values()]
    // Local development networks share their ids with whatever runs on a machine.
    .filter(({ id }) => id !== 31337 && id !== 1337)
    .sort((a, b) => a.id - b.id)
    .map((chain) => ({
      id: `eip155:${chain.id}`,
      name: String(chain.name),
      currency: [chain.nativeCurrency.name, chain.nativeCurrency.symbol, chain.nativeCurrency.decimals],
      explorer: explorerOf(chain.blockExplorers?.default),
      testnet: chain.testnet === true,
      icon: icon(iconNames.get(`eip155:${chain.id}`)),
      source: 'viem',
    }))
  const rest = others.map(({ id, icon: iconName, name, currency, explorer, testnet = false }) => ({
    id,
    name,
    currency,
    explorer: explorer ? { name: explorer[0], url: explorer[1] } : null,
    testnet,
    icon: icon(iconName),
    source: 'curated',
  }))
  return [...eip155, ...rest].map((network) => {
    const alias = networkImages[network.id.slice(network.id.indexOf(':') + 1)]
    return { ...network, aliases: alias ? [alias] : [] }
  })
}

/** @param {{ name: string, url: string } | undefined} explorer */
function explorerOf(explorer) {
  const url = links.webLink(explorer?.url)
  return explorer && url ? { name: explorer.name, url: url.replace(/\/$/, '') } : null
}
