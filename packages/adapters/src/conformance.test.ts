/** Our adapters against the suite, and the suite against wallets that break it. */
import { createFakeAdapter, createFakeWallet } from '@latchkey/core/testing'
import { type Evm, startEvm } from '@latchkey/local'
import { asAddress } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ConformanceAbsences,
  type ConformanceOptions,
  type ConformanceQuestion,
  type ConformanceWorld,
  conformanceCases,
} from './conformance.js'
import { eip155 } from './eip155/eip155.js'
import { testLabWallet, testNetwork } from './eip155/testWorld.js'
import { announceWallet } from './lab/announceWallet.js'

let evm: Evm
let networks: readonly [Network, Network]

beforeAll(async () => {
  evm = await startEvm({ seeded: false })
  networks = [testNetwork(1, evm.url), testNetwork(10, evm.url)]
})
afterAll(() => evm.close())

const methods: Readonly<Record<ConformanceQuestion, string>> = {
  connect: 'eth_requestAccounts',
  signMessage: 'personal_sign',
  switchNetwork: 'wallet_switchEthereumChain',
}

async function eip155World({ asks, lacks }: ConformanceOptions): Promise<ConformanceWorld> {
  const target = new EventTarget()
  const lab = await testLabWallet({
    asks: asks.map((question) => methods[question]),
    lacks: lacks ? ['wallet_sendCalls'] : [],
  })
  announceWallet(lab, { target })
  const [first = '', second = ''] = lab.addresses
  return {
    adapter: eip155({ target }),
    networks,
    wallet: {
      connectorId: lab.info.rdns,
      addresses: [asAddress(first), asAddress(second)],
      asked: (question) => lab.asked(methods[question]),
      approve: (question) => lab.approve(methods[question]),
      reject: (question) => lab.reject(methods[question]),
      switchAccount: (address) => lab.switchAccount(address as `0x${string}`),
      switchNetwork: ({ id }) => lab.switchChain(Number(id)),
      leave: () => lab.revoke(),
      signWrongly: () => lab.next.signWrongly(),
      async verify({ address, message, signature }) {
        return (await recoverMessageAddress({ message, signature: signature as `0x${string}` })) === address
      },
      get isAuthorised() {
        return lab.isAuthorised
      },
      get questions() {
        return lab.seen.length
      },
      get listeners() {
        return lab.listeners
      },
    },
  }
}

const fakeAbsences = { signWrongly: 'it has no keys, so none of them is wrong' }

async function fakeWorld({ asks, lacks }: ConformanceOptions): Promise<ConformanceWorld> {
  const addresses = [
    '0x00000000000000000000000000000000000000A1',
    '0x00000000000000000000000000000000000000A2',
  ] as const
  const wallet = createFakeWallet({
    accounts: addresses,
    asks,
    ...(lacks ? { can: ['reconnect', 'signMessage', 'switchNetwork'] } : {}),
  })
  return {
    adapter: createFakeAdapter({ wallets: [wallet] }),
    networks,
    wallet: {
      connectorId: 'fake',
      addresses: [asAddress(addresses[0]), asAddress(addresses[1])],
      async asked(question) {
        while (!wallet.prompts.some(({ kind }) => kind === question)) await undefined
      },
      approve: (question) => wallet.approve(question),
      reject: (question) => wallet.reject(question),
      switchAccount: (address) =>
        wallet.changeAccounts([address, ...addresses.filter((each) => each !== address)]),
      switchNetwork: ({ caipNetworkId }) => wallet.changeNetwork(caipNetworkId),
      leave: () => wallet.vanish(),
      verify: ({ address, message, signature }) => signature === `${message} signed by ${address}`,
      get isAuthorised() {
        return wallet.isAuthorised
      },
      get questions() {
        return wallet.questions
      },
      get listeners() {
        return wallet.listeners
      },
    },
  }
}

describe('the eip155 adapter conforms', () => {
  test.each(conformanceCases(eip155World).map(({ title, run }) => [title, run] as const))('%s', (_, run) =>
    run(),
  )
})

describe('the fake adapter of the core conforms', () => {
  const cases = conformanceCases(fakeWorld, fakeAbsences).map(({ title, run }) => [title, run] as const)
  test.each(cases)('%s', (_, run) => run())
})

describe('the suite finds out', () => {
  const titled = (start: string, create: typeof fakeWorld) => {
    const found = conformanceCases(create, fakeAbsences).find(({ title }) => title.startsWith(start))
    if (!found) throw new Error(`No case starts with ${start}`)
    return found.run()
  }

  test('[D-11] an adapter that hands on the signature of another key', async () => {
    const create = async (options: ConformanceOptions) => {
      const world = await fakeWorld(options)
      return { ...world, wallet: { ...world.wallet, verify: () => false } }
    }
    await expect(titled('sign: the signature', create)).rejects.toThrow(
      'the signature verifies should be true',
    )
  })

  test('a wallet that keeps the page’s listeners', async () => {
    const create = async (options: ConformanceOptions) => {
      const world = await fakeWorld(options)
      return { ...world, wallet: { ...world.wallet, listeners: 1 } }
    }
    await expect(titled('destroy', create)).rejects.toThrow('the listeners left on the wallet should be 0')
  })

  test('a reload that asks the person', async () => {
    const create = async (options: ConformanceOptions) => {
      const world = await fakeWorld(options)
      const { wallet } = world
      let reads = 0
      const asking = Object.defineProperty({ ...wallet }, 'questions', { get: () => (reads += 1) })
      return { ...world, wallet: asking }
    }
    await expect(titled('reconnect: a reload restores', create)).rejects.toThrow(
      'the questions that the person has seen should be 1 and is 2',
    )
  })

  test('what a wallet cannot do and does not say, and what it can do and denies', async () => {
    const without = async (options: ConformanceOptions) => {
      const world = await fakeWorld(options)
      const { switchNetwork: _, ...wallet } = world.wallet
      return { ...world, wallet }
    }
    const caseOf = (absent: ConformanceAbsences, create = fakeWorld) =>
      conformanceCases(create, absent).find(({ title }) => title.includes('the wallet moves'))
    await expect(caseOf({}, without)?.run()).rejects.toThrow('switchNetwork is absent, and nobody says why')
    const denied = caseOf({ switchNetwork: 'it stays' })
    expect(denied?.title).toMatch(/: not for this wallet, because it stays$/)
    await expect(denied?.run()).rejects.toThrow('switchNetwork is there, and is said to be absent')
    await expect(caseOf({ switchNetwork: 'it stays' }, without)?.run()).resolves.toBeUndefined()
  })

  test('a wallet that can do what it should not', async () => {
    await expect(titled('absence', ({ asks }) => fakeWorld({ asks }))).rejects.toThrow(
      'should have been refused',
    )
  })
})
