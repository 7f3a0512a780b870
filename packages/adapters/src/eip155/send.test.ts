/** Sending on a real local chain: what the form says is what moves, and what would fail is never asked for. */
import type { Kit, KitEvent } from '@latchkey/core'
import { contextOf, type SendFormState, send, sendNeed, startFeature, unitsOf } from '@latchkey/core/screen'
import { addresses, type Evm, startEvm, tokens } from '@latchkey/local'
import { limits } from '@latchkey/spec/limits'
import { formatUnits, getAddress, parseEther, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestWorld, type TestWorldInput, testNetwork } from './testWorld.js'

const gatewayUrl = 'https://gateway.test'
const listed = ['usdc', 'usdt', 'toll', 'stuck', 'dai'] as const
const stranger = getAddress('0x00000000000000000000000000000000deadbeef')

let evm: Evm
beforeAll(async () => {
  evm = await startEvm()
}, 60_000)
afterAll(() => evm.close())

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})

const balanceOf = async (token: string, who: string) =>
  BigInt(
    String(
      await evm.request('eth_call', [
        { to: token, data: `0x70a08231${who.slice(2).toLowerCase().padStart(64, '0')}` },
        'latest',
      ]),
    ),
  )
const coinsOf = async (who: string) => BigInt(String(await evm.request('eth_getBalance', [who, 'latest'])))

interface GatewayInput {
  /** Whom the account has sent to before. */
  readonly sentTo?: readonly string[]
  readonly names?: Readonly<Record<string, string>>
  readonly isDown?: () => boolean
}

/** A gateway that tells what the chain says; its own facts are the test's. */
function gateway({ sentTo = [], names = {}, isDown = () => false }: GatewayInput): typeof globalThis.fetch {
  const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })
  return async (input, init) => {
    if (isDown()) throw new TypeError('down')
    const url = new URL(String(input))
    if (init?.method === 'POST') return fetch(evm.url, init)
    const [, , kind, who = '', what = ''] = url.pathname.split('/')
    if (kind === 'supported-chains') return json({ http: ['eip155:31337'], ws: [] })
    if (kind === 'account' && what === 'balance') return json({ balances: await holdings(who) })
    if (kind === 'account' && what === 'history')
      return json({ data: sentTo.map((to) => sending(who, to)), next: null })
    if (kind === 'profile' && who === 'account') return named(names, what)
    return json({}, 404)
  }

  function named(all: Readonly<Record<string, string>>, name: string) {
    const address = all[name]
    // ENSIP-19: an address on any network.
    return address ? json({ name, addresses: { [0x8000_0000]: { address } } }) : json([])
  }
}

async function holdings(who: string) {
  const one = { chainId: 'eip155:31337', iconUrl: '' }
  const coins = { decimals: '18', numeric: formatUnits(await coinsOf(who), 18) }
  const held = await Promise.all(
    listed.map(async (key) => {
      const { address, name, symbol, decimals } = tokens[key]
      const numeric = formatUnits(await balanceOf(address, who), decimals)
      const quantity = { decimals: String(decimals), numeric }
      return { ...one, name, symbol, address: `eip155:31337:${address}`, price: 1, quantity }
    }),
  )
  return [{ ...one, name: 'Ether', symbol: 'ETH', price: 2500, quantity: coins }, ...held]
}

const sending = (sentFrom: string, sentTo: string) => ({
  id: sentTo,
  metadata: {
    operationType: 'send',
    hash: '0x1',
    minedAt: '2026-01-01T00:00:00Z',
    sentFrom,
    sentTo,
    status: 'confirmed',
    nonce: 1,
    chain: 'eip155:31337',
  },
  transfers: [],
})

