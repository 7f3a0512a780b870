/** Every setting of the gateway: its name in the environment and in the file, what it means, its default, its reader. */
import { resolve } from 'node:path'
import { accountProviderNames, readExplorers } from '../accounts/providers.js'
import { readEsplora } from '../bitcoin/esplora.js'
import { readBundlerAccounts, readBundlerRules, readPaymasters } from '../bundler/own/settings.js'
import { readBundlers } from '../bundler/settings.js'
import { readNetworks } from '../chain/networks.js'
import { readSolanaFacts } from '../chain/solanaFacts.js'
import { readSignerKey } from '../names/ccip/signer.js'
import { readZone } from '../names/zone.js'
import { readOnramp } from '../onramp/settings.js'
import { logLevels } from '../ports/log.js'
import { readCoingeckoKey, readPriceProviders } from '../prices/providers.js'
import { swapProviderNames } from '../swaps/providers.js'
import * as read from './parse.js'
import { relaySettings } from './relaySettings.js'
import { walletSettings } from './walletSettings.js'

export interface Setting<value> {
  readonly about: string
  readonly parse: (text: string) => value
  /** Text used when it is not set; absent: the setting is optional and reads as undefined. */
  readonly fallback?: string
  /** How the value is printed; `secret` hides it whole, `url` hides its password, `keys` names what a map is about. */
  readonly print?: 'secret' | 'url' | 'keys'
}

const text = (value: string) => value

