/** The order of the wallet list. */
import type { Connector } from '@latchkey/core'
import type { ConnectorType } from '@latchkey/spec/entities'
import { connectorTypeOrder } from '@latchkey/spec/options'
import { expect, test } from 'vitest'
import { directoryWallet } from '../testing/wallets.js'
import { installedConnector, noAdvice, walletRows } from './walletRows.js'

const connector = (id: string, type: ConnectorType, explorerId?: string): Connector => ({
  id,
  type,
  name: id,
  namespace: 'eip155',
  ...(explorerId && { explorerId }),
  connect: () => Promise.reject(new Error('A list asks nobody')),
})

const ids = (rows: ReturnType<typeof walletRows>) => rows.map((row) => row.group?.[0].id ?? row.wallet?.id)

test('[S9-13] wallets stand in the connector order: relay, recent, injected, external', () => {
  const connectors = [
    connector('external', 'EXTERNAL'),
    connector('injected', 'INJECTED'),
    connector('used-before', 'EXTERNAL'),
    connector('announced', 'ANNOUNCED'),
    connector('relay', 'WALLET_CONNECT'),
  ]
  const rows = walletRows({ connectors, order: connectorTypeOrder, recent: ['used-before'] })
  expect(ids(rows)).toEqual(['relay', 'used-before', 'injected', 'announced', 'external'])
  expect(rows.map(({ isRecent }) => isRecent)).toEqual([false, true, false, false, false])
})

test('[S9-13] an app may override the order; a group it leaves out is not listed', () => {
  const connectors = [connector('relay', 'WALLET_CONNECT'), connector('injected', 'INJECTED')]
  expect(ids(walletRows({ connectors, order: ['injected', 'walletConnect'] }))).toEqual(['injected', 'relay'])
  expect(ids(walletRows({ connectors, order: ['injected'] }))).toEqual(['injected'])
})

test('the embedded wallet is no row of the list', () => {
  expect(walletRows({ connectors: [connector('auth', 'AUTH')], order: connectorTypeOrder })).toEqual([])
})

test('[S2-16] a wallet is excluded by its directory id, its rdns, or its name in any case', () => {
  const connectors = [
    connector('one', 'INJECTED', 'id-1'),
    { ...connector('two', 'ANNOUNCED'), rdns: 'com.two' },
    { ...connector('three', 'ANNOUNCED'), name: 'Third Wallet' },
    connector('four', 'EXTERNAL'),
  ]
  const excludedIds = ['id-1', 'com.two', 'third wallet']
  expect(ids(walletRows({ connectors, order: connectorTypeOrder, excludedIds }))).toEqual(['four'])
  expect(ids(walletRows({ connectors, order: connectorTypeOrder, excludedIds: ['com'] }))).toHaveLength(4)
})

test('[S9-04] a wallet that is remembered by its directory id is recognised as recent', () => {
  const connectors = [connector('other', 'INJECTED'), connector('used', 'INJECTED', 'id-1')]
  const rows = walletRows({ connectors, order: connectorTypeOrder, recent: ['id-1'] })
  expect(rows.map(({ group, isRecent }) => [group?.[0].id, isRecent])).toEqual([
    ['used', true],
    ['other', false],
  ])
})

const relay = connector('walletConnect', 'WALLET_CONNECT')
const named = (...names: readonly string[]) => names.map((id) => directoryWallet(id))

test('[S9-13] wallets of the directory and of the app stand where the order says', () => {
  const advised = {
    featured: named('featured'),
    custom: named('custom'),
    recommended: named('recommended'),
    recent: named('used'),
  }
  const connectors = [relay, connector('external', 'EXTERNAL')]
  const rows = walletRows({ connectors, order: connectorTypeOrder, recent: ['used'], advised })
  expect(ids(rows)).toEqual(['walletConnect', 'used', 'featured', 'custom', 'external'])
  expect(rows[1]?.isRecent).toBe(true)
})