async function open(input: GatewayInput & TestWorldInput = {}) {
  const world = await createTestWorld({
    networks: [testNetwork(31337, evm.url), testNetwork(10, evm.url)],
    gatewayUrl,
    features: { analytics: false },
    fetch: gateway(input),
    wallet: {
      chains: [
        { id: 31337, rpcUrl: evm.url },
        { id: 10, rpcUrl: evm.url },
      ],
      ...input.wallet,
    },
  })
  kits.push(world.kit)
  const events: KitEvent[] = []
  world.kit.on((event) => events.push(event))
  await world.kit.connect({ connectorId: 'dev.latchkey.lab' })
  const form = await startFeature(contextOf(world.kit), send)
  const [me = '', other = ''] = world.wallet.addresses
  if (!form) throw new Error('sending is on')
  const until = (isTrue: (state: SendFormState) => boolean) =>
    vi.waitFor(
      async () => {
        await world.clock.advanceAsync(limits.sendTypingWait)
        expect(isTrue(form.store.get()), `${sendNeed(form.store.get())}`).toBe(true)
      },
      { timeout: 10_000, interval: 5 },
    )
  await until(({ tokens: list }) => list.status === 'ready')
  const choose = (symbol: string) => {
    const found = form.store.get().tokens.items.find((token) => token.symbol === symbol)
    form.chooseToken(found?.id ?? '')
  }
  const asked = () => world.wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')
  return { ...world, form, until, choose, asked, events, me, other }
}

type Opened = Awaited<ReturnType<typeof open>>

async function fillIn({ form, choose, until }: Opened, symbol: string, amount: string, to: string) {
  choose(symbol)
  form.typeAmount(amount)
  form.typeRecipient(to)
  await until(
    (state) =>
      sendNeed(state) === undefined || ['refused', 'no-gas', 'quote-failed'].includes(sendNeed(state) ?? ''),
  )
}

describe('what moves', () => {
  test('[S4-20] [S8-31] [D-11] native: exactly the amount, from the address shown, tracked before and after', async () => {
    const world = await open()
    const before = await coinsOf(stranger)
    await fillIn(world, 'ETH', '0.000000000000000007', stranger)
    const sent = await world.form.submit()
    expect(sent).toMatchObject({ amount: 7n, to: stranger, networkId: 'eip155:31337' })
    expect((await coinsOf(stranger)) - before).toBe(7n)
    const names = world.events.map(({ name }) => name).filter((name) => name.startsWith('SEND_'))
    expect(names).toEqual(['SEND_INITIATED', 'SEND_SUCCESS'])
    // S4-20: and then the form is empty again.
    expect(world.form.store.get()).toMatchObject({
      step: 'succeeded',
      amount: { text: '' },
      recipientText: '',
    })
    expect(await evm.request('eth_getTransactionByHash', [sent?.hash])).toMatchObject({
      from: world.me.toLowerCase(),
    })
  })

  test.each([
    ['USDC', 'a token that answers', 1_500_000n],
    ['USDT', 'a token that answers with nothing', 1_500_000n],
  ])('[D-14] %s, %s: every unit arrives', async (symbol, _, units) => {
    const world = await open()
    const { address } = symbol === 'USDC' ? tokens.usdc : tokens.usdt
    const before = await balanceOf(address, stranger)
    await fillIn(world, symbol, '1.5', stranger)
    expect(world.form.store.get().quote).toMatchObject({ status: 'ready', arrives: units })
    await world.form.submit()
    expect((await balanceOf(address, stranger)) - before).toBe(units)
  })

  test('[D-19] a token that takes a fee: what is told to arrive is what arrives', async () => {
    const world = await open()
    const before = await balanceOf(addresses.toll, stranger)
    await fillIn(world, tokens.toll.symbol, '10', stranger)
    const { quote } = world.form.store.get()
    const arrives = quote.status === 'ready' ? quote.arrives : undefined
    expect(arrives).toBe(parseUnits('9.9', tokens.toll.decimals))
    await world.form.submit()
    expect((await balanceOf(addresses.toll, stranger)) - before).toBe(arrives)
  })

  test('[D-19] to oneself: all of it, and one is no stranger', async () => {
    const world = await open()
    await fillIn(world, 'ETH', '1', world.me)
    expect(world.form.store.get().quote).toMatchObject({
      status: 'ready',
      arrives: parseEther('1'),
      warnings: [],
    })
    await expect(world.form.submit()).resolves.toMatchObject({ to: world.me })
  })

  test('everything of the native currency leaves exactly the most that the fee can be', async () => {
    const world = await open()
    world.choose('ETH')
    world.form.typeRecipient(stranger)
    world.form.useMax()
    await world.until((state) => sendNeed(state) === undefined)
    const { quote, token } = world.form.store.get()
    if (quote.status !== 'ready' || !token) throw new Error('there is a quote')
    expect(unitsOf(world.form.store.get())).toBe(token.held - quote.fee.most)
    await expect(world.form.submit()).resolves.toBeDefined()
    const left = await coinsOf(world.me)
    expect(left).toBeLessThanOrEqual(quote.fee.most)
    await evm.request('hardhat_setBalance', [world.me, `0x${parseEther('10000').toString(16)}`])
  })

  test('everything of a token is all of it', async () => {
    const world = await open()
    world.choose('DAI')
    world.form.useMax()
    expect(unitsOf(world.form.store.get())).toBe(await balanceOf(addresses.dai, world.me))
  })
})

