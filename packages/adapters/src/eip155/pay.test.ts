/** Payments on a real local chain: what is asked is what arrives, once, or nothing and a reason. */
import { type Kit, type PayRequest, selectView } from '@latchkey/core'
import { contextOf, pay as feature, type PayStage, startFeature } from '@latchkey/core/screen'
import { type Evm, startEvm, tokens } from '@latchkey/local'
import { limits } from '@latchkey/spec/limits'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestWorld, testNetwork } from './testWorld.js'

vi.setConfig({ testTimeout: 30_000 })

let evm: Evm
beforeAll(async () => {
  evm = await startEvm()
}, 60_000)
afterAll(() => evm.close())

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})

const shop = '0x00000000000000000000000000000000005b0b00'
const native = 'eip155:31337/slip44:60'
const erc20 = (address: string) => `eip155:31337/erc20:${address}` as const

async function world(input: Parameters<typeof createTestWorld>[0] = {}) {
  const nodes = { busy: 0 }
  const made = await createTestWorld({
    networks: [testNetwork(31337, evm.url), testNetwork(10, evm.url)],
    features: { pay: true },
    async fetch(...args) {
      nodes.busy += 1
      return fetch(...args).finally(() => {
        nodes.busy -= 1
      })
    },
    ...input,
    wallet: {
      chains: [
        { id: 31337, rpcUrl: evm.url },
        { id: 10, rpcUrl: evm.url },
      ],
      ...input.wallet,
    },
  })
  kits.push(made.kit)
  made.kit.attachScreen()
  await made.kit.connect({ connectorId: 'dev.latchkey.lab' })
  const payments = await startFeature(contextOf(made.kit), feature)
  if (!payments) throw new Error('payments are off')
  const stage = () => payments.store.get().stage
  async function becomes<status extends PayStage['status']>(status: status) {
    while (stage().status !== status) {
      if (nodes.busy === 0) await made.clock.advanceAsync(limits.httpRetryDelay)
      await new Promise((resolve) => setTimeout(resolve))
    }
    return stage() as Extract<PayStage, { status: status }> // compared in the line above
  }
  /** Asks; the outcome is looked at later, so a rejection before that is no accident. */
  function ask(request: PayRequest & { signal?: AbortSignal }) {
    const receipt = made.kit.pay(request)
    receipt.catch(() => {})
    return receipt
  }
  return { ...made, payments, becomes, ask, stage }
}

const balanceOf = async (token?: string): Promise<bigint> => {
  if (!token) return BigInt(String(await evm.request('eth_getBalance', [shop, 'latest'])))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [shop] })
  return BigInt(String(await evm.request('eth_call', [{ to: token, data }, 'latest'])))
}

describe('[D-14] what is asked is what arrives', () => {
  test.each([
    ['the native coin', native, undefined, '0.000000000000000007', 7n],
    ['a token', erc20(tokens.usdc.address), tokens.usdc.address, '12.345678', 12_345_678n],
    ['a token that answers nothing', erc20(tokens.usdt.address), tokens.usdt.address, '3', 3_000_000n],
  ] as const)('%s, to the last unit', async (_, asset, token, amount, units) => {
    const { kit, becomes, ask, payments } = await world()
    const before = await balanceOf(token)
    const receipt = ask({ asset, amount, recipient: shop, reference: 'order 1' })
    const ready = await becomes('ready')
    expect(ready.way.kind).toBe('direct')
    expect(payments.store.get().asset?.units).toBe(units)
    void payments.confirm()
    await becomes('paid')
    const payer = kit.store.get().connections.eip155?.wallets[0]?.accounts[0]?.address
    expect(await receipt).toMatchObject({
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      networkId: 'eip155:31337',
      asset,
      amount,
      recipient: shop,
      reference: 'order 1',
      payer,
      status: 'confirmed',
    })
    expect((await balanceOf(token)) - before).toBe(units)
    const [entry] = (await kit.transactions()).store.get().entries
    expect(entry).toMatchObject({ kind: 'pay', status: 'confirmed' })
    expect(entry?.title).toMatch(/^Pay /)
  })

  test('a token that keeps a part of every transfer, or refuses them, is not offered to be signed', async () => {
    const { becomes, ask, kit, wallet } = await world()
    const keeps = ask({ asset: erc20(tokens.toll.address), amount: '1', recipient: shop })
    expect((await becomes('stopped')).problem).toEqual({ code: 'arrives-less' })
    kit.close()
    await expect(keeps).rejects.toMatchObject({ code: 'pay.failed' })
    void ask({ asset: erc20(tokens.stuck.address), amount: '1', recipient: shop })
    await becomes('loading')
    expect((await becomes('stopped')).problem).toMatchObject({ code: 'refused' })
    expect(wallet.requests.some(({ method }) => method === 'eth_sendTransaction')).toBe(false)
  })

  test('too little of it, and nothing to swap, is told before anybody signs', async () => {
    const { becomes, ask } = await world()
    void ask({ asset: erc20(tokens.usdc.address), amount: '999999999999', recipient: shop })
    expect(await becomes('short')).toMatchObject({ of: 'asset', symbol: 'USDC' })
  })
})

