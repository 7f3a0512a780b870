/** The local world as a whole, with stand-ins for its parts: what it hands them, and what it refuses. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localAccounts } from '../evm/accounts.js'
import { addresses } from '../evm/addresses.js'
import { marketFacts, onrampSandbox, operationSettings } from '../evm/marketFacts.js'
import { farcasterSettings } from '../farcaster/createFarcaster.js'
import { identitySettings } from '../identity/startIdentity.js'
import { solanaFacts } from '../solana/marketFacts.js'
import { networkId as solanaNetworkId } from '../solana/networkId.js'
import { freeBase, makeClone } from './fakeClone.js'
import type { LocalJson } from './localJson.js'
import { startWorld, type WorldEvent } from './startWorld.js'

const clone = makeClone()
let base: number
let data: string

beforeAll(async () => {
  base = await freeBase(4400, 4450)
})
afterAll(clone.remove)
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
})
afterEach(() => {
  clone.forget()
  rmSync(data, { recursive: true, force: true })
})

describe('startWorld', () => {
  test('starts every part with its ports and folders, and stops the chain last', async () => {
    const events: WorldEvent[] = []
    const world = await startWorld({ base, data, root: clone.root, report: (event) => events.push(event) })
    expect(world.ports.gateway).toBe(base + 1)
    expect(clone.started('evm')).toEqual({
      LATCHKEY_EVM_PORT: String(base + 4),
      LATCHKEY_EVM_NAMES_URL: `http://localhost:${base + 1}/v1/ccip/{sender}/{data}.json`,
    })
    expect(clone.started('gateway')).toEqual({
      LATCHKEY_LOCAL: '1',
      LATCHKEY_DATA: data,
      LATCHKEY_GATEWAY_PORT: String(base + 1),
      LATCHKEY_WALLET_PORT: String(base + 2),
      LATCHKEY_WALLET_DIR: join(clone.root, 'apps/wallet/dist'),
      LATCHKEY_POSTGRES_PORT: String(base + 9),
      LATCHKEY_UPSTREAMS: JSON.stringify({
        'eip155:31337': [`http://127.0.0.1:${base + 4}`, `ws://127.0.0.1:${base + 4}`],
        [solanaNetworkId]: [`http://127.0.0.1:${base + 5}`, `ws://127.0.0.1:${base + 5}`],
      }),
      LATCHKEY_ESPLORA: JSON.stringify({
        'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': [`http://127.0.0.1:${base + 7}`],
      }),
      LATCHKEY_SOLANA: JSON.stringify({ [solanaNetworkId]: solanaFacts }),
      LATCHKEY_BUNDLER_KEYS: JSON.stringify(operationSettings().bundlerKeys),
      LATCHKEY_PAYMASTERS: JSON.stringify(operationSettings().paymasters),
      LATCHKEY_NETWORKS: JSON.stringify({ 'eip155:31337': marketFacts }),
      LATCHKEY_ONRAMP: JSON.stringify({ sandbox: onrampSandbox() }),
      LATCHKEY_NAMES_SIGNER: localAccounts().names.privateKey,
      LATCHKEY_SMTP: `smtp://127.0.0.1:${base + 11}`,
      LATCHKEY_SOCIAL: JSON.stringify(identitySettings(`http://localhost:${base + 10}`)),
      LATCHKEY_FARCASTER: JSON.stringify(farcasterSettings(`http://localhost:${base + 10}`, 'eip155:31337')),
    })
    const sites = JSON.parse(clone.started('sites')?.LATCHKEY_SITES ?? '')
    expect(sites).toMatchObject([
      {
        name: 'playground',
        port: base,
        gatewayPort: base + 1,
        localFile: join(data, 'local.json'),
      },
      { name: 'docs', port: base + 8 },
    ])
    expect(events[0]).toMatchObject({ type: 'left-out', part: 'phone' })
    expect(world.rows.find(({ name }) => name === 'phone')?.address).toBe('not built')
    expect(clone.started('solana')).toEqual({
      LATCHKEY_SOLANA_PORT: String(base + 5),
      LATCHKEY_SOLANA_SOCKET_PORT: String(base + 6),
    })
    expect(clone.started('bitcoin')).toEqual({ LATCHKEY_BITCOIN_PORT: String(base + 7) })
    expect(world.rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['evm', 'solana', 'bitcoin']))
    await world.stop()
    const stops = clone.stopped()
    expect(stops.indexOf('evm')).toBeGreaterThan(stops.indexOf('gateway'))
    expect(stops.indexOf('bitcoin')).toBeGreaterThan(stops.indexOf('gateway'))
    expect(stops).toHaveLength(6)
    expect(existsSync(join(data, 'world.lock'))).toBe(false)
  })

  test('writes the facts of the world where pages and tests find them', async () => {
    const world = await startWorld({ base, data, root: clone.root })
    const facts = JSON.parse(readFileSync(join(data, 'local.json'), 'utf8')) as LocalJson
    expect(facts.urls.playground).toBe(`http://localhost:${base}`)
    expect(facts.networks['eip155:31337']).toMatchObject({
      chainId: 31337,
      rpcUrl: `http://127.0.0.1:${base + 4}`,
      contracts: addresses,
    })
    expect(facts.networks[solanaNetworkId]).toMatchObject({
      rpcUrl: `http://127.0.0.1:${base + 5}`,
      faucetUrl: `http://127.0.0.1:${base + 5}/faucet`,
      accounts: [{ name: 'alice', address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' }, {}, {}, {}, {}],
    })
    expect(facts.networks['bip122:0f9188f13cb7b2c71f2a335e3a4fc328']).toMatchObject({
      rpcUrl: `http://127.0.0.1:${base + 7}`,
    })
    expect(facts.accounts.addresses[0]).toEqual({
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      name: 'alice.eth',
    })
    await world.stop()
  })

  test('makes its folder and its logs readable for their owner only', async () => {
    const fresh = join(data, 'made/here')
    const world = await startWorld({ base, data: fresh, root: clone.root })
    const mode = (path: string) => (statSync(join(fresh, path)).mode & 0o777).toString(8)
    expect(['', 'logs', 'logs/evm.log', 'world.lock'].map(mode)).toEqual(['700', '700', '600', '600'])
    await world.stop()
  })

  test('keeps the settings of somebody’s real services away from its parts', async () => {
    const before = { ...process.env }
    Object.assign(process.env, {
      DATABASE_URL: 'postgres://real',
      REDIS_URL: 'redis://real',
      LATCHKEY_PROJECTS: '[]',
    })
    try {
      const world = await startWorld({ base, data, root: clone.root })
      await world.stop()
      expect(Object.keys(clone.started('gateway') ?? {})).not.toContain('DATABASE_URL')
      expect(Object.keys(clone.started('gateway') ?? {})).not.toContain('REDIS_URL')
      expect(Object.keys(clone.started('gateway') ?? {})).not.toContain('LATCHKEY_PROJECTS')
    } finally {
      process.env = before
    }
  })

  test('refuses before anything starts: a missing build, a taken port, a folder in use', async () => {
    const wallet = join(clone.root, 'apps/wallet/dist/index.html')
    rmSync(wallet)
    await expect(startWorld({ base, data, root: clone.root })).rejects.toThrow(
      'wallet: apps/wallet/dist/index.html is missing',
    )
    writeFileSync(wallet, 'apps/wallet')

    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(base + 9, '127.0.0.1', resolve))
    await expect(startWorld({ base, data, root: clone.root })).rejects.toThrow(
      `port ${base + 9}, wanted by the database of the gateway`,
    )
    await new Promise((resolve) => squatter.close(resolve))

    expect(clone.diary()).toEqual([])
    const world = await startWorld({ base, data, root: clone.root })
    await expect(startWorld({ base: base + 20, data, root: clone.root })).rejects.toThrow(
      `process ${process.pid}`,
    )
    await world.stop()
  })

  test('after a failed start the folder is free for the next', async () => {
    const script = join(clone.root, 'apps/gateway/dist/main.js')
    const good = readFileSync(script, 'utf8')
    writeFileSync(script, 'process.exit(3)')
    await expect(startWorld({ base, data, root: clone.root })).rejects.toThrow(
      'gateway did not start: it ended with exit code 3',
    )
    writeFileSync(script, good)
    await (await startWorld({ base, data, root: clone.root })).stop()
  })
})