describe('what does not', () => {
  test('[D-19] a token that refuses is never asked for', async () => {
    const world = await open()
    await fillIn(world, tokens.stuck.symbol, '1', stranger)
    expect(world.form.store.get().quote.status).toBe('refused')
    await expect(world.form.submit()).resolves.toBeUndefined()
    expect(world.form.store.get().problem?.cause).toMatchObject({ code: 'send.refused' })
    expect(world.asked()).toEqual([])
  })

  test('[S8-32] a refusal in the wallet keeps the form, and the next try sends', async () => {
    const world = await open()
    await fillIn(world, 'ETH', '1', stranger)
    world.wallet.next.reject()
    await expect(world.form.submit()).resolves.toBeUndefined()
    expect(world.form.store.get()).toMatchObject({
      step: 'editing',
      problem: { kind: 'declined' },
      amount: { text: '1' },
    })
    expect(world.events.map(({ name }) => name)).not.toContain('SEND_SUCCESS')
    await world.until((state) => sendNeed(state) === undefined)
    await expect(world.form.submit()).resolves.toMatchObject({ amount: parseEther('1') })
  })

  test('two presses ask once', async () => {
    const world = await open()
    await fillIn(world, 'ETH', '0.1', stranger)
    const [one, two] = await Promise.all([world.form.submit(), world.form.submit()])
    expect(one).toBe(two)
    expect(world.asked()).toHaveLength(1)
  })

  test('[D-10] a wallet that hangs can be given up, and a late yes is not sent twice', async () => {
    const world = await open({ wallet: { asks: ['eth_sendTransaction'] } })
    await fillIn(world, 'ETH', '0.1', stranger)
    const trying = world.form.submit()
    await world.wallet.asked('eth_sendTransaction')
    world.form.cancel()
    await expect(trying).resolves.toBeUndefined()
    expect(world.form.store.get().problem).toMatchObject({ kind: 'cancelled' })
    const before = await coinsOf(stranger)
    world.wallet.approve()
    await vi.waitFor(async () => expect(await coinsOf(stranger)).toBe(before + parseEther('0.1')))
    // The transaction centre has it, though nobody waited.
    const centre = await world.kit.transactions()
    await vi.waitFor(() => expect(centre.store.get().entries).toHaveLength(1))
    expect(world.asked()).toHaveLength(1)
  })

  test('[S5-10] nothing is asked without an amount, a receiver or a token, in the words of the spec', async () => {
    const world = await open()
    const said = async () => {
      await world.form.submit()
      const cause = world.form.store.get().problem?.cause
      return cause instanceof Error ? cause.message : undefined
    }
    expect(await said()).toBe('An amount and receiver address are required')
    world.form.typeAmount('1')
    expect(await said()).toBe('An amount and receiver address are required')
    expect(world.asked()).toEqual([])
  })

  test('more than there is, and no coins for the fee, are two different things', async () => {
    const world = await open()
    world.choose('USDC')
    world.form.typeAmount('99999999999')
    world.form.typeRecipient(stranger)
    await world.until(({ recipient }) => recipient.status === 'ready')
    expect(sendNeed(world.form.store.get())).toBe('not-enough')
    await world.form.submit()
    expect(world.form.store.get().problem?.cause).toMatchObject({
      code: 'send.not-enough',
      context: { symbol: 'USDC' },
    })

    await evm.request('hardhat_setBalance', [world.me, '0x1'])
    const poor = await open()
    await fillIn(poor, 'USDC', '1', stranger)
    expect(sendNeed(poor.form.store.get())).toBe('no-gas')
    await evm.request('hardhat_setBalance', [world.me, `0x${parseEther('10000').toString(16)}`])
  })
})

