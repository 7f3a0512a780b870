/** Permissions of the embedded wallet on the local chain: asked for, approved, opened, used within their limits, and taken back. */
import { closeSessionCall, deployment, type Hex, openSessionCall, sessionContext } from '@latchkey/accounts'
import { abis, addresses } from '@latchkey/local'
import { hours, minutes } from '@latchkey/spec/limits'
import type { ApprovalPayload, SessionGrant } from '@latchkey/spec/walletApi'
import { eq } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { smartSessions } from '../../sessions/tables.js'
import { localNetworks, startTestChain, type TestChain } from '../../testing/localChain.js'
import { appKey, post } from '../../testing/sessionCall.js'
import { askBundler, operationEnvironment, ownAccount } from '../../testing/smartAccount.js'
import {
  approve,
  callsPayload,
  createGuardedOwner,
  createOwner,
  messagePayload,
  type Owner,
  record,
  release,
} from '../../testing/walletApprovals.js'
import { startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'

let chain: TestChain
let world: WalletWorld
beforeAll(async () => {
  chain = await startTestChain()
  world = await startWalletWorld({
    ...operationEnvironment(chain.evm.url),
    LATCHKEY_NETWORKS: localNetworks,
  })
})
afterAll(async () => {
  await world.stop()
  await chain.evm.close()
})

const usdc = addresses.usdc.toLowerCase()
const somebody: Hex = `0x${'5b'.repeat(20)}`
const app = appKey.address.toLowerCase()
const fees = { gas: '0x1e8480', maxFeePerGas: '0x3b9aca00' }
const transfer = (amount: bigint, to = somebody) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const soon = () => Math.floor(world.clock.now() / 1000) + 3600
const fiveUsdc: SessionGrant['permissions'] = [
  { type: 'erc20-token-transfer', data: { address: usdc, allowance: '0x4c4b40' } },
]
const smartOf = (owner: Owner) => owner.account('smartAccount').address.toLowerCase() as Hex // an Ethereum address

async function ask(owner: Owner, over: Record<string, unknown> = {}) {
  const address = smartOf(owner)
  const body = { chainId: 'eip155:31337', address, app, expiry: soon(), permissions: fiveUsdc, ...over }
  const answer = await owner.frame.ask('permissionCreate', { body })
  return { asked: body, answer }
}

/** What the frame freezes when the server made a session for it. */
async function grantFor(owner: Owner, expiry = soon()) {
  const permissions = fiveUsdc
  const { asked, answer } = await ask(owner, { expiry })
  const { id, gateway } = answer.body as unknown as { id: string; gateway: Hex } // as the contract has it
  const { address: from } = asked
  return { from, id, app, gateway, expiry, permissions, isInstalled: false, ...fees }
}

function payloadOf(owner: Owner, grant: Record<string, unknown>, method = 'wallet_grantPermissions') {
  const over: Partial<ApprovalPayload> = {
    account: owner.account('smartAccount').address,
    method,
    params: [grant],
  }
  return messagePayload(owner, '', over)
}

/** The owner's own account, as the wallet's worker signs for it. */
function accountOf(owner: Owner) {
  return ownAccount(world.gateway, chain, owner.wallet.keys.owner)
}

async function send(owner: Owner, calls: Parameters<ReturnType<typeof accountOf>['sendCalls']>[0]['calls']) {
  const hash = await accountOf(owner).sendCalls({ calls, paymaster: {} })
  const receipt = () => askBundler(world.gateway, 'eth_getUserOperationReceipt', [hash])
  await vi.waitFor(async () => expect(await receipt()).toMatchObject({ success: true }), { timeout: 20_000 })
}

async function usdcOf(who: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [who] })
  return BigInt((await chain.evm.request('eth_call', [{ to: usdc, data }, 'latest'])) as string) // a word
}

