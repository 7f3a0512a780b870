import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokens as tokenTable } from '../indexer/tables.js'
import type { Db } from '../ports/db.js'
import { createMigratedDatabase } from '../testing/database.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { local, localSettings, startTestChain, type TestChain } from '../testing/localChain.js'
import { untilWaiting } from '../testing/lockWait.js'
import { type Chain, chainOf } from './chain.js'
import { readMany } from './multicall.js'
import { createNetworks } from './networks.js'
import type { Hex } from './shapes.js'
import { createTokens } from './tokens.js'
import { cleanText, isLure } from './tokenText.js'

let world: TestChain
let chain: Chain
let db: Db
beforeAll(async () => {
  world = await startTestChain()
  chain = chainOf(world.rpc, local.networkId)
  db = (await createMigratedDatabase()).db
})
afterAll(async () => {
  await world.evm.close()
  await db.close()
})

const networks = createNetworks(localSettings)
const lower = (address: string) => address.toLowerCase() as Hex // lower case of hex is hex

/** A contract that answers everything with the same bytes. */
async function saying(address: Hex, data: Hex): Promise<Hex> {
  const length = (data.length - 2) / 2
  const size = length.toString(16).padStart(4, '0')
  // PUSH2 size, PUSH1 13, PUSH0, CODECOPY, PUSH2 size, PUSH0, RETURN; the data follows.
  await world.evm.request('hardhat_setCode', [address, `0x61${size}600c5f3961${size}5ff3${data.slice(2)}`])
  return address
}

describe('what a token says of itself', () => {
  const tokens = () => createTokens({ db, clock: createFakeClock(), networks })
  const describeOne = async (address: Hex) => (await tokens().describe(chain, [address])).get(address)
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])

  test('is cut, and cleaned of what cannot be seen', async () => {
    const evil = await saying(`0x${'e1'.repeat(20)}`, text(`A\u202e\u0000B\u200bC${'x'.repeat(5_000)}`))
    const token = await describeOne(evil)
    expect(token?.name).toBe(`ABC${'x'.repeat(61)}`)
    expect(token?.symbol).toHaveLength(32)
    expect(token?.decimals).toBeUndefined()
  })

  test('may be in the words of the oldest tokens', async () => {
    const word: Hex = `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`
    expect((await describeOne(await saying(`0x${'e2'.repeat(20)}`, word)))?.symbol).toBe('MKR')
  })

  test.each([
    ['nothing', '0x' as Hex],
    ['one byte', '0xff' as Hex],
    ['text that begins nowhere', `0x${'ff'.repeat(64)}` as Hex],
  ])('may be %s, and then nothing is known of it', async (_, data) => {
    const address: Hex = `0x${(0xe3_000 + data.length).toString(16).padStart(40, '0')}`
    expect(await describeOne(await saying(address, data))).toMatchObject({
      name: undefined,
      symbol: undefined,
      decimals: undefined,
      isListed: false,
    })
  })

  test('does not make it a listed token, whatever it is called', async () => {
    const fake = await saying(`0x${'e4'.repeat(20)}`, text('U S D C'))
    expect(await describeOne(fake)).toMatchObject({ isListed: false, isSuspicious: true })
    expect(await describeOne(lower(local.addresses.usdc))).toMatchObject({
      isListed: true,
      isSuspicious: false,
    })
  })

  test('is asked once and then known', async () => {
    const address = await saying(`0x${'e5'.repeat(20)}`, text('Once'))
    await describeOne(address)
    await saying(address, text('Twice'))
    expect((await describeOne(address))?.name).toBe('Once')
  })

  test('is kept by two at once in whatever order they name it', async () => {
    const [first, second]: readonly [Hex, Hex] = [`0x${'e6'.repeat(20)}`, `0x${'e7'.repeat(20)}`]
    const row = (address: Hex) => ({ networkId: local.networkId, address, readAt: new Date(0) })
    const { describing } = await db.query.transaction(async (rival) => {
      await rival.insert(tokenTable).values(row(first))
      const describing = tokens().describe(chain, [second, first])
      await untilWaiting(db)
      await rival.insert(tokenTable).values(row(second))
      return { describing }
    })
    expect([...(await describing).keys()]).toEqual([second, first])
  })
})

test.each([
  'claim at usdc-drop.com',
  'Visit https://x.example',
  't.me/free',
  'ＷＷＷ．free.io',
  '$ 1000 voucher',
])('"%s" is bait', (name) => {
  expect(isLure(name)).toBe(true)
})
test.each(['USD Coin', 'Wrapped Ether', 'Compound', 'yearn.finance', 'Dai Stablecoin'])(
  '"%s" is none',
  (name) => {
    expect(isLure(name)).toBe(false)
  },
)
test('text of nothing but spaces is none', () => {
  expect(cleanText(' \n\u200b ', 8)).toBeUndefined()
})

test('a contract that burns all gas spoils no other answer', async () => {
  const bomb: Hex = `0x${'b0'.repeat(20)}`
  // JUMPDEST, PUSH0, JUMP: for ever.
  await world.evm.request('hardhat_setCode', [bomb, '0x5b5f56'])
  const data = encodeFunctionData({ abi: parseAbi(['function decimals() view returns (uint8)']) })
  const [usdc, dai] = [lower(local.addresses.usdc), lower(local.addresses.dai)]
  const targets = [usdc, bomb, dai]
  const answers = await readMany(
    chain,
    targets.map((to) => ({ to, data })),
    { multicall: networks(local.networkId).multicall },
  )
  expect(answers.map((answer) => answer && Number(answer))).toEqual([6, undefined, 18])
}, 60_000)
