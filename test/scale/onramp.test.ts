import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Evm, localAccounts, marketFacts, networkId, onrampSandbox, startEvm } from '@latchkey/local'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { temporaryFolder } from './folder.js'
import { becomesReady, type Gateway, startGateway } from './gateways.js'
import { type Service, startPostgres } from './services.js'

const base = Number(process.env.LATCHKEY_PORT_BASE ?? 4100)
const card = '4242 4242 4242 4242'

let postgres: Service
let chain: Evm
let way: Way
let folder: string
beforeAll(async () => {
  await Promise.all([
    startPostgres(base + 8).then((started) => (postgres = started)),
    startEvm().then((started) => (chain = started)),
  ])
  way = await startWay(chain.url)
  folder = temporaryFolder()
})
afterAll(async () => {
  way?.close()
  await Promise.all([chain?.close(), postgres?.stop()])
})

interface Way {
  readonly url: string
  /** The next call of this method is not passed on, or passed on and not answered; resolves when it has come so far. */
  stopAt(method: string, step: 'asked' | 'done'): Promise<void>
  close(): void
}

/** The way to the chain, on which a call can be caught. */
async function startWay(to: string): Promise<Way> {
  let trap: { method: string; step: 'asked' | 'done'; caught: () => void } | undefined
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const own = trap && body.includes(`"${trap.method}"`) ? trap : undefined
    if (own) trap = undefined
    if (own?.step === 'asked') return own.caught()
    const answer = await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const text = await answer.text()
    if (own) return own.caught()
    response.setHeader('content-type', 'application/json').end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    stopAt: (method, step) => new Promise((caught) => (trap = { method, step, caught })),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function start(name: string): Promise<Gateway> {
  const gateway = startGateway(join(folder, name), base + 70, {
    DATABASE_URL: postgres.url,
    LATCHKEY_LOCAL: '1',
    LATCHKEY_UPSTREAMS: JSON.stringify({ [networkId]: [way.url] }),
    LATCHKEY_NETWORKS: JSON.stringify({ [networkId]: marketFacts }),
    LATCHKEY_ONRAMP: JSON.stringify({ sandbox: onrampSandbox() }),
  })
  // Whatever becomes of the test: one that is left would answer the next one at the same port.
  onTestFinished(async () => {
    signalGroup(gateway.running, 'SIGTERM')
    await gateway.running.exited
  })
  await becomesReady(gateway)
  return gateway
}

async function post({ origin }: Gateway, path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Record<string, unknown> // every answer here is an object
}

const coinsOf = async (address: string) =>
  BigInt(String(await chain.request('eth_getBalance', [address, 'latest'])))

test('[S7-18] a purchase is delivered exactly once, at whatever step the gateway is killed', async () => {
  const steps = [
    ['eth_gasPrice', 'asked'],
    ['eth_sendRawTransaction', 'asked'],
    ['eth_sendRawTransaction', 'done'],
    ['eth_getTransactionReceipt', 'done'],
  ] as const
  let gateway = await start('first')
  for (const [place, [method, step]] of steps.entries()) {
    const buyer = `0x${String(place + 1).repeat(40)}`
    const { orderId } = await post(gateway, '/v1/onramp/widget', {
      sourceAmount: '100',
      sourceCurrencyCode: 'USD',
      destinationCurrencyCode: 'ETH',
      paymentMethodType: 'card',
      chainId: networkId,
      serviceProvider: 'SANDBOX',
      walletAddress: buyer,
    })
    const caught = way.stopAt(method, step)
    await post(gateway, `/onramp/sandbox/${String(orderId)}/pay`, { card })
    await caught
    signalGroup(gateway.running, 'SIGKILL')
    await gateway.running.exited
    gateway = await start(String(place))
    const { origin } = gateway
    const statusOf = async () => {
      const answer = await fetch(`${origin}/v1/onramp/orders/${String(orderId)}`)
      return ((await answer.json()) as { status: string }).status // as the contract has it
    }
    await until(async () => (await statusOf()) === 'delivered', {
      what: `the order is delivered after ${method} was ${step}`,
      within: 40_000,
    })
    const held = await coinsOf(buyer)
    const sent = await chain.request('eth_getTransactionCount', [localAccounts().onramp.address, 'latest'])
    expect([held > 0n, Number(sent)]).toEqual([true, place + 1])
  }
}, 180_000)