/** What an app sends within its session; throws what it is refused with. */
async function act(owner: Owner, id: string, calls: readonly object[]): Promise<string> {
  const rpc = async (method: string, params: unknown) => {
    const body = { jsonrpc: '2.0', id: 1, method, params: [params] }
    const told = (await (await post(world.gateway, '/v1/wallet', body)).json()) as {
      result: [never]
      error?: { code: number; message: string }
    } // JSON-RPC
    if (told.error) throw Object.assign(new Error(told.error.message), told.error)
    return told.result[0]
  }
  const capabilities = { permissions: { context: id }, paymasterService: {} }
  const from = smartOf(owner)
  const prepared = (await rpc('wallet_prepareCalls', { from, chainId: '0x7a69', calls, capabilities })) as {
    signatureRequest: { hash: Hex }
    preparedCalls: object
  } // as the contract has it
  const signature = await appKey.sign({ hash: prepared.signatureRequest.hash })
  const { preparedCalls } = prepared
  return rpc('wallet_sendPreparedCalls', { preparedCalls, signature, context: id })
}

async function rich(owner: Owner): Promise<void> {
  const [giver] = chain.people
  if (!giver) throw new Error('the local chain has nobody')
  await chain.send(giver, { to: addresses.usdc, data: transfer(50_000_000n, smartOf(owner)) })
}

const opening = ({
  from,
  id,
  app: key,
  gateway,
  expiry,
  isInstalled,
}: Awaited<ReturnType<typeof grantFor>>) =>
  openSessionCall(from, { id, app: key as Hex, gateway, validUntil: expiry }, { isInstalled }) // as they were made

test('[S6-03] [S7-20] what was granted is shown, opened, used within its limits, and used no more when it is revoked', async () => {
  const owner = await createGuardedOwner(world)
  await rich(owner)
  const grant = await grantFor(owner)
  const recorded = await record(owner, payloadOf(owner, grant))
  expect(recorded.answer.body).toMatchObject({
    surface: 'window',
    factor: 'passkey',
    title: 'Let this page act without asking',
    lines: [
      'Send up to 5 USDC in all',
      `Until ${new Date(grant.expiry * 1000).toISOString().replace('T', ' ').slice(0, 16)} UTC`,
      `With the key ${app}`,
    ],
    warnings: [{ kind: 'lasting-rights' }],
    tokens: [{ address: usdc, symbol: 'USDC', decimals: 6 }],
    simulation: { status: 'success' },
  })
  const { id } = grant
  const activate = () => owner.frame.ask('permissionActivate', { params: { id }, body: {} })
  const listed = async () => (await owner.frame.ask('permissionList')).body.permissions
  // Nothing is on the chain yet.
  expect((await activate()).body.error?.code).toBe('NOT_APPROVED')
  expect(await listed()).toEqual([])
  await expect(act(owner, id, [{ to: usdc, data: transfer(1n) }])).rejects.toMatchObject({ code: -32_602 })

  expect((await approve(world, owner, recorded)).body.state).toBe('approved')
  expect((await release(owner.frame, recorded)).answer.status).toBe(200)
  await send(owner, [opening(grant)])
  expect((await activate()).body).toEqual({ context: sessionContext(id) })
  expect((await activate()).body).toEqual({ context: sessionContext(id) })
  const { from: address, expiry, permissions } = grant
  const told = {
    id,
    chainId: 'eip155:31337',
    address,
    app,
    projectName: expect.any(String),
    expiry,
    permissions,
    tokens: [{ address: usdc, symbol: 'USDC', decimals: 6 }],
    isRevoked: false,
  }
  expect(await listed()).toEqual([told])
  // Approved once is approved: the same words again permit nothing more.
  expect((await record(owner, payloadOf(owner, grant))).answer.body.error?.code).toBe('POLICY')

  const before = await usdcOf(somebody)
  await act(owner, id, [{ to: usdc, data: transfer(3_000_000n) }])
  await expect.poll(async () => (await usdcOf(somebody)) - before, { timeout: 20_000 }).toBe(3_000_000n)
  const approveAll = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [somebody, 1n] })
  for (const [calls, why] of [
    [[{ to: usdc, data: transfer(2_000_001n) }], /allowance is used up/],
    [[1, 2].map(() => ({ to: usdc, data: transfer(3_000_000n) })), /more of the token than the allowance/],
    [[{ to: usdc, data: approveAll }], /not named/],
    [[{ to: somebody, value: '0x1' }], /without an allowance/],
  ] as const)
    await expect(act(owner, id, calls)).rejects.toMatchObject({
      code: 4100,
      message: expect.stringMatching(why),
    })

  const revocation = { from: address, id, ...fees }
  const revoking = await record(owner, payloadOf(owner, revocation, 'wallet_revokePermissions'))
  expect(revoking.answer.body).toMatchObject({ surface: 'frame-focused', title: 'Take rights back' })
  await owner.frame.ask('permissionRevoke', { params: { id }, body: {} })
  await expect(act(owner, id, [{ to: usdc, data: transfer(1n) }])).rejects.toThrow(/revoked/)
  // What was signed for before is good on the chain until that has closed it, so that it can be asked to.
  expect(await listed()).toEqual([{ ...told, isRevoked: true }])
  await send(owner, [closeSessionCall(id)])
  expect(await isOpen(address, id)).toBe(false)
  expect(await listed()).toEqual([])
})

