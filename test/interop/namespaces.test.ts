/** Namespaces that the kit has no adapter for: the bare client proposes them, and an unmodified wallet approves and answers. */
import { randomUUID } from 'node:crypto'
import { createMemoryStorage, createSystemClock } from '@latchkey/core'
import { openClient, type ProposalNamespaces, proposalFor, type SignClient } from '@latchkey/core/relay'
import type { NetworkId } from '@latchkey/spec/caip'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { openWallet, type Wallet } from './wallet.js'

const relayUrl = `${inject('gateway').replace(/^http/, 'ws')}/relay`
const silent = () => {}

interface Case {
  readonly chain: NetworkId
  /** As the namespace writes it. */
  readonly address: string
  readonly method: string
  readonly params: unknown
  readonly answer: unknown
}

const cases: Readonly<Record<string, Case>> = {
  cosmos: {
    chain: 'cosmos:cosmoshub-4',
    address: 'cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0',
    method: 'cosmos_signAmino',
    params: { signerAddress: 'cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0', signDoc: { memo: 'hello' } },
    answer: {
      signature: { pub_key: { type: 'tendermint/PubKeySecp256k1', value: 'A0k=' }, signature: 'S0k=' },
    },
  },
  near: {
    chain: 'near:mainnet',
    address: 'alice.near',
    method: 'near_signTransaction',
    params: { transaction: [1, 2, 3] },
    answer: [4, 5, 6],
  },
  tezos: {
    chain: 'tezos:NetXdQprcVkpaWU',
    address: 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb',
    method: 'tezos_sign',
    params: { account: 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb', payload: '05010000000568656c6c6f' },
    answer: { signature: 'edsigtest' },
  },
  multiversx: {
    chain: 'multiversx:1' as NetworkId, // S9-18 names it, and it is longer than CAIP-2 allows
    address: 'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th',
    method: 'mvx_signMessage',
    params: { message: 'hello' },
    answer: { signature: 'abcd' },
  },
  'one that nobody has heard of': {
    chain: 'nextone:main-2',
    address: 'nx1.whoever',
    method: 'signMessage',
    params: { account: 'nx1.whoever', message: 'hello' },
    answer: null,
  },
}

let wallet: Wallet
let client: SignClient

beforeAll(async () => {
  wallet = await openWallet({ relayUrl })
})
afterAll(() => wallet.close())
beforeEach(() => {
  client = openClient({
    url: relayUrl,
    storage: createMemoryStorage(),
    clock: createSystemClock(),
    log: { info: silent, warn: silent, error: silent },
    metadata: { name: 'App', description: 'An app for tests', url: 'https://app.test', icons: [] },
    environment: { openSocket: (url) => new WebSocket(url) as never, onWake: () => silent },
  })
})
afterEach(() => client.close())

/** The wallet approves everything that is proposed, with one account a chain. */
async function settle(optional: ProposalNamespaces, used: readonly Case[]) {
  const proposed = wallet.next('session_proposal')
  const settled = client.pair({
    optional,
    signal: new AbortController().signal,
    onUri: (uri) => void wallet.pair(uri),
  })
  const { id, params } = await proposed
  const approved = Object.fromEntries(
    Object.entries(params.optionalNamespaces).map(([key, { chains = [], methods, events }]) => {
      const own = used.filter(({ chain }) => chains.includes(chain))
      return [key, { chains, methods, events, accounts: own.map(accountOf) }]
    }),
  )
  const [{ session }] = await Promise.all([settled, wallet.kit.approveSession({ id, namespaces: approved })])
  return session
}

const accountOf = ({ chain, address }: Case) => `${chain}:${address}`
const namespaceOf = ({ chain }: Case) => chain.slice(0, chain.indexOf(':'))

/** One question and its answer. */
async function asks(topic: string, { chain, method, params, answer }: Case) {
  const asked = wallet.next('session_request')
  const answered = client.request({ topic, chainId: chain, method, params })
  const question = await asked
  expect(question.params).toMatchObject({ chainId: chain, request: { method, params } })
  const response = { id: question.id, jsonrpc: '2.0', result: answer }
  await wallet.kit.respondSessionRequest({ topic: question.topic, response })
  expect(await answered).toEqual(answer)
}

describe.each(Object.entries(cases))('%s', (_, each) => {
  test('[S7-35] [S9-18] is proposed with what its wallets can do, approved, asked and answered', async () => {
    const proposal = proposalFor([each.chain])
    expect(proposal[namespaceOf(each)]?.methods).toContain(each.method)
    const { topic, namespaces } = await settle(proposal, [each])
    const { methods, events } = proposal[namespaceOf(each)] ?? {}
    expect(namespaces[namespaceOf(each)]).toEqual({ methods, events, accounts: [accountOf(each)] })
    await asks(topic, each)
  })

  test('with words of its own that no table knows', async () => {
    const method = `${namespaceOf(each)}_${randomUUID().slice(0, 8)}`
    const own = { [namespaceOf(each)]: { chains: [each.chain], methods: [method], events: ['turned'] } }
    const { topic } = await settle(own, [each])
    await asks(topic, { ...each, method })
    const heard = new Promise((resolve) => {
      client.subscribe((event) => event.type === 'emitted' && resolve(event))
    })
    await wallet.kit.emitSessionEvent({
      topic,
      event: { name: 'turned', data: ['round'] },
      chainId: each.chain,
    })
    expect(await heard).toMatchObject({ topic, name: 'turned', data: ['round'], chainId: each.chain })
  })
})

test('all of them in one approval, each asked on its own chain', async () => {
  const all = Object.values(cases)
  const { topic, namespaces } = await settle(proposalFor(all.map(({ chain }) => chain)), all)
  expect(Object.keys(namespaces).sort()).toEqual(all.map(namespaceOf).sort())
  for (const each of all) await asks(topic, each)
})
