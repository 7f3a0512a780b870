import { type Evm, localAccounts, marketFacts, networkId, startEvm } from '@latchkey/local'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { type Gateway, type Gateways, startGateways } from './gateways.js'
import { type Service, startPostgres } from './services.js'

const base = Number(process.env.LATCHKEY_PORT_BASE ?? 4100)

let postgres: Service
let chain: Evm
let gateways: Gateways
beforeAll(async () => {
  await Promise.all([
    startPostgres(base + 9).then((started) => (postgres = started)),
    startEvm().then((started) => (chain = started)),
  ])
  const env = {
    DATABASE_URL: postgres.url,
    LATCHKEY_LOCAL: '1',
    LATCHKEY_RATE_LIMIT: '0',
    LATCHKEY_ACCOUNT_RATE_LIMIT: '0',
    LATCHKEY_UPSTREAMS: JSON.stringify({ [networkId]: [chain.url] }),
    LATCHKEY_NETWORKS: JSON.stringify({ [networkId]: marketFacts }),
  }
  gateways = await startGateways({ count: 3, firstPort: base + 60, env })
})
afterAll(async () => {
  await gateways?.stop()
  await Promise.all([chain?.close(), postgres?.stop()])
})

interface Page {
  readonly data: readonly { readonly id: string }[]
  readonly next: string | null
  readonly meta: { readonly completeness: string }
}

async function page({ origin }: Gateway, address: string, cursor: string | null): Promise<Page> {
  const query = new URLSearchParams({ chainId: networkId, ...(cursor ? { cursor } : {}) })
  const answer = await fetch(`${origin}/v1/account/${address}/history?${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Page
}

/** Every page, newest first; each may come from another gateway. */
async function historyOf(asked: readonly Gateway[], address: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  for (let index = 0; ; index++) {
    const gateway = asked[index % asked.length]
    if (!gateway) throw new Error('no gateway is left')
    const { data, next }: Page = await page(gateway, address, cursor)
    ids.push(...data.map(({ id }) => id))
    if (!next) return ids
    cursor = next
  }
}

test('[D-40] gateways that share an index lose nothing and tell nothing twice when one after the other is killed', async () => {
  const [alice, bob] = localAccounts().people.map(({ address }) => address)
  if (!alice || !bob) throw new Error('the local chain has no people')
  const [first, second, third] = gateways.all
  if (!first || !second || !third) throw new Error('three gateways were expected')
  const before = await historyOf([first, second, third], alice)

  const sent: string[] = []
  const send = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const transaction = {
        from: alice,
        to: bob,
        value: `0x${(sent.length + 1).toString(16)}`,
        gas: '0x5208',
      }
      sent.unshift(String(await chain.request('eth_sendTransaction', [transaction])))
    }
  }
  await send(40)
  // While it reads those blocks: whoever leads is among those that go.
  const reading = page(first, alice, null).catch(() => undefined)
  signalGroup(first.running, 'SIGKILL')
  await reading
  await send(40)
  const again = page(second, alice, null).catch(() => undefined)
  signalGroup(second.running, 'SIGKILL')
  await again
  await send(40)

  // The lock of a killed leader goes with its connection, and the last one takes over.
  const isWhole = async () => (await page(third, alice, null)).meta.completeness !== 'partial'
  await until(isWhole, { what: 'the last gateway has read every block', within: 60_000 })
  expect(await historyOf([third], alice)).toEqual([...sent, ...before])
}, 120_000)