describe('[D-12] how it ends', () => {
  test('a wallet that declines can be asked again; whoever closes then is told that it was declined', async () => {
    const { becomes, ask, payments, kit, wallet } = await world()
    const receipt = ask({ asset: native, amount: '0.1', recipient: shop })
    await becomes('ready')
    wallet.next.reject()
    await payments.confirm()
    expect((await becomes('stopped')).problem).toEqual({ code: 'declined' })
    kit.close()
    await expect(receipt).rejects.toMatchObject({ code: 'pay.declined' })
  })

  test('closing before anything was signed rejects; closing afterwards does not lose the receipt', async () => {
    const { becomes, ask, payments, kit, wallet } = await world({
      wallet: { chains: [{ id: 31337, rpcUrl: evm.url }], asks: ['eth_sendTransaction'] },
    })
    const closed = ask({ asset: native, amount: '0.1', recipient: shop })
    await becomes('ready')
    kit.close()
    await expect(closed).rejects.toMatchObject({ code: 'pay.closed' })
    const kept = ask({ asset: native, amount: '0.1', recipient: shop })
    await becomes('loading')
    await becomes('ready')
    void payments.confirm()
    await wallet.asked('eth_sendTransaction')
    kit.close()
    await expect(kit.pay({ asset: native, amount: '1', recipient: shop })).rejects.toMatchObject({
      code: 'pay.busy',
    })
    wallet.approve('eth_sendTransaction')
    await becomes('paid')
    await expect(kept).resolves.toMatchObject({ status: 'confirmed' })
  })

  test('a wallet on another network is moved first', async () => {
    const { becomes, ask, payments, wallet } = await world()
    wallet.switchChain(10)
    void ask({ asset: native, amount: '0.1', recipient: shop })
    await becomes('ready')
    void payments.confirm()
    await becomes('paid')
    expect(wallet.chainId).toBe(31337)
  })

  test('another account is another payer, and what is shown is found out again', async () => {
    const { becomes, ask, payments, wallet } = await world()
    void ask({ asset: native, amount: '0.1', recipient: shop })
    await becomes('ready')
    const second = wallet.addresses[1] ?? ''
    wallet.switchAccount(1)
    await becomes('loading')
    await becomes('ready')
    expect(payments.store.get().payer).toBe(second)
  })

  test('whatever connecting opens in between, the payment is there again afterwards; giving up ends it', async () => {
    const { becomes, ask, payments, kit } = await world()
    const receipt = ask({ asset: native, amount: '0.1', recipient: shop })
    await becomes('ready')
    payments.connect()
    expect(selectView(kit.store.get())).toBe('Connect')
    kit.open({ view: 'Networks' })
    kit.close()
    expect(kit.store.get().modal.isOpen).toBe(true)
    expect(selectView(kit.store.get())).toBe('Pay')
    payments.connect()
    await kit.disconnect()
    kit.close()
    await expect(receipt).rejects.toMatchObject({ code: 'pay.closed' })
  })

  test('an order that was paid is not paid again, neither now nor after a reload', async () => {
    const first = await world()
    const request = { asset: native, amount: '0.2', recipient: shop, reference: 'order 77' } as const
    const receipt = first.ask(request)
    await first.becomes('ready')
    void first.payments.confirm()
    await first.becomes('paid')
    const { hash } = await receipt
    const before = await balanceOf()
    first.kit.destroy()
    const { becomes, ask } = await world({ fakeStorage: first.storage })
    const again = ask({ ...request })
    await becomes('paid')
    await expect(again).resolves.toMatchObject({ hash })
    expect(await balanceOf()).toBe(before)
    void ask({ ...request, reference: 'order 78' })
    await becomes('ready')
  })

  test('two windows that both offer an order pay it once: the second goes on with what the first sent', async () => {
    const first = await world()
    const request = { asset: native, amount: '0.2', recipient: shop, reference: 'order 80' } as const
    void first.ask(request)
    await first.becomes('ready')
    // Another window that has not heard of it yet: its storage tells it nothing by itself.
    const { subscribe: _, ...storage } = first.storage
    const second = await world({ fakeStorage: storage })
    const again = second.ask({ ...request, amount: '0.20' })
    await second.becomes('ready')
    const before = await balanceOf()
    void first.payments.confirm()
    const { receipt } = await first.becomes('paid')
    void second.payments.confirm()
    await second.becomes('paid')
    await expect(again).resolves.toMatchObject({ hash: receipt.hash })
    expect(await balanceOf()).toBe(before + 200_000_000_000_000_000n)
    expect(second.wallet.requests.some(({ method }) => method === 'eth_sendTransaction')).toBe(false)
  })

  test('while one window asks its wallet for an order, another does not', async () => {
    const held = new Set<string>()
    const request: LockManager['request'] = async (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as (lock: object | null) => unknown // the last argument of every form
      if (held.has(name)) return work(null)
      held.add(name)
      try {
        return await work({ name })
      } finally {
        held.delete(name)
      }
    }
    vi.stubGlobal('navigator', { locks: { request } })
    onTestFinished(() => void vi.unstubAllGlobals())
    const order = { asset: native, amount: '0.2', recipient: shop, reference: 'order 81' } as const
    const first = await world({ wallet: { asks: ['eth_sendTransaction'] } })
    void first.ask(order)
    await first.becomes('ready')
    const second = await world({ fakeStorage: first.storage })
    void second.ask(order)
    await second.becomes('ready')
    void first.payments.confirm()
    await first.wallet.asked('eth_sendTransaction')
    await second.payments.confirm()
    expect((await second.becomes('stopped')).problem).toEqual({ code: 'elsewhere' })
    first.wallet.approve('eth_sendTransaction')
    const { receipt } = await first.becomes('paid')
    second.payments.retry()
    expect((await second.becomes('paid')).receipt.hash).toBe(receipt.hash)
  })

  test('a wallet that approves after the deadline has paid: trying again finds it', async () => {
    const { becomes, ask, payments, wallet, clock } = await world({
      wallet: { asks: ['eth_sendTransaction'] },
    })
    const receipt = ask({ asset: native, amount: '0.2', recipient: shop, reference: 'order 82' })
    await becomes('ready')
    void payments.confirm()
    await wallet.asked('eth_sendTransaction')
    await clock.advanceAsync(limits.walletDeadline)
    expect((await becomes('stopped')).problem).toEqual({ code: 'timeout' })
    const before = await balanceOf()
    wallet.approve('eth_sendTransaction')
    await vi.waitFor(async () => expect(await balanceOf()).toBe(before + 200_000_000_000_000_000n))
    payments.retry()
    await becomes('paid')
    await expect(receipt).resolves.toMatchObject({ reference: 'order 82' })
    const asked = wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')
    expect(asked).toHaveLength(1)
  })

  test('an order that was sped up while nobody looked is paid by its twin', async () => {
    const first = await world()
    const request = { asset: native, amount: '0.2', recipient: shop, reference: 'order 83' } as const
    void first.ask(request)
    await first.becomes('ready')
    void first.payments.confirm()
    const { receipt } = await first.becomes('paid')
    first.kit.destroy()
    // As the rounds of another page leave it: the one that was sent has made room for its twin.
    const [key = '', stored = ''] =
      [...first.storage.values].find(([name]) => name.endsWith('transactions')) ?? []
    const { version, data } = JSON.parse(stored) as { version: number; data: object[] } // written by the kit
    const sent = {
      ...data[0],
      hash: `0x${'5'.repeat(64)}`,
      status: 'replaced',
      replacement: 'sped-up',
      replacedBy: receipt.hash,
      isFollowed: false,
    }
    first.storage.set(key, JSON.stringify({ version, data: [sent] }))
    const { becomes, ask, wallet } = await world({ fakeStorage: first.storage })
    void ask(request)
    expect((await becomes('paid')).receipt.hash).toBe(receipt.hash)
    expect(wallet.requests.some(({ method }) => method === 'eth_sendTransaction')).toBe(false)
  })

  test('where nobody can tell whether an order was paid, it is not offered until somebody can', async () => {
    const { becomes, ask, payments, kit } = await world()
    const context = contextOf(kit)
    const lost = vi.spyOn(context, 'transactions').mockRejectedValue(new Error('the file did not come'))
    void ask({ asset: native, amount: '0.2', recipient: shop, reference: 'order 84' })
    await becomes('unknown')
    lost.mockRestore()
    payments.retry()
    await becomes('ready')
  })

  test('a caller that leaves is told so, and the next may ask', async () => {
    const { becomes, ask } = await world()
    const leave = new AbortController()
    const left = ask({ asset: native, amount: '0.1', recipient: shop, signal: leave.signal })
    await becomes('ready')
    leave.abort()
    await expect(left).rejects.toMatchObject({ code: 'request.aborted' })
    void ask({ asset: native, amount: '0.3', recipient: shop })
    await becomes('loading')
    await becomes('ready')
  })
})