export const settings = {
  LATCHKEY_GATEWAY_PORT: { about: 'port of the API', parse: read.port, fallback: '3001' },
  LATCHKEY_WALLET_PORT: { about: 'port of the wallet origin', parse: read.port, fallback: '3002' },
  LATCHKEY_HOST: { about: 'address that both listen on', parse: text, fallback: '127.0.0.1' },
  LATCHKEY_WALLET_DIR: {
    about: 'built wallet to serve; unset: no wallet origin',
    parse: (path: string) => resolve(path),
  },
  LATCHKEY_WALLET_URL: {
    about: 'origin under which browsers reach the wallet; unset: localhost and its port',
    parse: read.originOf,
  },
  LATCHKEY_DATA: { about: 'data folder', parse: (path: string) => resolve(path), fallback: '.latchkey' },
  DATABASE_URL: {
    about: 'PostgreSQL 15 or later; unset: an own one in the data folder',
    parse: read.urlOf('postgres', 'postgresql'),
    print: 'url',
  },
  LATCHKEY_POSTGRES_PORT: { about: 'port of the own PostgreSQL; 0: any', parse: read.port, fallback: '3009' },
  LATCHKEY_DATABASE_POOL: { about: 'database connections', parse: read.wholeNumber, fallback: '10' },
  REDIS_URL: {
    about: 'Redis shared by several gateways; unset: memory',
    parse: read.urlOf('redis', 'rediss'),
    print: 'url',
  },
  LATCHKEY_ROLES: { about: 'what this process does', parse: read.roleSet, fallback: read.roles.join(',') },
  LATCHKEY_UPSTREAMS: {
    about: 'network id to JSON-RPC URLs',
    parse: read.upstreams,
    fallback: '{}',
    print: 'secret',
  },
  LATCHKEY_ESPLORA: {
    about: 'bip122 network id to URLs of Esplora servers',
    parse: readEsplora,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_RPC_CACHE: {
    about:
      'milliseconds that answers about the newest block are kept; 0: not at all, as in local mode by itself',
    parse: read.wholeNumber,
    fallback: '1000',
  },
  LATCHKEY_PRICES: {
    about: 'price providers for what the chain does not tell: coingecko, defillama',
    parse: readPriceProviders,
    fallback: '',
  },
  LATCHKEY_COINGECKO_KEY: {
    about: 'demo: or pro: and a key of CoinGecko',
    parse: readCoingeckoKey,
    print: 'secret',
  },
  LATCHKEY_SWAPS: {
    about: 'swap provider where it serves the network: 0x, 1inch, lifi; unset: exchanges on the chain',
    parse: read.oneOf(swapProviderNames),
  },
  LATCHKEY_SWAPS_KEY: { about: 'key of the swap provider', parse: read.token, print: 'secret' },
  LATCHKEY_JUPITER_KEY: {
    about: 'key of Jupiter, which quotes swaps on Solana; unset: none are quoted',
    parse: read.token,
    print: 'secret',
  },
  LATCHKEY_ACCOUNTS: {
    about:
      'who is asked for the tokens and the history of accounts, where it serves the network: zerion, alchemy, blockscout; unset: the chain',
    parse: read.oneOf(accountProviderNames),
  },
  LATCHKEY_ACCOUNTS_KEY: { about: 'key of that provider', parse: read.token, print: 'secret' },
  LATCHKEY_EXPLORERS: {
    about: 'network id to the URL of a Blockscout of one’s own',
    parse: readExplorers,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_IPFS_GATEWAY: {
    about: 'where ipfs: metadata and pictures of collectibles are read; unset: they are not',
    parse: read.urlOf('https', 'http'),
    print: 'url',
  },
  LATCHKEY_NETWORKS: {
    about: 'contracts and tokens of eip155 networks, beyond those that are known',
    parse: readNetworks,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_SOLANA: {
    about: 'tokens of solana networks: their names, and which are taken to be worth one dollar',
    parse: readSolanaFacts,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_ONRAMP: {
    about: 'on-ramp providers and their keys, by name: sandbox, coinbase, moonpay, transak, meld',
    parse: readOnramp,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_NAMES_ZONE: {
    about: 'zone in which names are given away',
    parse: readZone,
    fallback: 'latch.id',
  },
  LATCHKEY_NAMES_PER_ADDRESS: {
    about: 'names that one address may have',
    parse: read.wholeNumber,
    fallback: '10',
  },
  LATCHKEY_NAMES_PER_DAY: {
    about: 'names a day that may be registered from one network address; 0: unlimited',
    parse: read.wholeNumber,
    fallback: '50',
  },
  LATCHKEY_NAMES_RESERVED: {
    about: 'labels that nobody may register, beyond those that are known',
    parse: read.list,
    fallback: '',
  },
  LATCHKEY_NAMES_OLDER_FORM: {
    about: 'whether signed messages without a nonce are accepted for names',
    parse: read.flag,
    fallback: '1',
  },
  LATCHKEY_NAMES_SIGNER: {
    about: 'private key that answers about names are signed with; unset: one in the data folder',
    parse: readSignerKey,
    print: 'secret',
  },
  LATCHKEY_BUNDLERS: {
    about: 'bundlers of user operations: network id to URLs by name',
    parse: readBundlers,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_BUNDLER_KEYS: {
    about: 'accounts from which the own bundler sends: network id to private key; unset: no own bundler',
    parse: readBundlerAccounts,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_BUNDLER_RULES: {
    about:
      'by network id: accounts of other makes that the own bundler serves, and wei that it may lose an hour',
    parse: readBundlerRules,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_PAYMASTERS: {
    about: 'paymasters of the own bundler, by network id, and what they pay for which project',
    parse: readPaymasters,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_SESSIONS_KEYS: {
    about:
      'keys that seal the keys of smart sessions, newest first; unset: one under LATCHKEY_KMS, or in the database',
    parse: (text: string) => read.list(text).map(read.token),
    fallback: '',
    print: 'secret',
  },
  ...walletSettings,
  LATCHKEY_REQUIRED_NETWORKS: {
    about: 'networks without which /readyz says no; unset: all of them in local mode, else none',
    parse: read.networkIds,
  },
  LATCHKEY_PROJECTS: { about: 'projects and their allowed origins', parse: read.projects, fallback: '[]' },
  LATCHKEY_LOCAL: { about: 'local mode: one open project', parse: read.flag, fallback: '0' },
  LATCHKEY_DIRECTORY: {
    about: 'file with wallets that the operator adds, hides, ranks or describes otherwise',
    parse: (path: string) => resolve(path),
  },
  LATCHKEY_RATE_LIMIT: {
    about: 'requests a minute for one address and project; 0: unlimited',
    parse: read.wholeNumber,
    fallback: '1200',
  },
  LATCHKEY_RATE_BURST: {
    about: 'requests at once within that limit',
    parse: read.wholeNumber,
    fallback: '200',
  },
  LATCHKEY_ACCOUNT_RATE_LIMIT: {
    about: 'requests a minute about one account of one project, whoever asks; 0: unlimited',
    parse: read.wholeNumber,
    fallback: '600',
  },
  LATCHKEY_ANALYTICS_DAYS: {
    about: 'days that analytics events are kept; 0: none are',
    parse: read.wholeNumber,
    fallback: '30',
  },
  LATCHKEY_ANALYTICS_EVENTS: {
    about: 'analytics events kept for one project; the oldest go first',
    parse: read.wholeNumber,
    fallback: '1000000',
  },
  ...relaySettings,
  LATCHKEY_METRICS_TOKEN: {
    about: 'bearer token that /metrics asks for; unset: none',
    parse: read.token,
    print: 'secret',
  },
  LATCHKEY_TRUSTED_PROXIES: {
    about: 'addresses or CIDR ranges whose X-Forwarded-For is believed',
    parse: read.list,
    fallback: '',
  },
  LATCHKEY_TRUSTED_HOSTS: {
    about: 'hosts of private services that avatars, images, CCIP-Read and webhooks may name',
    parse: read.list,
    fallback: '',
  },
  LATCHKEY_SHUTDOWN_SECONDS: {
    about: 'time for requests in flight to end',
    parse: read.wholeNumber,
    fallback: '10',
  },
  LATCHKEY_LOG_LEVEL: { about: 'least severe event logged', parse: read.oneOf(logLevels), fallback: 'info' },
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings
type SettingValue<name extends SettingName> = ReturnType<(typeof settings)[name]['parse']>

/** The settings as read: those without a default may be undefined. */
export type Settings = {
  readonly [name in SettingName]: (typeof settings)[name] extends { fallback: string }
    ? SettingValue<name>
    : SettingValue<name> | undefined
}