async function isOpen(account: Hex, id: string): Promise<boolean> {
  const number = Number.parseInt(id.slice(0, 8), 16)
  const data = encodeFunctionData({
    abi: abis.sessionValidator,
    functionName: 'sessionOf',
    args: [account, number],
  })
  const told = await chain.evm.request('eth_call', [{ to: deployment.sessionValidator, data }, 'latest'])
  return BigInt(String(told).slice(0, 66)) !== 0n
}

test('a session that is over is neither signed for nor listed', async () => {
  const owner = await createGuardedOwner(world)
  await rich(owner)
  const grant = await grantFor(owner, soon() - hours(1) / 1000 + 300)
  await send(owner, [opening(grant)])
  const { id } = grant
  await owner.frame.ask('permissionActivate', { params: { id }, body: {} })
  expect((await owner.frame.ask('permissionList')).body.permissions).toHaveLength(1)
  // A second session needs no second module. Nobody asks for it to be activated.
  const second = { ...(await grantFor(owner)), isInstalled: true }
  await send(owner, [opening(second)])
  expect(await isOpen(second.from, second.id)).toBe(true)
  // Shorter than the person's own session lives.
  world.clock.shift(minutes(5) + 1000)
  try {
    await expect(act(owner, id, [{ to: usdc, data: transfer(1n) }])).rejects.toThrow(/expired/)
    expect((await owner.frame.ask('permissionList')).body.permissions).toMatchObject([{ id: second.id }])
  } finally {
    world.clock.shift(-minutes(5) - 1000)
  }
})

test('[A-24] a page is told what its own project may do; the window tells all of it, and stops it', async () => {
  const owner = await createGuardedOwner(world)
  const grant = await grantFor(owner)
  await send(owner, [opening(grant)])
  const { id } = grant
  await owner.frame.ask('permissionActivate', { params: { id }, body: {} })
  const { query } = world.gateway.deps.db
  await query.update(smartSessions).set({ projectId: 'another' }).where(eq(smartSessions.pci, id))
  expect((await owner.frame.ask('permissionList')).body.permissions).toEqual([])
  const told = async () => (await owner.window.ask('permissionList')).body.permissions
  expect(await told()).toMatchObject([{ id, isRevoked: false }])
  expect((await owner.window.ask('permissionRevoke', { params: { id }, body: {} })).status).toBe(200)
  expect(await told()).toMatchObject([{ id, isRevoked: true }])
})

test('what the account has opened counts, though the frame never came back to say so', async () => {
  const owner = await createGuardedOwner(world)
  await rich(owner)
  const grant = await grantFor(owner)
  await send(owner, [opening(grant)])
  const before = await usdcOf(somebody)
  await act(owner, grant.id, [{ to: usdc, data: transfer(1_000_000n) }])
  await expect.poll(async () => (await usdcOf(somebody)) - before, { timeout: 20_000 }).toBe(1_000_000n)
  expect((await owner.frame.ask('permissionList')).body.permissions).toMatchObject([{ id: grant.id }])
})

