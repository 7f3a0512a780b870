/** Bitcoin wallets behind a relay: the same session, on networks that the wallet approved. */
import type { RelayLink, RelayLinkEvent, RelayRequest } from '@latchkey/core'
import { asAddress, type NetworkId } from '@latchkey/spec/caip'
import { signMethods } from '@latchkey/spec/relay'
import { expect, test } from 'vitest'
import { createBitcoinWallet } from '../lab/bitcoin/createBitcoinWallet.js'
import { bitcoinRegtest, bitcoinTestnet, networkIdOf } from './networks.js'
import type { Bip122Provider } from './provider.js'
import { openRelaySession } from './relaySession.js'
import { madeUpPsbt, readContext } from './testWorld.js'

const on = networkIdOf('regtest')
const { signal } = new AbortController()
const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

async function create(methods: readonly string[] = signMethods.generic.methods) {
  const lab = await createBitcoinWallet({ networks: ['regtest', 'testnet'], isAuthorised: true })
  const listeners = new Set<(event: RelayLinkEvent) => void>()
  const requests: RelayRequest[] = []
  let approved: readonly NetworkId[] = [on]
  const [payment, ordinals] = lab.addresses
  if (!payment || !ordinals) throw new Error('two addresses are expected')
  const answers: Readonly<Record<string, (params: never) => unknown>> = {
    getAccountAddresses: () => [
      { address: ordinals.address, publicKey: ordinals.publicKey, intention: 'ordinal' },
      {
        address: payment.address,
        publicKey: payment.publicKey,
        path: "m/84'/1'/0'/0/0",
        intention: 'payment',
      },
    ],
    signMessage: (params) => lab.request({ method: 'signMessage', params }),
    signPsbt: ({ psbt, signInputs }: { psbt: string; signInputs: object[] }) =>
      lab.request({ method: 'signPsbt', params: { psbt, inputs: signInputs } }),
    sendTransfer: () => ({ txid: 'cd'.repeat(32) }),
  }
  const link: RelayLink = {
    id: 'topic',
    wallet: { name: 'Phone', description: '', url: '', icons: [] },
    preferredNetworkId: on,
    accounts: () => approved.map((networkId) => ({ networkId, address: asAddress(payment.address) })),
    networks: () => approved,
    methods: () => methods,
    events: () => [],
    async request(request) {
      requests.push(request)
      return answers[request.method]?.(request.params as never) // as the protocol says
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    disconnect: async () => {},
  }
  const context = { ...readContext, networks: [bitcoinRegtest('http://127.0.0.1:1'), bitcoinTestnet] }
  const session = openRelaySession({ context, reads: () => Promise.reject(new Error('no chain')) }, link)
  const tell = (event: RelayLinkEvent) => {
    for (const hear of [...listeners]) hear(event)
  }
  const approve = (next: readonly NetworkId[]) => {
    approved = next
    tell({ type: 'updated' })
  }
  const provider = session.provider as Bip122Provider // as every session of this adapter has it
  return {
    session,
    provider,
    requests,
    approve,
    tell,
    lab,
    payment,
    ordinals,
    address: asAddress(payment.address),
  }
}

test('[S9-18] texts, PSBTs and transfers are asked for in the words of the protocol', async () => {
  const { session, requests, address, payment } = await create()
  await expect(session.signMessage?.({ address, message: 'hello', signal })).resolves.toEqual(
    expect.any(String),
  )
  expect(requests.at(-1)).toMatchObject({
    networkId: on,
    method: 'signMessage',
    params: { account: address, message: 'hello', protocol: 'bip322' },
  })
  const psbt = madeUpPsbt([payment], friend, 0x81)
  await expect(session.signTransaction?.({ address, signal, transaction: { psbt } })).resolves.toMatchObject({
    transaction: { id: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(requests.at(-1)).toMatchObject({
    method: 'signPsbt',
    params: { signInputs: [{ index: 0, address, sighashTypes: [0x81] }], broadcast: false },
  })
  const transaction = { to: friend, amount: 9_007_199_254_740_993n % 2_100_000_000_000_000n }
  await expect(session.sendTransaction?.({ address, signal, transaction })).resolves.toBe('cd'.repeat(32))
  expect(requests.at(-1)).toMatchObject({
    method: 'sendTransfer',
    params: { account: address, recipientAddress: friend, amount: String(transaction.amount) },
  })
})

test('[D-11] a phone that returns the PSBT unsigned is found out', async () => {
  const { session, lab, address, payment } = await create()
  lab.misbehave('returns-it-unsigned')
  const transaction = { psbt: madeUpPsbt([payment], friend) }
  await expect(session.signTransaction?.({ address, signal, transaction })).rejects.toMatchObject({
    code: 'psbt.not-signed',
    context: { wallet: 'Phone', fault: 'unsigned' },
  })
})

test('addresses come with keys and purposes once they are asked for, and the account of the session stays first', async () => {
  const { session, provider, payment, ordinals } = await create()
  expect(session.accounts()).toMatchObject([{ address: payment.address, type: 'payment' }])
  await expect(provider.getAccountAddresses()).resolves.toEqual([
    { address: payment.address, purpose: 'payment', publicKey: payment.publicKey, path: "m/84'/1'/0'/0/0" },
    { address: ordinals.address, purpose: 'ordinals', publicKey: ordinals.publicKey },
  ])
  expect(session.accounts().map(({ address }) => address)).toEqual([payment.address, ordinals.address])
})

test('changed addresses are heard', async () => {
  const { session, tell, ordinals } = await create()
  const heard: string[] = []
  session.subscribe(({ type }) => heard.push(type))
  const data = [{ address: ordinals.address, intention: 'ordinal' }]
  tell({ type: 'emitted', networkId: on, name: 'bip122_addressesChanged', data })
  expect(heard).toEqual(['accounts'])
  expect(session.accounts().at(-1)?.address).toBe(ordinals.address)
  tell({ type: 'deleted' })
  expect(heard.at(-1)).toBe('disconnected')
})

test('what the wallet has not approved is not offered', async () => {
  const { session, provider } = await create(['signMessage'])
  expect(session).not.toHaveProperty('signTransaction')
  expect(session).not.toHaveProperty('sendTransaction')
  expect(provider).not.toHaveProperty('signPsbt')
})

test('[S4-07] the page moves among the networks that were approved, and to no other', async () => {
  const { session, approve } = await create()
  await expect(session.switchNetwork?.({ network: bitcoinTestnet, signal })).rejects.toMatchObject({
    code: 'relay.no-provider',
  })
  approve([on, bitcoinTestnet.caipNetworkId])
  await session.switchNetwork?.({ network: bitcoinTestnet, signal })
  expect(session.networkId()).toBe(bitcoinTestnet.caipNetworkId)
  approve([on])
  expect(session.networkId()).toBe(on)
})
