/** Wallets behind a relay: what goes to the wallet, what the page answers itself, what is read from the chain. */
import type { AdapterContext, RelayLink, RelayLinkEvent, RelayRequest } from '@latchkey/core'
import { createFakeClock } from '@latchkey/core/testing'
import { asAddress, type NetworkId } from '@latchkey/spec/caip'
import { expect, test } from 'vitest'
import type { Eip1193Provider } from './provider.js'
import { openRelaySession } from './relaySession.js'
import { testNetwork } from './testWorld.js'

const first = asAddress('0x00000000000000000000000000000000000000A1')
const second = asAddress('0x00000000000000000000000000000000000000A2')

interface Setup {
  readonly methods?: readonly string[]
  readonly networks?: readonly NetworkId[]
  readonly preferred?: NetworkId
  readonly answer?: (request: RelayRequest) => unknown
  readonly rpcUrls?: readonly string[]
}

function open({
  methods = ['personal_sign'],
  networks = ['eip155:1', 'eip155:10'],
  preferred,
  answer,
  rpcUrls = ['http://node.test'],
}: Setup = {}) {
  const listeners = new Set<(event: RelayLinkEvent) => void>()
  const asked: RelayRequest[] = []
  const fetched: string[] = []
  interface TestLink extends RelayLink {
    approved: { readonly networks: readonly NetworkId[]; readonly methods: readonly string[] }
    isOver: boolean
  }
  const link: TestLink = {
    id: 'topic',
    wallet: { name: 'Far wallet', description: '', url: '', icons: [] },
    preferredNetworkId: preferred,
    approved: { networks, methods },
    isOver: false,
    accounts: () =>
      link.isOver
        ? []
        : link.approved.networks.flatMap((networkId) =>
            [first, second].map((address) => ({ networkId, address })),
          ),
    networks: () => link.approved.networks,
    methods: () => link.approved.methods,
    events: () => ['chainChanged', 'accountsChanged'],
    async request(request: RelayRequest) {
      asked.push(request)
      return answer?.(request) ?? null
    },
    subscribe(listener: (event: RelayLinkEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async disconnect() {
      link.isOver = true
    },
  }
  // Only what a session over a relay uses; anything else would throw.
  const context = {
    clock: createFakeClock(),
    networks: [testNetwork(1)],
    rpcUrls: () => rpcUrls,
    fetch: async (url: string, init: { body: string }) => {
      fetched.push(url)
      if (url.startsWith('http://down.')) throw new TypeError('fetch failed')
      const [{ id }] = [JSON.parse(init.body)].flat()
      return new Response(JSON.stringify([{ jsonrpc: '2.0', id, result: '0x7' }]), {
        headers: { 'content-type': 'application/json' },
      })
    },
  }
  // It has what is used, see above.
  const lent = context as unknown as AdapterContext
  const session = openRelaySession(
    { context: lent, reads: () => Promise.reject(new Error('no reads')) },
    link,
  )
  const provider = session.provider as Eip1193Provider // eip155 sessions have one
  return {
    link,
    context,
    session,
    provider,
    asked,
    fetched,
    listeners,
    tell: (event: RelayLinkEvent) => {
      for (const listener of [...listeners]) listener(event)
    },
  }
}

test('it starts on the network that the page prefers, if the wallet approved it', () => {
  expect(open({ preferred: 'eip155:10' }).session.networkId()).toBe('eip155:10')
  expect(open({ preferred: 'eip155:5' }).session.networkId()).toBe('eip155:1')
})

test('what the page knows itself is not asked of the wallet', async () => {
  const { provider, asked } = open()
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([first, second])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  expect(asked).toEqual([])
})

test('what the wallet approved goes to it, with the network of the moment', async () => {
  const { provider, asked } = open({ preferred: 'eip155:10' })
  await provider.request({ method: 'personal_sign', params: ['0x00', first] })
  expect(asked).toEqual([{ networkId: 'eip155:10', method: 'personal_sign', params: ['0x00', first] }])
})

test('reads go to the app’s node, and to nobody where it has none', async () => {
  const { provider, asked, fetched } = open()
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x7')
  expect(fetched).toEqual(['http://node.test'])
  expect(asked).toEqual([])
  const elsewhere = open({ networks: ['eip155:10'] })
  await expect(elsewhere.provider.request({ method: 'eth_blockNumber' })).rejects.toThrow(
    'No RPC url provided for chainId',
  )
})

test('a network that was added later is read too', async () => {
  const { provider, context } = open({ networks: ['eip155:10'] })
  context.networks = [...context.networks, testNetwork(10)]
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x7')
})

test('[S4-19] where a node is down the next one of the network is asked', async () => {
  const { provider, fetched } = open({ rpcUrls: ['http://down.test', 'http://node.test'] })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x7')
  expect(fetched).toEqual(['http://down.test', 'http://node.test'])
})

test('[S8-16] the texts of the library are those of the spec', async () => {
  const { provider } = open({ networks: ['eip155:1'] })
  await expect(provider.request({ method: 'wallet_getCapabilities' })).rejects.toThrow(
    'Missing address parameter in wallet_getCapabilities request',
  )
  await expect(provider.request({ method: 'wallet_getCallsStatus', params: ['1'] })).rejects.toThrow(
    'Fetching call status not approved by the wallet.',
  )
  const params = [{ chainId: '0xa' }]
  await expect(provider.request({ method: 'wallet_switchEthereumChain', params })).rejects.toThrow(
    'Failed to switch to chain eip155:10. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.',
  )
})

test('what the wallet did not approve and no node answers is refused as missing', async () => {
  const { provider } = open()
  await expect(provider.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({ code: 4200 })
})

test('moving to an approved network asks nobody and is told', async () => {
  const { session, provider, asked } = open()
  const events: string[] = []
  session.subscribe(({ type }) => events.push(type))
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
  expect(session.networkId()).toBe('eip155:10')
  expect(events).toContain('network')
  expect(asked).toEqual([])
})

test('[D-11] a network that the wallet enters before it approves it counts when it has', () => {
  const { link, session, tell } = open({ networks: ['eip155:1'] })
  session.subscribe(() => {})
  tell({ type: 'emitted', networkId: 'eip155:1', name: 'chainChanged', data: '0xa' })
  expect(session.networkId()).toBe('eip155:1')
  link.approved = { ...link.approved, networks: ['eip155:1', 'eip155:10'] }
  tell({ type: 'updated' })
  expect(session.networkId()).toBe('eip155:10')
})

test('[D-11] a network that the wallet takes back is left', () => {
  const { link, session, tell } = open({ preferred: 'eip155:10' })
  const events: string[] = []
  session.subscribe(({ type }) => events.push(type))
  link.approved = { ...link.approved, networks: ['eip155:1'] }
  tell({ type: 'updated' })
  expect(session.networkId()).toBe('eip155:1')
  expect(events).toContain('network')
})

test.each([[[second]], [[`eip155:1:${second}`]]])(
  '[D-11] the account chosen in the wallet comes first: %s',
  (data) => {
    const { session, tell } = open()
    session.subscribe(() => {})
    tell({ type: 'emitted', networkId: 'eip155:1', name: 'accountsChanged', data })
    expect(session.accounts().map(({ address }) => address)).toEqual([second, first])
  },
)

test('the end of the session is told, and a listener that left hears nothing', () => {
  const { session, tell, listeners } = open()
  const events: string[] = []
  const stop = session.subscribe(({ type }) => events.push(type))
  tell({ type: 'deleted' })
  expect(events).toEqual(['disconnected'])
  stop()
  expect(listeners.size).toBe(0)
})
