/** The state machine of a namespace: pure, total, and never off its table of edges. */
import { asAddress } from '@latchkey/spec/caip'
import { canMove } from '@latchkey/spec/states'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ConnectionEvent, noConnection, reduceConnection } from './connection.js'
import type { Attempt, ConnectedWallet } from './state.js'

const account = (address: string) => ({
  namespace: 'eip155' as const,
  address: asAddress(address),
  type: 'eoa' as const,
})
const wallet = (connectorId: string): ConnectedWallet => ({
  connectorId,
  session: {} as ConnectedWallet['session'], // the reducer carries sessions and never calls them
  accounts: [account(`0x${connectorId}`)],
  networkId: 'eip155:1',
})
const attempt = (id: number, kind: Attempt['kind'] = 'connect'): Attempt => ({
  id,
  kind,
  connectorId: 'a',
  startedAt: 0,
  uri: undefined,
  uriExpiresAt: undefined,
})
const connectorId = fc.constantFrom('a', 'b', 'c')
const attemptId = fc.integer({ min: 1, max: 4 })
const event: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  fc
    .record({ id: attemptId, kind: fc.constantFrom('connect', 'restore', 'reconnect' as const) })
    .map(({ id, kind }) => ({ type: 'attemptStarted' as const, attempt: attempt(id, kind) })),
  fc.record({ type: fc.constant('uriShown' as const), attemptId, uri: fc.constant('wc:…'), at: fc.nat() }),
  fc.record({ type: fc.constant('attemptEnded' as const), attemptId }),
  fc.record({ connectorId, isActive: fc.boolean(), attemptId }).map((input) => ({
    type: 'walletJoined' as const,
    attemptId: input.attemptId,
    wallet: wallet(input.connectorId),
    isActive: input.isActive,
  })),
  fc.record({ type: fc.constant('walletChosen' as const), connectorId }),
  fc.record({ type: fc.constant('walletLeft' as const), connectorId }),
  fc.record({ connectorId, other: fc.constantFrom('0x1', '0x2') }).map((input) => ({
    type: 'walletChanged' as const,
    connectorId: input.connectorId,
    accounts: [account(input.other)],
    networkId: 'eip155:10' as const,
  })),
)

test('[S4-01] every event moves along an edge of the table, and no wallet is there twice', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 50 }), (events) => {
      let state = noConnection
      for (const each of events) {
        const next = reduceConnection(state, each)
        expect(next.status === state.status || canMove('connection', state.status, next.status)).toBe(true)
        expect(next.status === 'connected').toBe(next.wallets.length > 0)
        expect(new Set(next.wallets.map((each) => each.connectorId)).size).toBe(next.wallets.length)
        state = next
      }
    }),
    { numRuns: 2000, seed: 1 },
  )
})

test('[S4-01] an event about an attempt that was overtaken changes nothing', () => {
  const state = reduceConnection(noConnection, { type: 'attemptStarted', attempt: attempt(2) })
  expect(reduceConnection(state, { type: 'attemptEnded', attemptId: 1 })).toBe(state)
  expect(reduceConnection(state, { type: 'uriShown', attemptId: 1, uri: 'wc:old', at: 0 })).toBe(state)
  const late = { type: 'walletJoined', attemptId: 1, wallet: wallet('a'), isActive: true } as const
  expect(reduceConnection(state, late)).toBe(state)
  expect(reduceConnection(noConnection, late)).toBe(noConnection)
})

test('[S4-02] restoring shows as connecting, [S4-03] a later try as reconnecting', () => {
  const start = (kind: Attempt['kind']) =>
    reduceConnection(noConnection, { type: 'attemptStarted', attempt: attempt(1, kind) }).status
  expect(start('restore')).toBe('connecting')
  expect(start('connect')).toBe('connecting')
  expect(start('reconnect')).toBe('reconnecting')
})

test('an event about a wallet that is not there changes nothing', () => {
  for (const type of ['walletChosen', 'walletLeft'] as const) {
    expect(reduceConnection(noConnection, { type, connectorId: 'a' })).toBe(noConnection)
  }
})
