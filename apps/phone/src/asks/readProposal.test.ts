import { signErrors } from '@latchkey/spec/relay'
import { describe, expect, test } from 'vitest'
import { addresses } from '../keys/accounts.js'
import { builtInNetworks, localNetwork } from '../wallet/networks.js'
import { namespacesOf, readProposal } from './readProposal.js'

const metadata = { name: 'App', url: 'https://app.example', icons: [] }
const read = (input: object) =>
  readProposal(
    { id: 1, pairingTopic: 't', expiryTimestamp: 2, proposer: { metadata }, ...input },
    builtInNetworks,
  )

const wanted = (chains: string[], methods = ['personal_sign'], events = ['chainChanged']) => ({
  eip155: { chains, methods, events },
})

describe('a proposal', () => {
  test('offers the networks that were asked for, and those methods that this wallet has', () => {
    const optionalNamespaces = wanted(
      ['eip155:31337', 'eip155:4242'],
      ['personal_sign', 'eth_sign', 'eth_sendTransaction'],
    )
    expect(read({ optionalNamespaces })).toMatchObject({
      kind: 'connect',
      id: 1,
      pairingTopic: 't',
      expiresAt: 2000,
      networks: [{ name: 'Local chain' }, { name: 'Network 4242', isUnknown: true }],
      required: [],
      methods: ['personal_sign', 'eth_sendTransaction'],
      obstacle: undefined,
    })
  })

  test('may name one chain in its key, and say everything twice', () => {
    const one = { 'eip155:1': { methods: ['personal_sign'], events: [] } }
    const ask = read({ requiredNamespaces: one, optionalNamespaces: wanted(['eip155:1', 'eip155:8453']) })
    expect(ask?.networks.map(({ id }) => id)).toEqual(['eip155:1', 'eip155:8453'])
    expect(ask?.required).toEqual(['eip155:1'])
  })

  test('for other chains besides leaves them out and says so', () => {
    const optionalNamespaces = {
      ...wanted(['eip155:1']),
      solana: { chains: ['solana:x'], methods: [], events: [] },
    }
    expect(read({ optionalNamespaces })).toMatchObject({ leftOut: ['solana'], obstacle: undefined })
  })

  test.each([
    [
      'another kind of chain',
      { cosmos: { chains: ['cosmos:x'], methods: [], events: [] } },
      signErrors.unsupportedNamespaceKey,
    ],
    [
      'a network of another family that is not here',
      { solana: { chains: ['solana:x'], methods: [], events: [] } },
      signErrors.unsupportedChains,
    ],
    ['a method that is not here', wanted(['eip155:1'], ['eth_sign']), signErrors.unsupportedMethods],
    ['an event that is not here', wanted(['eip155:1'], [], ['somethingElse']), signErrors.unsupportedEvents],
    ['a chain that is none', wanted(['eip155:none']), signErrors.unsupportedChains],
    ['nothing', {}, signErrors.unsupportedChains],
  ])('that insists on %s cannot be approved', (_, requiredNamespaces, code) => {
    expect(read({ requiredNamespaces })?.obstacle).toMatchObject({ code })
  })

  test.each([
    ['is no object', 'x'],
    ['has no id', { proposer: { metadata } }],
    [
      'has chains that are no list',
      { id: 1, proposer: { metadata }, optionalNamespaces: { eip155: { chains: 'all' } } },
    ],
    [
      'has more namespaces than there are',
      {
        id: 1,
        proposer: { metadata },
        optionalNamespaces: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`n${index}`, {}])),
      },
    ],
  ])('that %s is not read', (_, input) => {
    expect(readProposal(input, builtInNetworks)).toBeUndefined()
  })

  test('with a thousand networks shows no more than a person can look through', () => {
    const chains = Array.from({ length: 400 }, (_, index) => `eip155:${index + 1}`)
    expect(read({ optionalNamespaces: wanted(chains) })?.networks).toHaveLength(60)
  })
})

test('a proposal for four families is answered for all of them, with the same people’s accounts', () => {
  const solana = 'solana:6PiZqmBYHtSwhoyez1DuTiE9j4thCgvv'
  const bitcoin = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
  const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const ask = read({
    optionalNamespaces: {
      ...wanted(['eip155:31337']),
      solana: { chains: [solana], methods: ['solana_signMessage', 'solana_unheardOf'], events: [] },
      bip122: { chains: [bitcoin], methods: [], events: ['bip122_addressesChanged'] },
      polkadot: { chains: [polkadot], methods: ['polkadot_signMessage'], events: [] },
    },
  })
  expect(ask?.obstacle).toBeUndefined()
  const [alice] = addresses
  const { networks = [], methods = [], events = [], others = [] } = ask ?? {}
  expect(namespacesOf({ accounts: [alice], networks, methods, events, others })).toMatchObject({
    eip155: { accounts: [`eip155:31337:${alice}`] },
    solana: {
      accounts: [`${solana}:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96`],
      methods: ['solana_signMessage'],
    },
    bip122: {
      accounts: [`${bitcoin}:bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw`],
      events: ['bip122_addressesChanged'],
    },
    polkadot: { accounts: [`${polkadot}:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5`] },
  })
})

test('an approval names every account on every network', () => {
  const [alice, bob = alice] = addresses
  const approval = {
    accounts: [alice, bob],
    networks: [localNetwork],
    methods: ['personal_sign'],
    events: [],
    others: [],
  }
  expect(namespacesOf(approval)).toEqual({
    eip155: {
      chains: ['eip155:31337'],
      accounts: [`eip155:31337:${alice}`, `eip155:31337:${bob}`],
      methods: ['personal_sign'],
      events: [],
    },
  })
})
