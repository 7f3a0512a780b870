/** What the local world is made of, as data: which process serves what, where, and after whom. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { networkId as bitcoinNetworkId } from '../bitcoin/networkId.js'
import { localAccounts } from '../evm/accounts.js'
import { networkId } from '../evm/chainId.js'
import { marketFacts, onrampSandbox, operationSettings } from '../evm/marketFacts.js'
import { farcasterSettings } from '../farcaster/createFarcaster.js'
import { identitySettings } from '../identity/startIdentity.js'
import type { PortName, Ports } from '../ports.js'
import { solanaFacts } from '../solana/marketFacts.js'
import { networkId as solanaNetworkId } from '../solana/networkId.js'
import type { SitePlan } from '../static/main.js'
import type { Part } from '../supervisor.js'

export interface WorldPlace {
  /** The clone. */
  readonly root: string
  readonly data: string
  readonly ports: Ports
}

/** A line of the address table. */
export interface WorldRow {
  readonly name: string
  readonly address: string
  readonly about: string
}

/** What a folder must hold for the world to start; an optional one is left out with a word about it. */
const builds = {
  chain: { file: 'local/dist/evm.js', optional: false },
  solana: { file: 'local/dist/solana.js', optional: false },
  bitcoin: { file: 'local/dist/bitcoin.js', optional: false },
  people: { file: 'local/dist/people.js', optional: false },
  sites: { file: 'local/dist/static.js', optional: false },
  gateway: { file: 'apps/gateway/dist/main.js', optional: false },
  wallet: { file: 'apps/wallet/dist/index.html', optional: false },
  playground: { file: 'apps/playground/dist/index.html', optional: false },
  phone: { file: 'apps/phone/dist/index.html', optional: true },
  docs: { file: 'docs/dist/index.html', optional: true },
} as const
export type Build = keyof typeof builds

/** Which builds are not there. */
export function missingBuilds(root: string): { name: Build; file: string; optional: boolean }[] {
  // The keys of a literal table.
  return (Object.keys(builds) as Build[])
    .map((name) => ({ name, ...builds[name] }))
    .filter(({ file }) => !existsSync(join(root, file)))
}

/** The environment of a child: ours, without settings that would point the local world at somebody's real services. */
function childEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(
    ([name]) =>
      name === 'LATCHKEY_LOG_LEVEL' ||
      !/^(LATCHKEY_.*|DATABASE_URL|REDIS_URL|NODE_OPTIONS|VITEST.*)$/.test(name),
  )
  return { ...Object.fromEntries(passed), NODE_ENV: 'production', ...settings }
}

export const localFile = (data: string) => join(data, 'local.json')

export function worldParts({ root, data, ports }: WorldPlace, without: ReadonlySet<Build>): Part[] {
  const chain = `http://127.0.0.1:${ports.evm}`
  const solana = `http://127.0.0.1:${ports.solana}`
  const bitcoin = `http://127.0.0.1:${ports.bitcoin}`
  const gateway = `http://127.0.0.1:${ports.gateway}`
  const { bundlerKeys, paymasters } = operationSettings()
  const sites = sitePlans({ root, data, ports }).filter(({ name }) => !without.has(name))
  return [
    {
      name: 'evm',
      script: join(root, builds.chain.file),
      env: childEnvironment({
        LATCHKEY_EVM_PORT: String(ports.evm),
        LATCHKEY_EVM_NAMES_URL: `http://localhost:${ports.gateway}/v1/ccip/{sender}/{data}.json`,
      }),
      after: [],
      health: [`${chain}/healthz`],
    },
    {
      name: 'solana',
      script: join(root, builds.solana.file),
      env: childEnvironment({
        LATCHKEY_SOLANA_PORT: String(ports.solana),
        LATCHKEY_SOLANA_SOCKET_PORT: String(ports.solanaSocket),
      }),
      after: [],
      health: [`${solana}/healthz`],
    },
    {
      name: 'bitcoin',
      script: join(root, builds.bitcoin.file),
      env: childEnvironment({ LATCHKEY_BITCOIN_PORT: String(ports.bitcoin) }),
      after: [],
      health: [`${bitcoin}/healthz`],
    },
    {
      name: 'people',
      script: join(root, builds.people.file),
      env: childEnvironment({
        LATCHKEY_PEOPLE_PORT: String(ports.people),
        LATCHKEY_SMTP_PORT: String(ports.smtp),
        LATCHKEY_PEOPLE_WALLET_URL: `http://localhost:${ports.wallet}`,
      }),
      after: [],
      health: [`http://127.0.0.1:${ports.people}/`],
    },
    {
      name: 'gateway',
      script: join(root, builds.gateway.file),
      env: childEnvironment({
        LATCHKEY_LOCAL: '1',
        LATCHKEY_DATA: data,
        LATCHKEY_GATEWAY_PORT: String(ports.gateway),
        LATCHKEY_WALLET_PORT: String(ports.wallet),
        LATCHKEY_WALLET_DIR: join(root, 'apps/wallet/dist'),
        LATCHKEY_POSTGRES_PORT: String(ports.postgres),
        LATCHKEY_UPSTREAMS: JSON.stringify({
          [networkId]: [chain, `ws://127.0.0.1:${ports.evm}`],
          [solanaNetworkId]: [solana, `ws://127.0.0.1:${ports.solana}`],
        }),
        LATCHKEY_ESPLORA: JSON.stringify({ [bitcoinNetworkId]: [bitcoin] }),
        LATCHKEY_SOLANA: JSON.stringify({ [solanaNetworkId]: solanaFacts }),
        LATCHKEY_NETWORKS: JSON.stringify({ [networkId]: marketFacts }),
        LATCHKEY_BUNDLER_KEYS: JSON.stringify(bundlerKeys),
        LATCHKEY_PAYMASTERS: JSON.stringify(paymasters),
        LATCHKEY_ONRAMP: JSON.stringify({ sandbox: onrampSandbox() }),
        LATCHKEY_NAMES_SIGNER: localAccounts().names.privateKey,
        LATCHKEY_SMTP: `smtp://127.0.0.1:${ports.smtp}`,
        LATCHKEY_SOCIAL: JSON.stringify(identitySettings(`http://localhost:${ports.people}`)),
        LATCHKEY_FARCASTER: JSON.stringify(farcasterSettings(`http://localhost:${ports.people}`, networkId)),
      }),
      // Ready means that its networks answer.
      after: ['evm', 'solana', 'bitcoin'],
      health: [`${gateway}/readyz`],
      // Not its readiness, which waits for the chain and the database: a restart would mend neither.
      alive: [`${gateway}/healthz`],
    },
    {
      name: 'sites',
      script: join(root, builds.sites.file),
      env: childEnvironment({ LATCHKEY_SITES: JSON.stringify(sites) }),
      after: [],
      health: sites.map(({ port }) => `http://127.0.0.1:${port}/`),
    },
  ]
}

