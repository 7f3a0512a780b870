/** The faucet gives what it promises, to addresses only, and not without end. */
import { erc20Abi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from './addresses.js'
import { createEvmFaucet } from './faucet.js'
import { type Evm, startEvm } from './startEvm.js'
import { testClients } from './testClient.js'

const newcomer = '0x00000000000000000000000000000000000A11cE'
const stranger = (n: number) => `0x${n.toString(16).padStart(40, '0')}`

describe('on the chain', () => {
  let evm: Evm
  beforeAll(async () => {
    evm = await startEvm()
  })
  afterAll(() => evm.close())

  const ask = (body: string, method = 'POST') =>
    fetch(`${evm.url}/faucet`, { method, ...(method === 'POST' ? { body } : {}) })

  test('a newcomer gets native coins and tokens, mined before the answer', async () => {
    const response = await ask(JSON.stringify({ address: newcomer.toLowerCase() }))
    const { address, transactions } = (await response.json()) as { address: string; transactions: string[] }
    expect([response.status, address, transactions.length]).toEqual([200, newcomer, 4])
    const { reader } = testClients(evm)
    expect(await reader.getBalance({ address: newcomer })).toBe(parseEther('10'))
    const held = (token: `0x${string}`) =>
      reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [newcomer] })
    expect(await held(addresses.usdc)).toBe(parseUnits('1000', 6))
    expect(await held(addresses.dai)).toBe(parseUnits('1000', 18))
    expect(await held(addresses.usdt)).toBe(parseUnits('1000', 6))
    const again = await ask(JSON.stringify({ address: newcomer }))
    expect(again.status).toBe(429)
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('several at once are all served', async () => {
    const answers = await Promise.all(
      [901, 902, 903].map((n) => ask(JSON.stringify({ address: stranger(n) }))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test.each(['', '{', 'null', '{}', '{"address":5}', '{"address":"0x12"}', '{"address":"alice.eth"}'])(
    'the body %s is refused',
    async (body) => expect((await ask(body)).status).toBe(400),
  )

  test('pages of two origins are two callers', async () => {
    const askFrom = (origin: string, n: number) =>
      fetch(`${evm.url}/faucet`, {
        method: 'POST',
        headers: { origin },
        body: JSON.stringify({ address: stranger(n) }),
      }).then(({ status }) => status)
    for (let n = 1001; n <= 1060; n++) expect(await askFrom('http://localhost:1', n)).toBe(200)
    expect(await askFrom('http://localhost:1', 1061)).toBe(429)
    expect(await askFrom('http://localhost:2', 1061)).toBe(200)
  })

  test('a look instead of a request gets the form and no gift, and other methods nothing', async () => {
    const look = await ask('', 'GET')
    expect([look.status, look.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await ask('', 'DELETE')).status).toBe(405)
  })
})

describe('its bounds, by an injected clock', () => {
  function dryFaucet(request: () => Promise<unknown> = async () => '0x') {
    let time = 0
    const faucet = createEvmFaucet({ request, from: newcomer, now: () => time })
    const answer = (n: number, caller?: string) =>
      faucet.handle(JSON.stringify({ address: stranger(n) }), caller)
    const ask = async (n: number, caller?: string) => (await answer(n, caller)).status
    return { answer, ask, advance: (ms: number) => (time += ms) }
  }

  test('an address may come again after ten seconds', async () => {
    const { answer, ask, advance } = dryFaucet()
    expect(await ask(1)).toBe(200)
    advance(6_500)
    expect(await answer(1)).toMatchObject({ status: 429, headers: { 'retry-after': '4' } })
    advance(3_499)
    expect(await ask(1)).toBe(429)
    advance(1)
    expect(await ask(1)).toBe(200)
  })

  test('120 addresses a minute are served, then nobody until the first has gone by', async () => {
    const { ask, advance } = dryFaucet()
    for (let n = 1; n <= 120; n++) expect(await ask(n, `http://localhost:${n % 2}`)).toBe(200)
    expect(await ask(121)).toBe(429)
    advance(60_000)
    expect(await ask(121)).toBe(200)
  })

  test('one caller is served 60 times a minute, and leaves the rest to others', async () => {
    const { answer, ask, advance } = dryFaucet()
    for (let n = 1; n <= 60; n++) expect(await ask(n)).toBe(200)
    advance(20_000)
    expect(await answer(61)).toMatchObject({ status: 429, headers: { 'retry-after': '40' } })
    expect(await ask(61, 'http://localhost:3000')).toBe(200)
    advance(40_000)
    expect(await ask(62)).toBe(200)
  })

  test('a gift that the chain refuses is told and does not count', async () => {
    let isBroken = true
    const { ask } = dryFaucet(async () => {
      if (isBroken) throw new Error('no')
      return '0x'
    })
    expect(await ask(1)).toBe(502)
    isBroken = false
    expect(await ask(1)).toBe(200)
  })
})