describe('whom', () => {
  const warningsOf = ({ form }: Opened) => {
    const { quote } = form.store.get()
    return 'warnings' in quote ? quote.warnings : undefined
  }

  test('[D-19] a stranger is told as one, once', async () => {
    const world = await open()
    const target = getAddress(`0x${'ab'.repeat(20)}`)
    await fillIn(world, 'ETH', '0.1', target)
    expect(warningsOf(world)).toEqual(['first-time-recipient'])
    await world.form.submit()
    await fillIn(world, 'ETH', '0.1', target)
    expect(warningsOf(world)).toEqual([])
  })

  test('[D-19] an address that looks like one of the history is told, and the real one is not', async () => {
    const real = getAddress(`0xabcd${'1'.repeat(32)}7890`)
    const fake = getAddress(`0xabcd${'2'.repeat(32)}7890`)
    const world = await open({ sentTo: [real] })
    await fillIn(world, 'ETH', '0.1', fake)
    expect(warningsOf(world)).toEqual(['first-time-recipient', 'looks-like-recent'])
    await fillIn(world, 'ETH', '0.1', real)
    expect(warningsOf(world)).toEqual([])
  })

  test('[D-19] tokens sent to their own contract, or to that of another token, are told to be lost', async () => {
    const world = await open()
    await fillIn(world, 'USDC', '1', addresses.usdc)
    expect(warningsOf(world)).toEqual(['first-time-recipient', 'contract-cannot-receive', 'own-contract'])
    await fillIn(world, 'USDC', '1', addresses.dai)
    expect(warningsOf(world)).toEqual(['first-time-recipient', 'contract-cannot-receive'])
  })

  test('[D-19] a contract that takes no coins is told, and nothing is sent', async () => {
    const world = await open()
    await fillIn(world, 'ETH', '1', addresses.usdc)
    expect(world.form.store.get().quote).toMatchObject({ status: 'refused' })
    expect(warningsOf(world)).toContain('contract-cannot-receive')
  })

  test('[D-15] a checksum that does not fit is a typing error, and other texts are no address', async () => {
    const world = await open()
    const wrong = world.other.replace(/[a-f]/, (letter) => letter.toUpperCase())
    world.form.typeRecipient(
      wrong === world.other ? world.other.replace(/[A-F]/, (letter) => letter.toLowerCase()) : wrong,
    )
    await world.until(({ recipient }) => recipient.status === 'invalid')
    expect(world.form.store.get().recipient).toMatchObject({ problem: 'checksum' })
    for (const text of ['0x1234', 'ada', 'ada..example', 'ada example.com']) {
      world.form.typeRecipient(text)
      await world.until(({ recipient }) => recipient.status === 'invalid')
      expect(world.form.store.get().recipient, text).toMatchObject({ problem: 'address' })
    }
  })

  test('[D-19] a name is resolved, one that nobody has is told, and a service that is down can be asked again', async () => {
    let isDown = false
    const world = await open({ names: { 'ada.latch.id': stranger }, isDown: () => isDown })
    await fillIn(world, 'ETH', '0.1', 'Ada.latch.id')
    await expect(world.form.submit()).resolves.toMatchObject({ to: stranger, name: 'ada.latch.id' })
    world.form.typeRecipient('nobody.latch.id')
    await world.until(({ recipient }) => recipient.status === 'invalid')
    expect(world.form.store.get().recipient).toMatchObject({ problem: 'unknown-name' })
    isDown = true
    world.form.typeRecipient('eve.latch.id')
    await world.clock.advanceAsync(60_000)
    await world.until(({ recipient }) => recipient.status === 'failed')
    isDown = false
    world.form.retry()
    await world.until(({ recipient }) => recipient.status === 'invalid')
  })

  test('[D-19] a pasted link fills in token, amount and receiver; one for elsewhere is told', async () => {
    const world = await open()
    world.form.typeRecipient(`ethereum:${addresses.usdc}@31337/transfer?address=${stranger}&uint256=2.5e6`)
    await world.until((state) => sendNeed(state) === undefined)
    expect(world.form.store.get()).toMatchObject({
      recipientText: stranger,
      token: { symbol: 'USDC' },
      amount: { text: '2.5' },
    })
    const problems = {
      [`ethereum:${stranger}@10`]: 'other-network',
      'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4': 'other-namespace',
      [`ethereum:${addresses.usdc}/approve?address=${stranger}&uint256=1`]: 'link',
      [`ethereum:${addresses.weth}/transfer?address=${stranger}&uint256=1`]: 'unknown-token',
    }
    for (const [text, problem] of Object.entries(problems)) {
      world.form.typeRecipient(text)
      await world.until(({ recipient }) => recipient.status === 'invalid')
      expect(world.form.store.get().recipient, text).toMatchObject({ problem })
    }
  })
})