function sitePlans({ root, data, ports }: WorldPlace): (SitePlan & { name: Build })[] {
  const shared = { gatewayPort: ports.gateway, localFile: localFile(data) }
  return [
    {
      name: 'playground',
      folder: join(root, 'apps/playground/dist'),
      port: ports.playground,
      // It embeds the wallet's frame.
      walletOrigin: `http://localhost:${ports.wallet}`,
      ...shared,
    },
    {
      name: 'phone',
      folder: join(root, 'apps/phone/dist'),
      port: ports.phone,
      // Where apps open wallets: `<wallet>/wc?uri=…`.
      aliases: { '/wc': '/' },
      ...shared,
    },
    // Its start page has the widget on it.
    { name: 'docs', folder: join(root, 'docs/dist'), port: ports.docs, ...shared },
  ]
}

/** The ports that must be free, with the part that wants each. */
export const wantedPorts = (ports: Ports, without: ReadonlySet<Build>) =>
  (
    [
      ['playground', 'playground'],
      ['gateway', 'gateway'],
      ['wallet', 'wallet'],
      ['phone', 'phone'],
      ['evm', 'EVM chain'],
      ['solana', 'Solana chain'],
      ['solanaSocket', 'WebSocket of the Solana chain'],
      ['bitcoin', 'Bitcoin regtest'],
      ['docs', 'documentation site'],
      ['postgres', 'database of the gateway'],
      ['people', 'inbox and sign-in services'],
      ['smtp', 'mail server'],
    ] as const satisfies readonly (readonly [PortName, string])[]
  )
    .filter(([name]) => !(without as ReadonlySet<string>).has(name)) // port names and build names overlap where it matters
    .map(([name, part]) => ({ port: ports[name], part }))

export function addressRows(ports: Ports, without: ReadonlySet<Build>): WorldRow[] {
  const site = (name: 'playground' | 'gateway' | 'wallet' | 'phone' | 'docs', about: string): WorldRow => ({
    name,
    address: (without as ReadonlySet<string>).has(name) ? 'not built' : `http://localhost:${ports[name]}`,
    about,
  })
  return [
    site('playground', 'the demo dApp'),
    site('gateway', 'REST, JSON-RPC, relay'),
    site('wallet', 'embedded wallet origin'),
    site('phone', 'a relay wallet in a page'),
    {
      name: 'inbox',
      address: `http://localhost:${ports.people}`,
      about: 'mails of the local world; also plays the six sign-in services and Farcaster',
    },
    { name: 'evm', address: `http://127.0.0.1:${ports.evm}`, about: `${networkId}, faucet at /faucet` },
    {
      name: 'solana',
      address: `http://127.0.0.1:${ports.solana}`,
      about: `${solanaNetworkId}, WebSocket also on ${ports.solanaSocket}, faucet at /faucet`,
    },
    {
      name: 'bitcoin',
      address: `http://127.0.0.1:${ports.bitcoin}`,
      about: `${bitcoinNetworkId}, Esplora’s REST, faucet at /faucet`,
    },
    site('docs', 'the documentation'),
  ]
}