const call = (address: string) => ({ permissions: [{ type: 'contract-call', data: { address } }] })
test.each<[string, (owner: Owner) => Record<string, unknown>]>([
  ['for ever', () => ({ expiry: 2 ** 40 })],
  ['for longer than a day', () => ({ expiry: soon() + 86_400 })],
  ['that is over', () => ({ expiry: soon() - 7200 })],
  ['for calls to the account itself', (owner) => call(smartOf(owner))],
  ['for calls to the module of sessions', () => call(deployment.sessionValidator.toLowerCase())],
  ['for calls to the EntryPoint', () => call(deployment.entryPoint.toLowerCase())],
  ['for calls to the zero address, which is the account', () => call(`0x${'00'.repeat(20)}`)],
  [
    'whose allowance comes again every second',
    () => ({
      permissions: [
        { type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 0, period: 1 } },
      ],
    }),
  ],
  [
    'that begins after its end',
    () => ({
      permissions: [
        { type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 2 ** 46, period: 60 } },
      ],
    }),
  ],
  [
    'under a name that was chosen for its selector',
    () => ({
      permissions: [
        {
          type: 'contract-call',
          data: { address: usdc, functions: [{ functionName: 'many_msg_babbage(bytes1)' }] },
        },
      ],
    }),
  ],
  ['on a network without smart accounts', () => ({ chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })],
])('[S6-03] nobody is asked to permit something %s', async (_, over) => {
  const owner = await sharedOwner()
  const { answer } = await ask(owner, over(owner))
  expect([answer.status, answer.body.error?.code]).toEqual([403, 'POLICY'])
})

let shared: Promise<Owner> | undefined
const sharedOwner = () => (shared ??= createOwner(world))

test.each<[string, (grant: SessionGrant) => Partial<SessionGrant>]>([
  ['another key of the gateway, which would sign everything', () => ({ gateway: somebody })],
  ['another key of the app', () => ({ app: somebody })],
  ['a later end', ({ expiry }) => ({ expiry: expiry + 60 })],
  [
    'more permissions',
    ({ permissions }) => ({
      permissions: [...permissions, { type: 'native-token-transfer', data: { allowance: '0x1' } }],
    }),
  ],
  ['another session', () => ({ id: '0123abcd-0000-4000-8000-000000000000' })],
  ['another account', () => ({ from: somebody })],
])('[I-12] a grant with %s than its session was made with is refused', async (_, change) => {
  const owner = await sharedOwner()
  const grant = await freshGrant(owner)
  const { answer } = await record(owner, payloadOf(owner, { ...grant, ...change(grant) }))
  expect([answer.status, answer.body.error?.code]).toEqual([403, 'POLICY'])
})

/** One for all that is refused anyway: how many a person may ask for in a minute is bounded. */
let fresh: Promise<SessionGrant> | undefined
const freshGrant = (owner: Owner) => (fresh ??= grantFor(owner))

test('[A-53] the module of sessions is reached by a grant only, never by an ordinary call', async () => {
  const owner = await sharedOwner()
  const grant = await freshGrant(owner)
  const session = { id: grant.id, app: somebody, gateway: somebody, validUntil: 2 ** 40 }
  for (const isInstalled of [true, false]) {
    const { to, data = '0x' } = openSessionCall(smartOf(owner), session, { isInstalled })
    for (const method of ['wallet_sendCalls', 'eth_sendTransaction', 'eth_sendUserOperation']) {
      const payload = { ...callsPayload(owner, [{ to, data }]), method }
      expect((await record(owner, payload)).answer.body.error?.code).toBe('POLICY')
    }
  }
})

test('[A-24] sessions of others are not there, and strangers put none on the list', async () => {
  const [one, other] = [await sharedOwner(), await createOwner(world)]
  const { id } = await freshGrant(one)
  for (const name of ['permissionActivate', 'permissionRevoke'] as const)
    expect((await other.frame.ask(name, { params: { id }, body: {} })).status).toBe(404)
  expect((await ask(other, { address: smartOf(one) })).answer.body.error?.code).toBe('WALLET_STATE')
  // Anybody may keep a session in the name of an address; the wallet tells only what its owner approved.
  const path = `/v1/sessions/eip155:31337:${smartOf(other)}`
  const granted = { expiry: soon(), permissions: fiveUsdc, policies: [] }
  const signer = { type: 'key', data: { type: 'secp256k1', publicKey: app } }
  const made = (await (await post(world.gateway, path, { ...granted, signer })).json()) as { pci: string } // as the contract has it
  const context = sessionContext(made.pci)
  await post(world.gateway, `${path}/activate`, { ...granted, signer, pci: made.pci, context })
  expect((await other.frame.ask('permissionList')).body.permissions).toEqual([])
})
