/** The light check and the spec's schema agree on what a network is. */
import { networkSchema } from '@latchkey/spec/entities'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { networkProblem } from './networkProblem.js'
import { fakeNetwork } from './testing/index.js'

const paths = [
  'id',
  'chainNamespace',
  'caipNetworkId',
  'name',
  'nativeCurrency',
  'nativeCurrency.name',
  'nativeCurrency.symbol',
  'nativeCurrency.decimals',
  'rpcUrls',
  'rpcUrls.default',
  'rpcUrls.default.http',
  'rpcUrls.default.webSocket',
  'testnet',
]
const junk = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    -1,
    1.5,
    256,
    18,
    '',
    'x',
    'eip155',
    'eip155:1',
    'cosmos:1',
    [],
    ['x'],
    [1],
    {},
  ),
  fc.anything({ maxDepth: 1 }),
)

/** A network with one field replaced. */
function damaged(path: string, value: unknown): Record<string, unknown> {
  const network = structuredClone(fakeNetwork()) as Record<string, unknown> // plain data
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const owner = keys.reduce<Record<string, unknown>>((it, key) => it[key] as Record<string, unknown>, network)
  owner[last] = value
  return network
}

test('[S3-03] whatever one field is replaced with, both say yes or both say no', () => {
  fc.assert(
    fc.property(fc.constantFrom(...paths), junk, (path, value) => {
      const network = damaged(path, value)
      const belongs = String(network['caipNetworkId']).startsWith(`${String(network['chainNamespace'])}:`)
      expect(networkProblem(network) === undefined).toBe(v.is(networkSchema, network) && belongs)
    }),
    { numRuns: 3000, seed: 3 },
  )
})

test('[S3-03] the field at fault is named', () => {
  expect(networkProblem(fakeNetwork())).toBeUndefined()
  expect(networkProblem(7)?.path).toBe('')
  expect(networkProblem(damaged('nativeCurrency.decimals', '18'))?.path).toBe('nativeCurrency.decimals')
})
