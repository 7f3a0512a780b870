/** What a currency is worth, when not every network answers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, chainOf } from '../chain/chain.js'
import { createNetworks } from '../chain/networks.js'
import { systemClock } from '../ports/clock.js'
import { local, localSettings, startTestChain, type TestChain } from '../testing/localChain.js'
import { silentLog } from '../testing/log.js'
import { one } from './fixed.js'
import { createPrices } from './prices.js'

let world: TestChain
beforeAll(async () => {
  world = await startTestChain()
})
afterAll(() => world.evm.close())

const away = chainOf({ call: () => Promise.reject(new Error('the network is away')) }, 'eip155:1')
const coin = [{ asset: 'native', decimals: 18 }] as const

function start(served: readonly Chain[]) {
  return createPrices({
    networks: createNetworks(localSettings),
    clock: systemClock,
    log: silentLog,
    providers: [],
    served: () => served.map(({ networkId }) => networkId),
    chainOf: (networkId) => served.find((chain) => chain.networkId === networkId) ?? away,
  })
}

test('a network that is away does not take the prices of another with it', async () => {
  const here = chainOf(world.rpc, local.networkId)
  const found = await start([away, here]).of(here, coin, 'eth', {})
  expect(found.get('native')).toBe(one)
})

test('[D-13] when nobody could be asked, that is an error and no empty answer', async () => {
  await expect(start([away]).rate('eth', {})).rejects.toThrow('the network is away')
  expect(await start([]).rate('eth', {})).toBeUndefined()
})

test('who has left is not looked for elsewhere', async () => {
  const here = chainOf(world.rpc, local.networkId)
  const signal = AbortSignal.abort(new Error('the caller has left'))
  await expect(start([away, here]).rate('eth', { signal })).rejects.toThrow('the caller has left')
})
