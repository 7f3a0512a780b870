/** Nothing an app says about what it wants is lost: it is followed, or the request is refused. */
import { createLatchkey } from '@latchkey/core'
import { createFakeClock, createFakeStorage } from '@latchkey/core/testing'
import { asAddress } from '@latchkey/spec/caip'
import { erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { eip155 } from './eip155.js'
import type { RequestArguments } from './provider.js'
import { testNetwork } from './testWorld.js'

const one = asAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const two = asAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const hash = `0x${'1'.repeat(64)}`

/** A wallet on network 10 that approves everything and remembers what it was asked. */
async function connected() {
  const asked: RequestArguments[] = []
  const state = { chainId: '0xa', status: 200 as unknown }
  const answers: Readonly<Record<string, () => unknown>> = {
    eth_requestAccounts: () => [one, two],
    eth_accounts: () => [one, two],
    eth_chainId: () => state.chainId,
    eth_sendTransaction: () => hash,
    wallet_sendCalls: () => ({ id: 'bundle' }),
    wallet_getCallsStatus: () => ({ status: state.status }),
    eth_signTypedData_v4: () => null,
  }
  const ethereum = {
    async request(request: RequestArguments) {
      asked.push(request)
      return answers[request.method]?.()
    },
  }
  const kit = createLatchkey({
    networks: [testNetwork(1), testNetwork(10)],
    adapters: [eip155({ target: Object.assign(new EventTarget(), { ethereum }) })],
    storage: createFakeStorage(),
    clock: createFakeClock(),
    logLevel: 'silent',
    isMobile: false,
  })
  await kit.connect({ connectorId: 'injected' })
  const sent = () =>
    asked.filter(({ method }) => /^(eth_send|wallet_send|eth_sign)/.test(method)).map(({ params }) => params)
  return { kit, state, sent }
}

const elsewhere = { code: 'network.mismatch', context: { expected: 'eip155:1', actual: 'eip155:10' } }
const unknown = (field: string) => ({ code: 'transaction.field-unknown', context: { field } })
const transfer = { address: two, abi: erc20Abi, functionName: 'transfer', args: [one, 1n] } as const

test('a transaction for another chain than the wallet’s is refused, however the chain is written', async () => {
  const { kit, sent } = await connected()
  for (const chainId of [1, 1n, '1', '0x1']) {
    await expect(kit.sendTransaction({ transaction: { to: two, chainId } })).rejects.toMatchObject(elsewhere)
  }
  for (const chainId of [10.5, Number.NaN, '', 'ten', {}, 0, -10]) {
    await expect(kit.sendTransaction({ transaction: { to: two, chainId } })).rejects.toMatchObject({
      code: 'network.mismatch',
    })
  }
  expect(sent()).toEqual([])
  for (const chainId of [10, 10n, '10', '0xa', '0xA', undefined]) {
    await expect(kit.sendTransaction({ transaction: { to: two, chainId } })).resolves.toBe(hash)
  }
  expect(sent()).toEqual(Array.from({ length: 6 }, () => [{ from: one, to: two, chainId: '0xa' }]))
})

test('a wallet that moved without a word is asked where it is before it is asked to send', async () => {
  const { kit, state, sent } = await connected()
  state.chainId = '0x1'
  const moved = { code: 'network.mismatch', context: { expected: 'eip155:10', actual: 'eip155:1' } }
  const networkId = 'eip155:10'
  await expect(kit.sendTransaction({ transaction: { to: two, chainId: 10 } })).rejects.toMatchObject(moved)
  state.chainId = '0xa'
  await expect(
    kit.sendTransaction({ transaction: { to: two }, networkId: 'eip155:1' }),
  ).rejects.toMatchObject({ code: 'network.mismatch' })
  for (const ask of [
    () => kit.sendTransaction({ transaction: { to: two }, networkId }),
    () => kit.writeContract({ call: transfer, networkId }),
    () => kit.sendCalls({ calls: [{ to: two }], networkId }),
    () => kit.signMessage({ message: 'm', networkId }),
  ]) {
    // The kit believes it to be on 10, as it was a moment ago.
    await kit.sendTransaction({ transaction: { to: two, chainId: 10 } })
    const before = sent().length
    state.chainId = '0x1'
    await expect(ask()).rejects.toMatchObject(moved)
    expect(sent()).toHaveLength(before)
    state.chainId = '0xa'
  }
})

test('[S5-11] a field that nobody reads is refused by its name, and one without a value is none', async () => {
  const { kit, sent } = await connected()
  const wrong = { valeu: 1n, gasLimit: 21_000n, input: '0x', accessList: [], type: 'eip1559', account: one }
  for (const [field, value] of Object.entries(wrong)) {
    const transaction = { to: two, [field]: value }
    await expect(kit.sendTransaction({ transaction })).rejects.toMatchObject(unknown(field))
    await expect(kit.estimateGas({ transaction })).rejects.toMatchObject(unknown(field))
  }
  expect(sent()).toEqual([])
  const transaction = { to: two, value: 1n, gas: 21_000, nonce: '7', memo: undefined, note: null }
  await kit.sendTransaction({ transaction })
  expect(sent()).toEqual([
    [{ from: one, to: two, value: '0x1', gas: '0x5208', nonce: '0x7', chainId: '0xa' }],
  ])
})

test('[S5-11] money without a target is not sent into an empty contract', async () => {
  const { kit, sent } = await connected()
  for (const transaction of [{ value: 1n }, { to: undefined, value: 1n, data: '0x' }, { to: null }, {}]) {
    await expect(kit.sendTransaction({ transaction })).rejects.toMatchObject({
      code: 'transaction.address-invalid',
    })
  }
  const nowhere = { ...transfer, address: undefined as never }
  await expect(kit.writeContract({ call: nowhere })).rejects.toMatchObject({
    code: 'transaction.address-invalid',
  })
  expect(sent()).toEqual([])
  await expect(kit.sendTransaction({ transaction: { data: '0x6000' } })).resolves.toBe(hash)
})

test('[D-11] a transaction from another account than the one shown is refused, whatever its case', async () => {
  const { kit, sent } = await connected()
  const changed = { code: 'connection.account-changed' }
  await expect(kit.sendTransaction({ transaction: { to: two, from: two } })).rejects.toMatchObject(changed)
  await expect(kit.sendCalls({ calls: [{ to: two, from: two }] })).rejects.toMatchObject(changed)
  await expect(kit.writeContract({ call: { ...transfer, ...{ from: two } } })).rejects.toMatchObject(changed)
  expect(sent()).toEqual([])
  await kit.sendTransaction({ transaction: { to: two, from: one.toLowerCase() } })
  expect(sent()).toEqual([[{ from: one, to: two, chainId: '0xa' }]])
})

test('what a contract call says beyond its function is followed, or refused', async () => {
  const { kit, sent } = await connected()
  const write = (more: object) => kit.writeContract({ call: { ...transfer, ...more } })
  await expect(write({ chainId: 1n })).rejects.toMatchObject(elsewhere)
  for (const field of ['to', 'data', 'account', 'chain', 'gasLimit']) {
    await expect(write({ [field]: '0x01' })).rejects.toMatchObject(unknown(field))
  }
  expect(sent()).toEqual([])
  await write({ value: 5n, gas: 60_000n, chainId: 10 })
  expect(sent()).toEqual([
    [
      {
        from: one,
        to: two,
        data: expect.stringMatching(/^0xa9059cbb/),
        value: '0x5',
        gas: '0xea60',
        chainId: '0xa',
      },
    ],
  ])
})

test('a read says what it cannot follow', async () => {
  const { kit } = await connected()
  const call = { address: two, abi: erc20Abi, functionName: 'decimals' }
  const read = (more: object) => kit.readContract({ call: { ...call, ...more } })
  await expect(read({ chainId: 1 })).rejects.toMatchObject(elsewhere)
  await expect(read({ blockNumber: 1n })).rejects.toMatchObject(unknown('blockNumber'))
  await expect(read({ value: '1.5' })).rejects.toMatchObject({ code: 'amount.invalid' })
  await expect(kit.estimateGas({ transaction: { to: two, chainId: 1 } })).rejects.toMatchObject(elsewhere)
})

test('[S5-12] a bundle is held to its chain and to the fields of EIP-5792', async () => {
  const { kit, sent } = await connected()
  const bundle = (more: object, call: object = {}) =>
    kit.sendCalls({ calls: [{ to: two, ...call }], ...more })
  await expect(bundle({}, { chainId: 1 })).rejects.toMatchObject(elsewhere)
  // The bundle's own chain and account are the wallet's; an app cannot put others in their place.
  for (const field of ['chainId', 'from', 'atomicRequired', 'version', 'id']) {
    await expect(bundle({ [field]: '0x1' })).rejects.toMatchObject(unknown(field))
  }
  for (const field of ['gas', 'nonce', 'maxFeePerGas', 'valeu']) {
    await expect(bundle({}, { [field]: 1n })).rejects.toMatchObject(unknown(field))
  }
  const broken = { calls: [{ to: two }, { to: two, data: '0xzz' }] }
  await expect(kit.sendCalls(broken)).rejects.toMatchObject({
    code: 'calls.data-invalid',
    context: { n: 2 },
  })
  expect(sent()).toEqual([])
  const capabilities = { paymasterService: { url: 'https://example.com' } }
  await bundle({ isAtomic: true }, { value: 1n, chainId: '0xa', capabilities })
  expect(sent()).toEqual([
    [
      {
        version: '2.0.0',
        from: one,
        chainId: '0xa',
        atomicRequired: true,
        calls: [{ to: two, value: '0x1', capabilities }],
      },
    ],
  ])
})

test('typed data for another chain than the wallet’s is not signed', async () => {
  const { kit, sent } = await connected()
  const data = (chainId: unknown) => ({
    domain: { name: 'Permit', ...(chainId === undefined ? {} : { chainId }) },
    types: { Permit: [{ name: 'spender', type: 'address' }] },
    primaryType: 'Permit',
    message: { spender: two },
  })
  for (const chainId of [1, 1n, '1', '0x1']) {
    await expect(kit.signTypedData({ data: data(chainId) })).rejects.toMatchObject(elsewhere)
  }
  expect(sent()).toEqual([])
  // The wallet's empty answer is no signature; what counts is that it was asked.
  for (const chainId of [10, 10n, '10', '0xa', undefined])
    await kit.signTypedData({ data: data(chainId) }).catch(() => {})
  expect(sent()).toHaveLength(5)
})

test('[S5-12] the state of a bundle is what the wallet says, and what it does not say is no state', async () => {
  const { kit, state } = await connected()
  const known = [
    [100, 'pending', 100],
    [200, 'success', 200],
    ['0xc8', 'success', 200],
    [400, 'failure', 400],
    [500, 'failure', 500],
    [600, 'failure', 600],
    ['PENDING', 'pending', 100],
    ['CONFIRMED', 'success', 200],
  ] as const
  for (const [said, status, code] of known) {
    state.status = said
    await expect(kit.getCallsStatus({ id: 'bundle' })).resolves.toMatchObject({ status, code })
  }
  for (const said of ['FAILED_OR_WHATEVER', undefined, null, 0, 1, 99, 700, -200, 200.5, {}]) {
    state.status = said
    await expect(kit.getCallsStatus({ id: 'bundle' })).rejects.toMatchObject({ name: 'ProviderError' })
  }
})
