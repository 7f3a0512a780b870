/** Bitcoin's networks: their ids, which are the first bytes of their genesis blocks, and their names. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'

const references = {
  mainnet: '000000000019d6689c085ae165831e93',
  testnet: '000000000933ea01ad0ee984209779ba',
  testnet4: '00000000da84f2bafbbc53dee25a72ae',
  signet: '00000008819873e925422c1ff0f99f7c',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328',
} as const

export type BitcoinNetwork = keyof typeof references
export const bitcoinNetworks = Object.keys(references) as readonly BitcoinNetwork[] // the keys of the table above

export const networkIdOf = (name: BitcoinNetwork): NetworkId => `bip122:${references[name]}`

export const networkNameOf = (id: NetworkId): BitcoinNetwork | undefined =>
  bitcoinNetworks.find((name) => networkIdOf(name) === id)

/** A network that a wallet knows and this adapter does not, such as a fork: it must not be taken for the one it looks like. */
export const otherNetworkId = (name: string): NetworkId | undefined =>
  /^[-_a-zA-Z0-9]{1,32}$/.test(name) ? `bip122:${name}` : undefined

const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 } as const

/** The block explorer's own API is what is read without a gateway: Esplora, the way to ask about addresses. */
const network = (name: BitcoinNetwork, title: string, path: string): Network => ({
  id: references[name],
  chainNamespace: 'bip122',
  caipNetworkId: networkIdOf(name),
  name: title,
  nativeCurrency,
  rpcUrls: { default: { http: [`https://mempool.space${path}/api`] } },
  blockExplorers: { default: { name: 'Mempool', url: `https://mempool.space${path}` } },
  testnet: name !== 'mainnet',
})

/** Bitcoin itself. */
export const bitcoin: Network = /* @__PURE__ */ network('mainnet', 'Bitcoin', '')
/** Bitcoin's third test network. */
export const bitcoinTestnet: Network = /* @__PURE__ */ network('testnet', 'Bitcoin Testnet', '/testnet')
/** Bitcoin's fourth test network. */
export const bitcoinTestnet4: Network = /* @__PURE__ */ network('testnet4', 'Bitcoin Testnet 4', '/testnet4')
/** Bitcoin's test network of signed blocks. */
export const bitcoinSignet: Network = /* @__PURE__ */ network('signet', 'Bitcoin Signet', '/signet')

/** A chain of one's own; `url` is where its Esplora API is. */
export const bitcoinRegtest = (url: string): Network => ({
  id: references.regtest,
  chainNamespace: 'bip122',
  caipNetworkId: networkIdOf('regtest'),
  name: 'Bitcoin Regtest',
  nativeCurrency,
  rpcUrls: { default: { http: [url] } },
  testnet: true,
})
