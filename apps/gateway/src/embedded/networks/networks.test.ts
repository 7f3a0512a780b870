import { deployment } from '@latchkey/accounts'
import { permissions } from '@latchkey/spec/permissions'
import { walletLimits } from '@latchkey/spec/walletApi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryLimiter } from '../../ports/limiter.js'
import { startTestChain, type TestChain } from '../../testing/localChain.js'
import { operationEnvironment } from '../../testing/smartAccount.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import { startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller } from '../http/walletRoute.js'
import { answererOf } from './methods.js'
import { createNetworkHandlers } from './networkHandlers.js'

let chain: TestChain
let world: WalletWorld
let frame: WalletBrowser
beforeAll(async () => {
  chain = await startTestChain()
  world = await startWalletWorld(operationEnvironment(chain.evm.url))
  frame = world.browser()
  await world.signIn(frame, 'networks@example.com')
})
afterAll(async () => {
  await world.stop()
  await chain.evm.close()
})

const ask = (method: string, params: readonly unknown[] = [], chainId = 'eip155:31337') =>
  frame.ask('walletRpcCall', { params: { chainId }, body: { method, params } })

test('[S6-02] reads go to the gateway’s own nodes, and what a node says is handed on', async () => {
  expect((await ask('eth_chainId')).body).toEqual({ result: '0x7a69' })
  const { body } = await ask('eth_call', [{ to: chain.people[0], data: '0xzz' }, 'latest'])
  expect(body.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
})

test('[I-23] [S6-04] what needs an approval, is blocked or unknown never reaches a node', async () => {
  const refused = [
    'personal_sign',
    'eth_sign',
    'eth_signTransaction',
    'eth_sendTransaction',
    'wallet_invokeMethod',
    'evm_mine',
    'constructor',
    'ETH_CHAINID',
  ]
  for (const method of refused) {
    const { status, body } = await ask(method)
    expect([method, status, body.error?.code]).toEqual([method, 405, 'RPC_METHOD'])
  }
  expect((await ask('eth_chainId', [], 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).status).toBe(405)
  expect((await ask('eth_chainId', [], 'eip155:424242')).body.error?.code).toBe('RPC')
  for (const [method, need] of Object.entries(permissions)) {
    const answerer = answererOf('eip155', method)
    if (need === 'approval' && method !== 'eth_sendUserOperation')
      expect([method, answerer]).toEqual([method, undefined])
  }
})

test('operations of smart accounts go to the bundler, and the networks that have one are told', async () => {
  const { body } = await frame.ask('accountNetworks')
  expect(body).toEqual({ networks: [{ chainId: 31337, isSponsored: expect.any(Boolean) }] })
  const points = await ask('eth_supportedEntryPoints')
  expect(points.body.result).toEqual(
    expect.arrayContaining([expect.stringMatching(new RegExp(deployment.entryPoint, 'i'))]),
  )
  const assets = await ask('wallet_getAssets', [{ account: chain.people[0] }])
  expect(assets.body.result).toMatchObject({ '0x7a69': expect.any(Array) })
  expect((await ask('wallet_getAssets', [{ account: 7 }])).body.error?.code).toBe(-32_602)
})

test('[D-10] a session that asks without end is told when it may go on', async () => {
  // A clock that stands still: nothing comes back meanwhile.
  const limiter = createMemoryLimiter({ clock: { now: () => 0, after: () => () => {} } })
  const { chainData, bundler, rpc } = world.gateway.deps
  const { walletRpcCall } = createNetworkHandlers({ rpc, chainData, bundler, limiter })
  const request = { params: { chainId: 'eip155:31337' }, body: { method: 'nothing' }, query: undefined }
  const session = { id: 'one', projectId: null }
  const caller = { signedIn: { session }, signal: new AbortController().signal } as unknown as WalletCaller // what the handler reads
  const codeOf = () =>
    walletRpcCall(request, caller).catch((cause: unknown) =>
      cause instanceof WalletRefusal ? cause.code : cause,
    )
  const many = Array.from({ length: walletLimits.rpcPerMinute / 4 })
  for (const _ of many) expect(await codeOf()).toBe('RPC_METHOD')
  expect(await codeOf()).toBe('RATE')
})
