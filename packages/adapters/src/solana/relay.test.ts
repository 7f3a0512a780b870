/** Solana over a relay: the methods of the wallet protocol, answered by real keys. */

import type { AdapterContext, RelayLink, RelayLinkEvent, RelayRequest } from '@latchkey/core'
import { createFakeClock } from '@latchkey/core/testing'
import { asAddress, type NetworkId } from '@latchkey/spec/caip'
import { signMethods } from '@latchkey/spec/relay'
import { decodeBase58 } from '@latchkey/spec/validation'
import { describe, expect, test } from 'vitest'
import { createSolanaWallet } from '../lab/solana/createSolanaWallet.js'
import { base58 } from './base58.js'
import { fromBase64, toBase64 } from './base64.js'
import type { SolanaProvider } from './provider.js'
import { openRelaySession } from './relaySession.js'
import { devnet, isEd25519, mainnet, solanaNetwork, testTransaction } from './testWorld.js'
import { readTransaction } from './wire.js'

interface OpenInput {
  readonly networks?: readonly NetworkId[]
  readonly preferred?: NetworkId
  readonly methods?: readonly string[]
  /** Answers with the signature alone, as older wallets do. */
  readonly isOld?: boolean
}

async function open({
  networks = [mainnet, devnet],
  preferred = mainnet,
  methods = signMethods.solana.methods,
  isOld = false,
}: OpenInput = {}) {
  const lab = await createSolanaWallet({ isAuthorised: true })
  const [first = '', second = ''] = lab.addresses
  const asked: RelayRequest[] = []
  const listeners = new Set<(event: RelayLinkEvent) => void>()
  const ask = async (method: string, params: object) =>
    (await lab.line.request({ method, params })) as Record<string, never> // the wallet's own answers

  async function signAll(all: readonly string[], address: string, chain: string): Promise<readonly string[]> {
    const inputs = all.map((transaction) => ({ address, transaction, chain }))
    return (await ask('solana:signTransaction', { inputs })).transactions ?? []
  }

  const answers: Record<string, (params: never, chain: string) => Promise<unknown>> = {
    async solana_signMessage({ message, pubkey }: { message: string; pubkey: string }) {
      const bytes = toBase64(decodeBase58(message) ?? new Uint8Array())
      const { signature } = await ask('solana:signMessage', { address: pubkey, message: bytes })
      return { signature: base58(fromBase64(signature ?? '') ?? new Uint8Array()) }
    },
    async solana_signTransaction({ transaction, pubkey }: { transaction: string; pubkey: string }, chain) {
      const [signed = ''] = await signAll([transaction], pubkey, chain)
      const read = readTransaction(fromBase64(signed) ?? new Uint8Array())
      const signature = base58(read?.signatures[read.signers.indexOf(pubkey)] ?? new Uint8Array())
      return isOld ? { signature } : { signature, transaction: signed }
    },
    async solana_signAllTransactions(params: { transactions: string[]; pubkey: string }, chain) {
      return { transactions: await signAll(params.transactions, params.pubkey, chain) }
    },
    async solana_signAndSendTransaction(
      { transaction, pubkey }: { transaction: string; pubkey: string },
      chain,
    ) {
      const [signed = ''] = await signAll([transaction], pubkey, chain)
      return {
        signature: base58(
          readTransaction(fromBase64(signed) ?? new Uint8Array())?.signatures[0] ?? new Uint8Array(),
        ),
      }
    },
  }

  const link: RelayLink = {
    id: 'topic',
    wallet: { name: 'Remote', description: '', url: '', icons: [] },
    preferredNetworkId: preferred,
    accounts: () =>
      networks.flatMap((networkId) =>
        [first, second].map((address) => ({ networkId, address: asAddress(address) })),
      ),
    networks: () => networks,
    methods: () => methods,
    events: () => [],
    async request(request) {
      asked.push(request)
      const chain = request.networkId === mainnet ? 'solana:mainnet' : 'solana:devnet'
      return answers[request.method]?.(request.params as never, chain)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    disconnect: async () => {},
  }
  // A session over a relay reads nothing of it but the networks.
  const context = {
    networks: [solanaNetwork(mainnet)],
    clock: createFakeClock(),
  } as unknown as AdapterContext
  const reads = () => Promise.resolve({} as never) // nothing here is read from a node
  const session = openRelaySession({ context, reads }, link)
  const request = { address: asAddress(first), networkId: preferred, signal: new AbortController().signal }
  return {
    session,
    provider: session.provider as SolanaProvider, // sessions of Solana have one
    lab,
    first,
    second,
    asked,
    request,
    tell: (event: RelayLinkEvent) => {
      for (const listener of [...listeners]) listener(event)
    },
  }
}

test('it starts on the network that the page prefers, and moves only to those that were approved', async () => {
  const { session } = await open({ networks: [devnet] })
  expect([session.networkId(), session.networks?.()]).toEqual([devnet, [devnet]])
  const network = solanaNetwork(mainnet)
  const signal = new AbortController().signal
  await expect(session.switchNetwork?.({ network, signal })).rejects.toMatchObject({
    code: 'relay.no-provider',
  })
  const both = await open()
  await both.session.switchNetwork?.({ network: solanaNetwork(devnet), signal })
  expect(both.session.networkId()).toBe(devnet)
})

test('messages go as base58 with the key that must sign, and come back checked', async () => {
  const { session, request, first, asked, lab } = await open()
  const signature = await session.signMessage?.({ ...request, message: 'hello' })
  const bytes = new TextEncoder().encode('hello')
  expect(await isEd25519(first, bytes, decodeBase58(signature ?? '') ?? new Uint8Array())).toBe(true)
  expect(asked).toEqual([
    {
      networkId: mainnet,
      method: 'solana_signMessage',
      params: { message: base58(bytes), pubkey: first },
      signal: request.signal,
    },
  ])
  lab.next.signWrongly()
  await expect(session.signMessage?.({ ...request, message: 'hello' })).rejects.toMatchObject({
    code: 'signature.wrong-signer',
  })
})

describe('transactions', () => {
  test.each([true, false])(
    'are signed whether or not the wallet answers with the whole (older: %s)',
    async (isOld) => {
      const { session, request, first } = await open({ isOld })
      const transaction = { transaction: testTransaction({ payer: first }) }
      const signed = (await session.signTransaction?.({ ...request, transaction })) as Uint8Array
      const { message, signatures = [] } = readTransaction(signed) ?? {}
      expect(await isEd25519(first, message ?? new Uint8Array(), signatures[0] ?? new Uint8Array())).toBe(
        true,
      )
    },
  )

  test('several are one question where the wallet has one for it, else one after the other', async () => {
    const all = await open()
    const bytes = testTransaction({ payer: all.first })
    await all.provider.signAllTransactions([bytes, bytes], { networkId: mainnet })
    expect(all.asked.map(({ method }) => method)).toEqual(['solana_signAllTransactions'])
    const each = await open({ methods: ['solana_signTransaction'] })
    await each.provider.signAllTransactions([bytes, bytes], { networkId: mainnet })
    expect(each.asked.map(({ method }) => method)).toEqual([
      'solana_signTransaction',
      'solana_signTransaction',
    ])
  })

  test('are sent by the wallet, with the options of the app', async () => {
    const { provider, first, asked } = await open()
    const options = { networkId: mainnet, skipPreflight: true, maxRetries: 3 }
    const hash = await provider.signAndSendTransaction(testTransaction({ payer: first }), options)
    expect(decodeBase58(hash)).toHaveLength(64)
    expect(asked.map(({ method }) => method)).toEqual(['solana_signAndSendTransaction'])
    expect(asked.at(-1)?.params).toMatchObject({
      pubkey: first,
      sendOptions: { preflightCommitment: 'confirmed', skipPreflight: true, maxRetries: 3 },
    })
  })
})

test('what the wallet did not approve it cannot do', async () => {
  const { session } = await open({ methods: ['solana_signMessage'] })
  expect([session.sendTransaction, session.signTransaction, session.signIn]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('another account, another set of networks and the end are heard', async () => {
  const { session, second, tell, request } = await open()
  const heard: string[] = []
  const stop = session.subscribe(({ type }) => heard.push(type))
  tell({ type: 'emitted', networkId: mainnet, name: 'accountsChanged', data: [`${mainnet}:${second}`] })
  expect(session.accounts()[0]?.address).toBe(second)
  await expect(session.signMessage?.({ ...request, message: 'm' })).rejects.toMatchObject({
    code: 'connection.account-changed',
  })
  tell({ type: 'emitted', networkId: mainnet, name: 'accountsChanged', data: ['nonsense'] })
  tell({ type: 'updated' })
  tell({ type: 'deleted' })
  expect(heard).toEqual(['accounts', 'abilities', 'disconnected'])
  stop()
  tell({ type: 'updated' })
  expect(heard).toHaveLength(3)
})

test('answers that are none are said to be none', async () => {
  const { session, request, lab } = await open()
  lab.next.fail({ code: 5000, message: 'User rejected.' })
  await expect(session.signMessage?.({ ...request, message: 'm' })).rejects.toMatchObject({ code: 4001 })
  const broken = await open({ methods: ['solana_signMessage', 'solana_signTransaction'] })
  broken.lab.next.answerLocked('solana:signMessage')
  await expect(broken.session.signMessage?.({ ...broken.request, message: 'm' })).rejects.toThrow(
    'no signature',
  )
})
