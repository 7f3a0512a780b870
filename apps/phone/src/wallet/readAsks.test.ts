import { rpcCodes } from '@latchkey/spec/errors'
import type { IWalletKit } from '@reown/walletkit'
import { describe, expect, test } from 'vitest'
import { addresses } from '../keys/accounts.js'
import { faceOf } from '../words/face.js'
import { builtInNetworks, localNetwork } from './networks.js'
import { readAsks } from './readAsks.js'
import type { ConnectedApp } from './state.js'

const [alice] = addresses
const app: ConnectedApp = {
  topic: 't',
  app: faceOf({ name: 'App', url: 'https://app.example' }),
  accounts: [alice],
  networks: [localNetwork],
  others: [],
  networkId: localNetwork.id,
  methods: [],
  events: [],
  expiresAt: 0,
}

const request = (id: number, method: string, params: unknown, expiryTimestamp?: number) => ({
  id,
  topic: 't',
  params: { chainId: localNetwork.id, request: { method, params, expiryTimestamp } },
})

interface Stored {
  readonly proposals?: readonly unknown[]
  readonly signIns?: readonly unknown[]
  readonly requests?: readonly unknown[]
}

/** What the client has in its storage; nothing else of it is read here. */
const clientWith = ({ proposals = [], signIns = [], requests = [] }: Stored) =>
  ({
    getPendingSessionProposals: () => proposals,
    getPendingSessionRequests: () => requests,
    engine: { signClient: { auth: { requests: { getAll: () => signIns } } } },
  }) as unknown as IWalletKit // a fake of the relay's client: the three lists are all that is asked for

const read = (stored: Stored, memory = {}) =>
  readAsks({
    client: clientWith(stored),
    networks: builtInNetworks,
    apps: [app],
    memory: { answers: {}, batches: {}, ...memory },
    tokens: {},
    now: 10_000,
  })

const sign = (id: number, expiry?: number) => request(id, 'personal_sign', ['0x41', alice], expiry)
const calls = { version: '2.0.0', id: 'b', chainId: '0x7a69', calls: [{ to: alice, value: '0x1' }] }

describe('the questions that wait', () => {
  test('are in the order in which they were asked, without those whose time is over', () => {
    const { asks } = read({ requests: [sign(3), sign(1), sign(2, 10), sign(4, 11)] })
    expect(asks.map(({ id }) => id)).toEqual([1, 3, 4])
  })

  test('are not those of an app that is gone, nor what cannot be read', () => {
    const { asks, quiet, unreadable } = read({
      requests: [{ ...sign(1), topic: 'gone' }, { id: 2 }],
      proposals: [{ id: 7 }],
    })
    expect([asks, quiet]).toEqual([[], []])
    expect(unreadable).toEqual([7])
  })
})

describe('answered without the person', () => {
  test('is what was done already but not told, so that nothing is sent twice', () => {
    const sending = request(5, 'eth_sendTransaction', [{ from: alice, to: alice, value: '0x1' }])
    expect(read({ requests: [sending] }).asks).toHaveLength(1)
    const after = read({ requests: [sending] }, { answers: { 5: '0xhash' } })
    expect(after.asks).toEqual([])
    expect(after.quiet).toMatchObject([{ id: 5, request: { kind: 'answer', result: '0xhash' } }])
  })

  test('is a move to where the app is already, and calls of an id that was used', () => {
    const { quiet } = read(
      {
        requests: [
          request(1, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }]),
          request(2, 'wallet_sendCalls', [calls]),
        ],
      },
      { batches: { b: { chainId: 31_337, hashes: [] } } },
    )
    expect(quiet).toMatchObject([
      { id: 1, request: { kind: 'answer', result: null } },
      { id: 2, request: { kind: 'refuse', refusal: { code: rpcCodes.duplicateBundleId } } },
    ])
  })
})
