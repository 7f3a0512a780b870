/** Wallets behind a relay: the same session, on networks that the wallet approved. */
import type { RelayLink, RelayLinkEvent, RelayRequest } from '@latchkey/core'
import { createFakeStorage } from '@latchkey/core/testing'
import { asAddress, type NetworkId } from '@latchkey/spec/caip'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { createPolkadotLabAccount, signRaw } from '../lab/polkadot/labAccounts.js'
import { polkadotLabKeys } from '../lab/polkadot/labKeys.js'
import { openRelaySession } from './relaySession.js'
import { testNetwork } from './testWorld.js'

const networks = [testNetwork('polkadot'), testNetwork('kusama')] as const
const [on, other] = [networks[0].caipNetworkId, networks[1].caipNetworkId]
const people = polkadotLabKeys.map(createPolkadotLabAccount)
const [first, second, third] = people.map((each) => each.address(0))
const { signal } = new AbortController()

function create(methods = ['polkadot_signMessage', 'polkadot_signTransaction']) {
  const listeners = new Set<(event: RelayLinkEvent) => void>()
  const requests: RelayRequest[] = []
  let approved: readonly NetworkId[] = [on]
  const link: RelayLink = {
    id: 'topic',
    wallet: { name: 'Phone', description: '', url: '', icons: [] },
    preferredNetworkId: on,
    accounts: () =>
      approved.flatMap((networkId) =>
        [first, second, third].map((address) => ({ networkId, address: asAddress(address ?? '') })),
      ),
    networks: () => approved,
    methods: () => methods,
    events: () => [],
    async request(request) {
      requests.push(request)
      const { address, message } = request.params as { address: string; message: string } // as the protocol says
      const account = people.find((each) => each.address(0) === address)
      if (!account) throw Object.assign(new Error('User rejected'), { code: 5000 })
      return { signature: signRaw(account, `0x${bytesToHex(utf8ToBytes(message))}`) }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    disconnect: async () => {},
  }
  const session = openRelaySession(
    { context: { networks, storage: createFakeStorage() }, prefixes: {}, extensions: {} } as never,
    link,
  ) // the parts it reads
  const approve = (next: readonly NetworkId[]) => {
    approved = next
    for (const hear of [...listeners]) hear({ type: 'updated' })
  }
  const end = () => {
    for (const hear of [...listeners]) hear({ type: 'deleted' })
  }
  return { session, requests, approve, end }
}

test('accounts are those of the network, in its spelling', () => {
  const { session } = create()
  expect(session.accounts().map(({ address }) => address)).toEqual([first, second, third])
  expect(session.networkId()).toBe(on)
  expect(session.networks?.()).toEqual([on])
})

test('[S9-18] a message is signed by the method of the namespace, with each kind of key', async () => {
  const { session, requests } = create()
  for (const address of [first, second, third].map((each) => asAddress(each ?? ''))) {
    await session.switchAccount?.({ address, signal })
    await expect(session.signMessage?.({ address, message: 'hello', signal })).resolves.toMatch(/^0x/)
    expect(requests.at(-1)).toMatchObject({
      networkId: on,
      method: 'polkadot_signMessage',
      params: { address, message: 'hello' },
    })
  }
})

test('[D-11] an account that is not the one in front is not asked to sign', async () => {
  const { session, requests } = create()
  const address = asAddress(second ?? '')
  await expect(session.signMessage?.({ address, message: 'm', signal })).rejects.toMatchObject({
    code: 'connection.account-changed',
  })
  expect(requests).toEqual([])
})

test('only what the wallet approved is offered, as it is now', async () => {
  const methods = ['polkadot_signMessage']
  const { session, requests, approve } = create(methods)
  session.subscribe(() => {})
  expect([session.signMessage, session.signTransaction]).toEqual([expect.any(Function), undefined])
  const { signMessage } = session
  methods.splice(0, 1, 'polkadot_signTransaction')
  approve([on])
  expect([session.signMessage, session.signTransaction]).toEqual([undefined, expect.any(Function)])
  // Somebody who kept the method is told so, and the wallet is not asked.
  const address = asAddress(first ?? '')
  await expect(signMessage?.({ address, message: 'm', signal })).rejects.toMatchObject({
    code: 'connection.unsupported',
  })
  expect(requests).toEqual([])
})

test('it moves among the networks that were approved, and leaves one that was taken back', async () => {
  const { session, approve } = create()
  await expect(session.switchNetwork?.({ network: networks[1], signal })).rejects.toMatchObject({
    code: 'relay.no-provider',
  })
  approve([on, other])
  await session.switchNetwork?.({ network: networks[1], signal })
  expect(session.networkId()).toBe(other)
  expect(session.accounts()[0]?.address).toBe(people[0]?.address(2))
  approve([on])
  expect(session.networkId()).toBe(on)
})

test('a session that ends is over for the page', () => {
  const { session, end } = create()
  const heard: string[] = []
  session.subscribe(({ type }) => heard.push(type))
  end()
  expect(heard).toEqual(['disconnected'])
})