test('[S9-11] at most four are recommended, and fewer where there is enough to choose from', () => {
  const advised = { featured: [], custom: [], recent: [], recommended: named('a', 'b', 'c', 'd', 'e') }
  const list = (connectors: readonly Connector[]) =>
    ids(walletRows({ connectors, order: connectorTypeOrder, advised })).filter((id) => id && id.length === 1)
  expect(list([relay])).toEqual(['a', 'b', 'c', 'd'])
  expect(list([relay, connector('one', 'INJECTED'), connector('two', 'INJECTED')])).toEqual(['a', 'b'])
})

test('a wallet is listed once: installed before featured before recommended', () => {
  const here = { ...connector('here', 'ANNOUNCED'), rdns: 'com.here', installed: true }
  const wallet = directoryWallet('listed', { rdns: 'com.here' })
  const twice = directoryWallet('twice')
  const rows = walletRows({
    connectors: [relay, here],
    order: connectorTypeOrder,
    advised: { featured: [wallet, twice], custom: [], recent: [], recommended: [twice, wallet] },
  })
  expect(ids(rows)).toEqual(['walletConnect', 'here', 'twice'])
  expect(installedConnector([relay, here], wallet)).toBe(here)
  expect(installedConnector([relay], wallet)).toBeUndefined()
})

test('one approval serves every namespace, so the relay has one row', () => {
  const connectors = [relay, { ...relay, namespace: 'solana' as const }]
  expect(ids(walletRows({ connectors, order: connectorTypeOrder }))).toEqual(['walletConnect'])
})

test('[D-24] where other wallets cannot be reached only those of this browser are listed', () => {
  const rows = walletRows({
    connectors: [relay, connector('injected', 'INJECTED')],
    order: connectorTypeOrder,
    reachesOthers: false,
    advised: { featured: named('a'), custom: named('b'), recent: [], recommended: named('c') },
  })
  expect(ids(rows)).toEqual(['injected'])
})

test('a wallet that speaks several namespaces has one row, and only its own where one is asked for', () => {
  const connectors = [
    { ...connector('com.brass', 'ANNOUNCED'), name: 'Brass', rdns: 'com.brass' },
    { ...connector('Brass', 'INJECTED'), namespace: 'solana' as const },
    { ...connector('tin', 'INJECTED'), namespace: 'solana' as const },
  ]
  const rows = walletRows({ connectors, order: connectorTypeOrder, recent: ['Brass'] })
  expect(rows.map(({ group }) => group?.map(({ namespace }) => namespace))).toEqual([
    ['eip155', 'solana'],
    ['solana'],
  ])
  // Remembered by any of its ways.
  expect(rows[0]?.isRecent).toBe(true)
  expect(ids(walletRows({ connectors, order: connectorTypeOrder, namespace: 'solana' }))).toEqual([
    'Brass',
    'tin',
  ])
  expect(ids(walletRows({ connectors, order: connectorTypeOrder, namespace: 'eip155' }))).toEqual([
    'com.brass',
  ])
})

test('[S9-04] [S9-13] wallets used before that are still asked for have their places, and those here do not', () => {
  const connectors = [
    connector('relay', 'WALLET_CONNECT'),
    connector('extension', 'INJECTED', 'id-1'),
    connector('other', 'INJECTED'),
  ]
  const order = connectorTypeOrder
  const recent = ['id-2', 'id-1']
  const places = (rows: ReturnType<typeof walletRows>) =>
    rows.map(({ group, wallet, comingId }) => group?.[0].id ?? wallet?.id ?? comingId)
  const before = walletRows({ connectors, order, recent, isAdviceComing: true })
  const advised = { ...noAdvice, recent: [directoryWallet('id-2')] }
  const after = walletRows({ connectors, order, recent, advised })
  expect(places(before)).toEqual(['relay', 'extension', 'id-2', 'other'])
  expect(places(after)).toEqual(places(before))
  expect(before.map(({ comingId }) => comingId)).toEqual([undefined, undefined, 'id-2', undefined])
  const alone = walletRows({ connectors, order, recent, isAdviceComing: true, reachesOthers: false })
  expect(places(alone)).toEqual(['extension', 'other'])
})