test.each([
  ['an unknown asset', { asset: 'usdc' }],
  ['another network', { asset: 'eip155:5/slip44:60' }],
  ['a collectible', { asset: `eip155:31337/erc721:${shop}` }],
  ['no amount', { amount: '0' }],
  ['a float', { amount: 12.5 }],
  ['a negative amount', { amount: '-1' }],
  ['no address', { recipient: 'shop.eth' }],
  ['an endless reference', { reference: 'x'.repeat(129) }],
])('[D-14] %s is refused before anybody sees it', async (_, wrong) => {
  const { kit } = await world()
  const request = { asset: native, amount: '1', recipient: shop, ...wrong } as PayRequest // wrong on purpose
  await expect(kit.pay(request)).rejects.toMatchObject({ code: 'pay.invalid' })
  expect(kit.store.get().modal.isOpen).toBe(false)
})

test('[D-14] an amount finer than the smallest unit is refused when the token has told its decimals', async () => {
  const { ask } = await world()
  const receipt = ask({ asset: erc20(tokens.usdc.address), amount: '0.0000001', recipient: shop })
  await expect(receipt).rejects.toMatchObject({ code: 'pay.invalid' })
})

test('[D-14] a recipient with a wrong checksum is refused before it is shown', async () => {
  const { ask, becomes } = await world()
  const mistyped = '0x00000000000000000000000000000000005b0B00'
  const receipt = ask({ asset: native, amount: '0.1', recipient: mistyped })
  expect((await becomes('stopped')).problem).toMatchObject({ code: 'failed' })
  await expect(receipt).rejects.toMatchObject({ code: 'pay.invalid' })
})

test('[S9-13] payments are off unless the page turns them on', async () => {
  const { kit } = await createTestWorld({ networks: [testNetwork(31337, evm.url)] })
  kits.push(kit)
  kit.attachScreen()
  await expect(kit.pay({ asset: native, amount: '1', recipient: shop })).rejects.toMatchObject({
    code: 'pay.off',
  })
})
