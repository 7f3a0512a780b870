/** Calls of smart accounts through the gateway on the local chain: signed by their owner, or by an app within a session. */
import { deployment, type Hex } from '@latchkey/accounts'
import { abis, addresses } from '@latchkey/local'
import { getCallsStatusResult, prepareCallsResult, sendPreparedCallsResult } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { concat, encodeAbiParameters, encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestChain, type TestChain } from '../testing/localChain.js'
import { appKey, grant, now, post } from '../testing/sessionCall.js'
import { fund, newOwner, operationEnvironment, ownAccount } from '../testing/smartAccount.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway(operationEnvironment(chain.evm.url))
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

/** A busy machine takes its time. */
const patience = { timeout: 20_000 }

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}
async function wallet(method: string, params: readonly unknown[], path = '/v1/wallet'): Promise<Answer> {
  const response = await post(gateway, path, { jsonrpc: '2.0', id: 1, method, params })
  return (await response.json()) as Answer // JSON-RPC
}

async function prepare(input: Record<string, unknown>) {
  const { result, error } = await wallet('wallet_prepareCalls', [{ chainId: '0x7a69', ...input }])
  if (error) throw Object.assign(new Error(error.message), error)
  return v.parse(prepareCallsResult, result)[0]
}

async function send(prepared: Awaited<ReturnType<typeof prepare>>, signature: Hex): Promise<Hex> {
  const { preparedCalls, context } = prepared
  const { result, error } = await wallet('wallet_sendPreparedCalls', [{ preparedCalls, signature, context }])
  if (error) throw Object.assign(new Error(error.message), error)
  return v.parse(sendPreparedCallsResult, result)[0]
}

async function statusOf(id: string) {
  const { result } = await wallet('wallet_getCallsStatus', [id], '/v1/json-rpc')
  return v.parse(getCallsStatusResult, result)
}

const somebody: Hex = `0x${'5b'.repeat(20)}`
const usdc = addresses.usdc
const transfer = (value: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [somebody, value] })

async function usdcOf(who: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [who] })
  return BigInt((await chain.evm.request('eth_call', [{ to: usdc, data }, 'latest'])) as string) // a word
}

/** Deployed, with coins and 100 USDC. */
async function richAccount() {
  const owner = newOwner()
  const account = ownAccount(gateway, chain, owner)
  await fund(chain, account.address)
  const [giver] = chain.people
  if (!giver) throw new Error('the local chain has nobody')
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [account.address, 100_000_000n],
  })
  await chain.send(giver, { to: usdc, data })
  return { owner, account }
}

async function done(hash: Hex): Promise<void> {
  const question = { jsonrpc: '2.0', id: 1, method: 'eth_getUserOperationReceipt', params: [hash] }
  const asked = async () =>
    ((await (await post(gateway, '/v1/bundler?chainId=eip155:31337', question)).json()) as Answer).result
  await vi.waitFor(async () => expect(await asked()).toMatchObject({ success: true }), patience)
}

test('[S7-31] calls are prepared, signed by the owner, sent, and told to be done', async () => {
  const { owner, account } = await richAccount()
  await done(await account.sendCalls({ calls: [{ to: somebody }] }))
  const before = await usdcOf(somebody)
  const calls = [
    { to: usdc, data: transfer(2_000_000n) },
    { to: somebody, value: '0x1' },
  ]
  const prepared = await prepare({ from: account.address, calls })
  expect(prepared.context).toBe('')
  const id = await send(prepared, await owner.sign({ hash: prepared.signatureRequest.hash }))
  await expect
    .poll(() => statusOf(id), patience)
    .toMatchObject({ status: 200, chainId: '0x7a69', atomic: true })
  const [receipt] = (await statusOf(id)).receipts ?? []
  expect(receipt).toMatchObject({ status: '0x1', logs: [{ address: usdc.toLowerCase() }] })
  expect((await usdcOf(somebody)) - before).toBe(2_000_000n)
})

test('a call that reverts is told before anything is signed; all calls are done or none', async () => {
  const { account } = await richAccount()
  await done(await account.sendCalls({ calls: [{ to: somebody }] }))
  const calls = [
    { to: somebody, value: '0x1' },
    { to: usdc, data: transfer(101_000_000n) },
  ]
  await expect(prepare({ from: account.address, calls })).rejects.toMatchObject({ code: -32_521 })
})

test('an account that is not deployed, a network without a bundler, and ids that nobody gave are refused by code', async () => {
  const calls = [{ to: somebody }]
  await expect(prepare({ from: newOwner().address, calls })).rejects.toMatchObject({
    code: -32_500,
    message: expect.stringContaining('AA20'),
  })
  await expect(prepare({ from: somebody, calls, chainId: '0x1' })).rejects.toMatchObject({ code: 5710 })
  for (const id of ['0x12', `0x${'00'.repeat(32)}0000000000007a69`])
    expect(await wallet('wallet_getCallsStatus', [id])).toMatchObject({ error: { code: 5730 } })
  for (const broken of [{}, { from: somebody, chainId: '0x7a69', calls: [] }, 'x'])
    expect(await wallet('wallet_prepareCalls', [broken])).toMatchObject({ error: { code: -32_602 } })
  await expect(prepare({ from: somebody, calls: [{ to: `0x${'00'.repeat(20)}` }] })).rejects.toMatchObject({
    code: -32_602,
  })
})

