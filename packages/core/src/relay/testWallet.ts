/** The other end of a pairing for tests: a wallet that settles, asks and answers over a `TestRelay`. */
import { envelopeTypes, parsePairingUri, signBounds } from '@latchkey/spec/relay'
import { settle } from '../testing/createFakeClock.js'
import { base64ToBytes, bytesToBase64 } from './base64.js'
import { createKeyPair, seal, sharedKey, topicOf, unseal } from './crypto.js'
import { parseJson } from './parseJson.js'
import { isRecord, payload, type Session } from './schemas.js'
import type { SignClient } from './signClient.js'
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

/** A page and a wallet that have found each other: what the page now has, and the other end of it. */
export async function connectWallet(
  client: SignClient,
  { relay, clock }: { readonly relay: TestRelay; readonly clock: { now(): number } },
): Promise<{ session: Session; wallet: TestWallet }> {
  let uri = ''
  const settled = client.pair({
    optional: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
    signal: new AbortController().signal,
    onUri: (shown) => {
      uri = shown
    },
  })
  await settle()
  const wallet = approveCode(relay, uri, { now: clock.now() })
  await settle()
  return { session: (await settled).session, wallet }
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

export interface SignInCodeInput {
  /** What the wallet signs for, other than what it was asked; a wallet that answers another question. */
  readonly nonce?: string
  readonly account?: string
}

/** Connects and signs in with one answer. */
export function signInWithCode(
  relay: TestRelay,
  uri: string,
  { nonce, account = testAccounts[0] ?? '' }: SignInCodeInput = {},
): { readonly topic: string; heard(): readonly Readonly<Record<string, unknown>>[] } {
  const pairing = parsePairingUri(uri)
  if (!pairing) throw new Error('This is no code')
  const question = opened(relay, pairing.topic, pairing.symKey).find(
    ({ method }) => method === 'wc_sessionAuthenticate',
  )
  const params = isRecord(question?.params) ? question.params : {}
  const asked = isRecord(params.authPayload) ? params.authPayload : {}
  const requester = isRecord(params.requester) ? String(params.requester.publicKey) : ''
  const own = createKeyPair()
  const key = sharedKey(own.privateKey, requester)
  const { domain, aud, version, iat, resources } = asked
  const claims = { iss: `did:pkh:${account}`, domain, aud, version, iat, resources }
  const cacao = {
    h: { t: 'caip122' },
    p: { ...claims, nonce: nonce ?? asked.nonce },
    s: { t: 'eip191', s: '0xsigned' },
  }
  const responder = { publicKey: own.publicKey, metadata: { name: 'Test wallet' } }
  const answer = { id: question?.id, jsonrpc: '2.0', result: { cacaos: [cacao], responder } }
  relay.push(topicOf(requester), withSender(seal(JSON.stringify(answer), key), own.publicKey))
  const topic = topicOf(key)
  return { topic, heard: () => opened(relay, topic, key) }
}

/** The same envelope with the sender's public key in it, as a first contact has it. */
function withSender(envelope: string, publicKey: string): string {
  const [, ...sealed] = base64ToBytes(envelope)
  const { type } = envelopeTypes.withSenderKey
  const sender = publicKey.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? []
  return bytesToBase64(Uint8Array.from([type, ...sender, ...sealed]))
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
