/** The other end of a pairing for tests: a wallet that settles, asks and answers over a `TestRelay`. */
import { parsePairingUri, signBounds } from '@latchkey/spec/relay'
import { createKeyPair, seal, sharedKey, topicOf, unseal } from './crypto.js'
import { parseJson } from './parseJson.js'
import { isRecord, payload } from './schemas.js'
import type { TestRelay } from './testRelay.js'

export const testAccounts = ['eip155:1:0x00000000000000000000000000000000000000A1']

export interface TestWallet {
  readonly topic: string
  /** Asks the page something. */
  ask(method: string, params: unknown, id?: number): void
  /** What the page sent on the session's topic, opened. */
  heard(): readonly Readonly<Record<string, unknown>>[]
  answer(id: unknown, result: unknown): void
}

let lastId = Date.now() * 1000

export interface ApproveInput {
  /** Milliseconds. */
  readonly now: number
  readonly accounts?: readonly string[]
}

/** Approves what the code proposes. */
export function approveCode(
  relay: TestRelay,
  uri: string,
  { now, accounts = testAccounts }: ApproveInput,
): TestWallet {
  const pairing = parsePairingUri(uri)
  if (!pairing) throw new Error('This is no code')
  const proposal = opened(relay, pairing.topic, pairing.symKey)[0]
  const proposer = isRecord(proposal?.params) ? proposal.params.proposer : undefined
  if (!isRecord(proposer)) throw new Error('Nothing was proposed')
  const own = createKeyPair()
  const key = sharedKey(own.privateKey, String(proposer.publicKey))
  const topic = topicOf(key)
  const send = (on: string, with_: string, body: object) =>
    relay.push(on, seal(JSON.stringify({ jsonrpc: '2.0', ...body }), with_))
  const wallet: TestWallet = {
    topic,
    ask: (method, params, id = ++lastId) => send(topic, key, { id, method, params }),
    heard: () => opened(relay, topic, key),
    answer: (id, result) => send(topic, key, { id, result }),
  }
  send(pairing.topic, pairing.symKey, {
    id: proposal?.id,
    result: { relay: { protocol: 'irn' }, responderPublicKey: own.publicKey },
  })
  queueMicrotask(() =>
    wallet.ask('wc_sessionSettle', {
      namespaces: namespacesOf(accounts),
      controller: { publicKey: own.publicKey, metadata: { name: 'Test wallet' } },
      expiry: Math.floor(now / 1000) + signBounds.sessionLifetime,
    }),
  )
  return wallet
}

function namespacesOf(accounts: readonly string[]) {
  const names = [...new Set(accounts.map((account) => account.slice(0, account.indexOf(':'))))]
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        accounts: accounts.filter((account) => account.startsWith(`${name}:`)),
        methods: ['personal_sign'],
        events: ['accountsChanged'],
      },
    ]),
  )
}

function opened(relay: TestRelay, topic: string, key: string): readonly Readonly<Record<string, unknown>>[] {
  return relay.published.flatMap((each) => {
    const text = each.topic === topic ? unseal(each.message, { key }) : undefined
    const read = text === undefined ? undefined : parseJson(text)
    return payload(read) && isRecord(read) ? [read] : []
  })
}