test('a signature of somebody else is refused before the operation is taken', async () => {
  const { account } = await richAccount()
  await done(await account.sendCalls({ calls: [{ to: somebody }] }))
  const prepared = await prepare({ from: account.address, calls: [{ to: somebody }] })
  const forged = await newOwner().sign({ hash: prepared.signatureRequest.hash })
  await expect(send(prepared, forged)).rejects.toMatchObject({ code: -32_507 })
})

test.each([
  ['before it is deployed (ERC-6492)', false],
  ['when it is deployed (ERC-1271)', true],
])('[S7-21] the gateway believes what an account signs %s, and nobody else', async (_, isDeployed) => {
  const account = ownAccount(gateway, chain, newOwner())
  if (isDeployed) await done(await account.sendCalls({ calls: [{ to: somebody }], paymaster: {} }))
  const path = `/v1/sessions/eip155:31337:${account.address}`
  const { pci } = (await (await post(gateway, path, grant())).json()) as { pci: string } // as the contract has it
  const timestamp = now()
  const message = JSON.stringify({ pci, action: 'revoke', timestamp })
  const other = ownAccount(gateway, chain, newOwner())
  const forged = { pci, timestamp, signature: await other.signMessage(message) }
  expect((await post(gateway, `${path}/revoke`, forged)).status).toBe(401)
  const signed = { pci, timestamp, signature: await account.signMessage(message) }
  expect(signed.signature.endsWith('6492')).toBe(!isDeployed)
  expect(await (await post(gateway, `${path}/revoke`, signed)).json()).toEqual({ success: true })
})

describe('within a session', () => {
  const sessionNumber = 7
  let account: Awaited<ReturnType<typeof richAccount>>['account']
  let pci: string
  beforeAll(async () => {
    ;({ account } = await richAccount())
    const path = `/v1/sessions/eip155:31337:${account.address}`
    const permissions = [
      {
        type: 'contract-call',
        data: { address: usdc, functions: [{ functionName: 'transfer(address,uint256)' }] },
      },
    ]
    const granted = grant(permissions)
    const made = (await (await post(gateway, path, granted)).json()) as {
      pci: string
      key: { publicKey: Hex }
    } // as the contract has it
    pci = made.pci
    // The owner installs the validator of sessions, which is the first that anybody does with this account.
    const first = encodeAbiParameters(
      [{ type: 'uint32' }, { type: 'address' }, { type: 'address' }, { type: 'uint48' }],
      [sessionNumber, appKey.address, publicKeyToAddress(made.key.publicKey), granted.expiry],
    )
    const install = encodeFunctionData({
      abi: abis.account,
      functionName: 'installModule',
      args: [1n, deployment.sessionValidator, first],
    })
    await done(await account.sendCalls({ calls: [{ to: account.address, data: install }], paymaster: {} }))
    const context = concat([deployment.sessionValidator, numberToHex(sessionNumber, { size: 4 })])
    await post(gateway, `${path}/activate`, { ...granted, pci, context })
  })

  const within = (calls: readonly unknown[]) =>
    prepare({
      from: account.address,
      calls,
      capabilities: { permissions: { context: pci }, paymasterService: {} },
    })

  test('[S7-20] an app does what was permitted, with its key and the gateway’s half', async () => {
    const before = await usdcOf(somebody)
    for (const [value, sign] of [
      [1_000_000n, (hash: Hex) => appKey.signMessage({ message: { raw: hash } })],
      [2_000_000n, (hash: Hex) => appKey.sign({ hash })],
    ] as const) {
      const prepared = await within([{ to: usdc, data: transfer(value) }])
      const id = await send(prepared, await sign(prepared.signatureRequest.hash))
      await expect.poll(async () => (await statusOf(id)).status, patience).toBe(200)
    }
    expect((await usdcOf(somebody)) - before).toBe(3_000_000n)
  })

  test('[S7-20] what was not permitted is not signed for', async () => {
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [somebody, 1n] })
    const uninstall = encodeFunctionData({
      abi: abis.account,
      functionName: 'uninstallModule',
      args: [1n, deployment.sessionValidator, '0x'],
    })
    for (const calls of [
      [{ to: usdc, data: approve }],
      [{ to: account.address, data: uninstall }],
      [{ to: somebody, value: '0x1' }],
    ]) {
      const prepared = await within(calls)
      const signature = await appKey.sign({ hash: prepared.signatureRequest.hash })
      await expect(send(prepared, signature)).rejects.toMatchObject({ code: 4100 })
    }
  })

  test('the chain refuses an app that signs for the gateway too, and the gateway one that does not sign', async () => {
    const prepared = await within([{ to: usdc, data: transfer(1n) }])
    const { hash } = prepared.signatureRequest
    const alone = await appKey.signMessage({ message: { raw: hash } })
    const both = encodeAbiParameters([{ type: 'bytes[]' }], [[alone, alone]])
    await expect(send({ ...prepared, context: '' }, both)).rejects.toMatchObject({ code: -32_507 })
    await expect(send(prepared, await newOwner().sign({ hash }))).rejects.toMatchObject({ code: 4100 })
  })

  test('the owner ends a session on the chain, whatever the gateway thinks', async () => {
    const close = encodeFunctionData({
      abi: abis.sessionValidator,
      functionName: 'close',
      args: [sessionNumber],
    })
    await done(await account.sendCalls({ calls: [{ to: deployment.sessionValidator, data: close }] }))
    // Its gas can still be estimated, since a wrong signature is no revert; the operation is refused.
    const prepared = await within([{ to: usdc, data: transfer(1n) }])
    const signature = await appKey.sign({ hash: prepared.signatureRequest.hash })
    await expect(send(prepared, signature)).rejects.toMatchObject({ code: -32_507 })
  })
})
