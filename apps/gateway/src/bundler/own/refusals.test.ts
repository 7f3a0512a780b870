/** What the own bundler does not take, in the codes that clients of bundlers know. */
import { createSmartAccount, type Hex, toWire, type UserOperation } from '@latchkey/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestChain, type TestChain } from '../../testing/localChain.js'
import { askBundler, fund, newOwner, operationEnvironment } from '../../testing/smartAccount.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'

let chain: TestChain
let gateway: TestGateway
let good: UserOperation
const owner = newOwner()
const somebody: Hex = `0x${'6e'.repeat(20)}`
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const account = () =>
  createSmartAccount({
    owner: owner.address,
    chainId: chain.evm.chainId,
    chain: chain.evm.request,
    bundler: (method, params) => askBundler(gateway, method, params),
    sign: (hash) => owner.sign({ hash }),
  })

beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway(operationEnvironment(chain.evm.url))
  await fund(chain, account().address)
  good = await account().prepareUserOperation({ calls: [{ to: somebody, value: 1n }] })
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

async function signed(changes: Partial<UserOperation>): Promise<unknown> {
  return toWire(await account().signUserOperation({ ...good, ...changes }))
}
const send = (operation: unknown, point: unknown = entryPoint) =>
  askBundler(gateway, 'eth_sendUserOperation', [operation, point])

test.each([
  ['too little for its own bytes', { preVerificationGas: 100n }, -32_602, 'at least'],
  ['a tip above its fee', { maxPriorityFeePerGas: 10n ** 15n }, -32_602, 'maxPriorityFeePerGas'],
  ['a fee below the base fee', { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, -32_602, 'base fee'],
  ['no tip', { maxPriorityFeePerGas: 0n }, -32_602, 'maxPriorityFeePerGas is too low'],
  ['more gas than a transaction holds', { preVerificationGas: 11_990_000n }, -32_602, 'together'],
  ['more gas than a bundle has', { callGasLimit: 20_000_000n }, -32_602, 'together'],
  ['too much gas to be checked', { verificationGasLimit: 6_000_000n }, -32_602, 'verificationGasLimit'],
  ['too little gas to be checked', { verificationGasLimit: 10_000n }, -32_500, 'AA13'],
  ['a nonce that is not the next', { nonce: 5n }, -32_500, 'AA25'],
  ['a fee that the account cannot pay', { maxFeePerGas: 10n ** 16n }, -32_500, 'AA21'],
  ['a factory that makes something else', { factoryData: '0x' as const }, -32_500, 'AA13'],
  [
    'a paymaster that is none',
    { paymaster: somebody, paymasterVerificationGasLimit: 50_000n },
    -32_501,
    'AA3',
  ],
] as const)('an operation with %s is refused', async (_, changes, code, words) => {
  await expect(signed(changes).then((one) => send(one))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words),
  })
})

test('a signature of somebody else is refused, and so is one that is none', async () => {
  const other = newOwner()
  for (const signature of [await other.sign({ hash: `0x${'11'.repeat(32)}` }), '0x12' as const])
    await expect(send({ ...toWire(good), signature })).rejects.toMatchObject({ code: -32_507 })
})

test.each([
  ['another entry point', { point: somebody }],
  ['no entry point', { point: undefined }],
  ['a sender that is no address', { change: { sender: '0x12' } }],
  ['a number that is none', { change: { nonce: 'x' } }],
  ['a gas limit beyond 16 bytes', { change: { callGasLimit: `0x1${'00'.repeat(16)}` } }],
  ['an authorisation of EIP-7702', { change: { eip7702Auth: { address: somebody } } }],
  ['data of a factory without the factory', { change: { factory: null, factoryData: '0x12' } }],
])('%s is refused as invalid', async (_, { change, ...rest }: { change?: object; point?: unknown }) => {
  const operation = { ...toWire({ ...good, signature: '0x' }), ...change }
  const point = 'point' in rest ? rest.point : entryPoint
  await expect(askBundler(gateway, 'eth_sendUserOperation', [operation, point])).rejects.toMatchObject({
    code: -32_602,
  })
  await expect(askBundler(gateway, 'eth_estimateUserOperationGas', [operation, point])).rejects.toMatchObject(
    {
      code: -32_602,
    },
  )
})

test('an estimate of calls that revert says so, with the revert', async () => {
  const calls = [{ to: account().address, data: '0xdeadbeef' as const }]
  await expect(account().prepareUserOperation({ calls })).rejects.toMatchObject({
    code: -32_521,
    data: expect.stringMatching(/^0x[0-9a-f]{8}/),
  })
})

test('an operation that is nobody’s has no receipt, and a hash that is none is refused', async () => {
  for (const method of ['eth_getUserOperationReceipt', 'eth_getUserOperationByHash']) {
    expect(await askBundler(gateway, method, [`0x${'00'.repeat(32)}`])).toBeNull()
    await expect(askBundler(gateway, method, ['0x12'])).rejects.toMatchObject({ code: -32_602 })
  }
  await expect(askBundler(gateway, 'pm_sponsorUserOperation', [])).rejects.toMatchObject({ code: -32_601 })
})