describe('whose form it is', () => {
  test('[S3-10] [S4-05] the kit says what is about to be sent, and forgets it on a disconnect', async () => {
    const world = await open()
    await fillIn(world, 'USDC', '2', stranger)
    expect(world.kit.store.get().send).toMatchObject({
      token: { symbol: 'USDC' },
      sendTokenAmount: '2',
      receiverAddress: stranger,
      loading: false,
    })
    expect(Number(world.kit.store.get().send.networkBalanceInUSD)).toBeGreaterThan(0)
    await world.kit.disconnect()
    expect(world.kit.store.get().send).not.toHaveProperty('sendTokenAmount')
    expect(world.form.store.get()).toMatchObject({
      amount: { text: '' },
      recipientText: '',
      subject: undefined,
    })
  })

  test('[D-11] another account in the wallet empties the form and says so; nothing is sent for the one before', async () => {
    const world = await open()
    await fillIn(world, 'ETH', '1', stranger)
    world.wallet.switchAccount(1)
    await world.until(({ subject }) => subject?.address === world.other)
    expect(world.form.store.get()).toMatchObject({
      notice: 'account',
      amount: { text: '' },
      recipientText: '',
    })
  })

  test('[D-11] an account that changed without a word signs nothing', async () => {
    const world = await open()
    await fillIn(world, 'ETH', '1', stranger)
    world.wallet.switchAccount(1, { isSilent: true })
    await expect(world.form.submit()).resolves.toBeUndefined()
    expect(world.asked()).toEqual([])
  })

  test('[D-11] a network chosen in the wallet is told as well', async () => {
    const world = await open()
    await fillIn(world, 'ETH', '1', stranger)
    world.wallet.switchChain(10)
    await world.until(({ subject }) => subject?.networkId === 'eip155:10')
    expect(world.form.store.get()).toMatchObject({ notice: 'network', recipientText: stranger })
  })

  test('[D-11] another network keeps the receiver and a native amount, and says so', async () => {
    const world = await open()
    await fillIn(world, 'ETH', '1', stranger)
    await world.kit.switchNetwork({ networkId: 'eip155:10' })
    await world.until(
      ({ tokens: list, subject }) => list.status !== 'loading' && subject?.networkId === 'eip155:10',
    )
    expect(world.form.store.get()).toMatchObject({
      notice: 'network',
      amount: { text: '1' },
      recipientText: stranger,
    })
    await world.kit.switchNetwork({ networkId: 'eip155:31337' })
    await world.until(({ tokens: list }) => list.status === 'ready')
    await fillIn(world, 'USDC', '1', stranger)
    await world.kit.switchNetwork({ networkId: 'eip155:10' })
    expect(world.form.store.get()).toMatchObject({ amount: { text: '' }, token: undefined })
  })
})

test('[D-13] [D-10] a gateway that is down is told, and what it did not say can be asked for again', async () => {
  let isDown = false
  const world = await open({ isDown: () => isDown })
  isDown = true
  world.form.typeAmount('1')
  world.form.typeRecipient(stranger)
  // Past every retry of the request.
  await world.until(({ quote }) => quote.status === 'failed')
  expect(world.asked()).toEqual([])
  isDown = false
  world.form.retry()
  await world.until((state) => sendNeed(state) === undefined)
})

test('an amount in dollars is never more than they buy', async () => {
  const world = await open()
  world.choose('ETH')
  world.form.switchUnit()
  world.form.typeAmount('10')
  expect(unitsOf(world.form.store.get())).toBe(parseEther('0.004'))
  world.form.switchUnit()
  expect(world.form.store.get().amount).toMatchObject({ unit: 'token', text: '0.004' })
})
