/** The order of the wallet list. */
import type { Connector } from '@latchkey/core'
import type { ConnectorType } from '@latchkey/spec/entities'
import { connectorTypeOrder } from '@latchkey/spec/options'
import { expect, test } from 'vitest'
import { walletRows } from './walletRows.js'

const connector = (id: string, type: ConnectorType, explorerId?: string): Connector => ({
  id,
  type,
  name: id,
  namespace: 'eip155',
  ...(explorerId && { explorerId }),
  connect: () => Promise.reject(new Error('A list asks nobody')),
})

const ids = (rows: ReturnType<typeof walletRows>) => rows.map((row) => row.connector.id)

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
  expect(rows.map(({ connector: { id }, isRecent }) => [id, isRecent])).toEqual([
    ['used', true],
    ['other', false],
  ])
})
