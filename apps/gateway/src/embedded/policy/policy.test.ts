import { type ApprovalPayload, walletLimits } from '@latchkey/spec/walletApi'
import { eq } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../ports/db.js'
import { walletApprovals, walletSpendings } from '../../store/schema.js'
import { copyMigratedDatabase } from '../../testing/database.js'
import { local, localNetworks, startTestChain, type TestChain } from '../../testing/localChain.js'
import { silentLog } from '../../testing/log.js'
import { operationEnvironment } from '../../testing/smartAccount.js'
import {
  approve,
  callsPayload,
  challengeFor,
  createGuardedOwner,
  createOwner,
  messagePayload,
  type Owner,
  record,
  release,
  transactionPayload,
} from '../../testing/walletApprovals.js'
import { page, startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'

let chain: TestChain
let world: WalletWorld
let db: Db
beforeAll(async () => {
  chain = await startTestChain()
  const url = await copyMigratedDatabase()
  world = await startWalletWorld({
    ...operationEnvironment(chain.evm.url),
    LATCHKEY_NETWORKS: localNetworks,
    DATABASE_URL: url,
  })
  db = createDb({ url, size: 2, clock: world.clock, log: silentLog })
})
afterAll(async () => {
  await db.close()
  await world.stop()
  await chain.evm.close()
})

const somebody = `0x${'5b'.repeat(20)}`
const spender = `0x${'6c'.repeat(20)}` as const
const { usdc } = local.addresses
const approveAll = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] })
const multicall = (data: readonly `0x${string}`[]) =>
  encodeFunctionData({ abi: parseAbi(['function multicall(bytes[])']), args: [data] })
const kinds = (body: Record<string, unknown>) =>
  (body.warnings as { kind: string; call?: number }[]).map(({ kind, call }) =>
    call === undefined ? kind : `${kind} ${call}`,
  )

test('[D-30] a small transfer is approved in the frame, with the passkey that is enrolled, and not without', async () => {
  const owner = await createGuardedOwner(world)
  await chain.evm.request('hardhat_setBalance', [owner.account('eoa').address, '0x8ac7230489e80000'])
  const recorded = await record(
    owner,
    transactionPayload(owner, { to: somebody, value: '0x16345785d8a0000' }),
  )
  expect(recorded.answer.body).toMatchObject({
    surface: 'frame-focused',
    factor: 'passkey',
    title: 'Send ETH',
    lines: [`Send 0.1 ETH to ${somebody}`],
    simulation: { status: 'success', fee: { amount: '21000000000000' } },
  })
  expect(kinds(recorded.answer.body)).toEqual(['new-recipient 0'])
  const { id, digest } = recorded
  const decide = (proof: object) =>
    owner.frame.ask('approvalDecide', { params: { id }, body: { decision: 'approve', digest, proof } })
  expect((await decide({ kind: 'none' })).body.error?.code).toBe('FACTOR')
  const inWindow = owner.passkey.get(challengeFor(recorded), { origin: world.origin })
  expect((await decide({ kind: 'passkey', credential: inWindow })).body.error?.code).toBe('FACTOR')
  const credential = owner.passkey.get(challengeFor(recorded), { origin: world.origin, topOrigin: page })
  expect((await decide({ kind: 'passkey', credential })).body.state).toBe('approved')
  expect((await release(owner.frame, recorded)).answer.body).toMatchObject({ proof: { kind: 'passkey' } })
})

test('a token that somebody vouches for is named and counted; any other is told by its address, in the window', async () => {
  const owner = await createOwner(world)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [spender, 2_500_000n] })
  const known = await record(owner, transactionPayload(owner, { to: usdc, data }))
  expect(known.answer.body).toMatchObject({
    surface: 'frame-focused',
    lines: [expect.stringMatching(/^Send 2\.5 USDC to 0x6c6C/)],
  })
  // The account has none of it.
  expect(known.answer.body).toMatchObject({ simulation: { status: 'reverted' } })
  expect(kinds(known.answer.body)).toContain('will-fail')
  const unknown = await record(owner, transactionPayload(owner, { to: somebody, data }))
  expect(unknown.answer.body).toMatchObject({
    surface: 'window',
    lines: [expect.stringContaining(`token ${somebody}`)],
  })
})

test('[A-53] an unlimited allowance is found in every call of a batch, and inside a batch in a batch', async () => {
  const owner = await createOwner(world)
  const calls = [
    { to: somebody, value: '0x1' },
    { to: usdc, data: approveAll },
    { to: somebody, data: multicall([multicall([approveAll]), '0x12345678']) },
  ]
  const { answer } = await record(owner, callsPayload(owner, calls))
  expect(answer.body.surface).toBe('window')
  expect(kinds(answer.body)).toEqual(
    expect.arrayContaining(['unlimited-approval 1', 'unlimited-approval 2', 'unverified-contract 2']),
  )
  expect(kinds(answer.body)).not.toContain('unlimited-approval 0')
  // The two calls, the batch, the batch in it, and what is in them.
  expect(answer.body.lines).toHaveLength(6)
})

const emptyBatch = encodeFunctionData({
  abi: parseAbi(['function aggregate((address,bytes)[])']),
  args: [[]],
})
const batchToSomebody = encodeFunctionData({
  abi: parseAbi(['function aggregate3((address,bool,bytes)[])']),
  args: [[[spender, false, '0x']]],
})

test.each([
  ['without calls', emptyBatch],
  ['with one to somebody', batchToSomebody],
])(
  '[A-53] [A-59] what is sent along with a batch %s is told, and never approved in the frame',
  async (_, data) => {
    const owner = await sharedOwner()
    const { answer } = await record(
      owner,
      transactionPayload(owner, { to: somebody, value: '0x8ac7230489e80000', data }),
    )
    expect(answer.body).toMatchObject({ surface: 'window', title: 'Call a contract' })
    expect((answer.body.lines as string[])[0]).toBe(`Call ${somebody} (${data.slice(0, 10)}) with 10 ETH`)
    expect(kinds(answer.body)).toContain('unverified-contract 0')
  },
)

test('a batch whose calls nobody could read through is refused', async () => {
  const owner = await createOwner(world)
  const data = multicall(Array.from({ length: 300 }, () => approveAll))
  const { answer } = await record(owner, callsPayload(owner, [{ to: usdc, data }]))
  expect(answer.body.error?.code).toBe('POLICY')
})

test('[A-15] foreign code, a change of the account, permits and bare hashes are warned of, in the window', async () => {
  const owner = await createOwner(world)
  const own = owner.account('smartAccount').address
  const abi = parseAbi(['function execute(bytes32,bytes)', 'function setApprovalForAll(address,bool)'])
  const delegating = encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [`0xff${'00'.repeat(31)}`, '0x'],
  })
  const install = `0x9517e29f${'00'.repeat(32)}`
  const all = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [spender, true] })
  const calls = [
    { to: own, data: delegating },
    { to: own, data: install },
    { to: usdc, data: all },
  ]
  const batch = await record(owner, callsPayload(owner, calls))
  expect(kinds(batch.answer.body)).toEqual(
    expect.arrayContaining(['delegatecall 0', 'owner-change 1', 'approval-for-all 2']),
  )
  const { address } = owner.account('eoa')
  const typedData = {
    types: { EIP712Domain: [], Permit: [{ name: 'spender', type: 'address' }] },
    primaryType: 'Permit',
    domain: { name: 'Token', chainId: 31337, verifyingContract: usdc },
    message: { spender },
  }
  const permit = await record(
    owner,
    messagePayload(owner, '', { method: 'eth_signTypedData_v4', params: [address, typedData] }),
  )
  expect([permit.answer.body.surface, kinds(permit.answer.body)]).toEqual(['window', ['permit']])
  const hash = await record(owner, messagePayload(owner, '', { params: [`0x${'ab'.repeat(32)}`, address] }))
  expect(kinds(hash.answer.body)).toEqual(['raw-hash'])
})

/** Whatever the frame let through, the server looks once more. */
const refusals: [string, (owner: Owner) => Partial<ApprovalPayload>][] = [
  ['a method to be blocked', () => ({ method: 'eth_sign' })],
  ['a method that is safe', () => ({ method: 'eth_call' })],
  ['a method of every object', () => ({ method: 'constructor' })],
  ['a method of another namespace', () => ({ method: 'solana_signMessage' })],
  ['a network of another namespace', () => ({ chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })],
  ['parameters for another account', () => ({ params: ['0x00', somebody] })],
  ['more parameters than agreed', (owner) => ({ params: ['0x00', owner.account('eoa').address, 'x'] })],
  [
    'typed data for another network',
    (owner) => ({
      method: 'eth_signTypedData_v4',
      params: [
        owner.account('eoa').address,
        { types: {}, primaryType: 'X', domain: { chainId: 1 }, message: {} },
      ],
    }),
  ],
  [
    'typed data for the own smart account',
    (owner) => ({
      method: 'eth_signTypedData_v4',
      params: [
        owner.account('eoa').address,
        {
          types: {},
          primaryType: 'X',
          domain: { verifyingContract: owner.account('smartAccount').address.toLowerCase() },
          message: {},
        },
      ],
    }),
  ],
  [
    'a batch of an account that runs none',
    (owner) => ({ ...callsPayload(owner, [{ to: somebody }]), account: owner.account('eoa').address }),
  ],
  ...['wallet_grantPermissions', 'wallet_revokePermissions', 'wallet_requestExecutionPermissions'].map(
    (method): (typeof refusals)[number] => [
      `${method} that does not name what it is about`,
      (owner) => ({ ...callsPayload(owner, [{ to: somebody }]), method, params: [{ expiry: 2 ** 40 }] }),
    ],
  ),
  [
    'a transaction with a field that nobody shows',
    (owner) => {
      const [sent] = transactionPayload(owner, { to: somebody }).params as [object]
      return { method: 'eth_sendTransaction', params: [{ ...sent, authorizationList: [] }] }
    },
  ],
  [
    'a Solana message that is a transaction',
    (owner) => ({
      method: 'solana_signMessage',
      namespace: 'solana',
      chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      account: owner.account('eoa', 'solana').address,
      // 0x80, which begins a transaction of version 0.
      params: { message: '3D', pubkey: owner.account('eoa', 'solana').address },
    }),
  ],
]
test.each(refusals)('[A-52] %s is refused by the server too', async (_, over) => {
  const owner = await sharedOwner()
  const { answer } = await record(owner, messagePayload(owner, 'Hello', over(owner)))
  expect([answer.status, answer.body.error?.code]).toEqual([403, 'POLICY'])
})

let shared: Promise<Owner> | undefined
const sharedOwner = () => (shared ??= createOwner(world))

test('[D-19] a recipient is new once, and an address that only looks like a known one is told', async () => {
  const owner = await createGuardedOwner(world)
  const first = await record(owner, transactionPayload(owner, { to: somebody, value: '0x1' }))
  expect(kinds(first.answer.body)).toContain('new-recipient 0')
  await approve(world, owner, first)
  await release(owner.frame, first)
  await owner.frame.ask('approvalResult', {
    params: { id: first.id },
    body: { state: 'broadcast', reference: '0x1' },
  })
  const again = await record(owner, transactionPayload(owner, { to: somebody, value: '0x1' }))
  expect(kinds(again.answer.body)).not.toContain('new-recipient 0')
  const twin = `0x${'5b'.repeat(10)}${'00'.repeat(6)}${'5b'.repeat(4)}`
  const fooled = await record(owner, transactionPayload(owner, { to: twin, value: '0x1' }))
  expect(kinds(fooled.answer.body)).toContain('look-alike 0')
})

test('[A-59] what nobody can price, or try out, on a network of value needs the window', async () => {
  const owner = await createOwner(world)
  const { answer } = await record(
    owner,
    transactionPayload(owner, { to: somebody, value: '0x1' }, 'eip155:1'),
  )
  expect(answer.body).toMatchObject({ surface: 'window', simulation: { status: 'unavailable' } })
  expect(kinds(answer.body)).toContain('not-simulated')
})

test('[A-15] [A-59] [I-14] releases at once never go above the cap of the day; the next day begins anew', async () => {
  const owner = await createOwner(world)
  const each = 500n
  async function prepare(times: number) {
    const all = []
    for (let time = 0; time < times; time += 1) {
      const recorded = await record(
        owner,
        transactionPayload(owner, { to: somebody, value: `0x${(time + 1).toString(16)}` }),
      )
      const { id, digest } = recorded
      // As on a network whose coin has a price.
      await db.query.update(walletApprovals).set({ cents: each }).where(eq(walletApprovals.id, id))
      const body = { decision: 'approve', digest, proof: { kind: 'none' } }
      await owner.frame.ask('approvalDecide', { params: { id }, body })
      all.push(recorded)
    }
    return all
  }
  const recorded = await prepare(24)
  const releases = await Promise.all(recorded.map((one) => release(owner.frame, one)))
  const codes = releases.map(({ answer }) => answer.body.error?.code ?? 'released')
  expect(codes.filter((code) => code === 'released')).toHaveLength(20)
  expect(codes.filter((code) => code === 'LIMIT')).toHaveLength(4)
  const rows = await db.query
    .select()
    .from(walletSpendings)
    .where(eq(walletSpendings.walletId, owner.wallet.id))
  expect(rows.reduce((sum, { cents }) => sum + cents, 0n)).toBe(10_000n)

  // Told at the click too, and not given back on the word of a frame: the share was out.
  const [late] = await prepare(1)
  expect((await owner.frame.ask('approvalRead', { params: { id: late?.id ?? '' } })).body.state).toBe('open')
  const first = recorded[codes.indexOf('released')]
  await owner.frame.ask('approvalResult', { params: { id: first?.id ?? '' }, body: { state: 'failed' } })
  const [more] = await prepare(1)
  const refused = await release(owner.frame, more ?? { id: '', digest: '' })
  expect(refused.answer.body.error?.code).toBe('NOT_APPROVED')

  world.clock.shift(24 * 60 * walletLimits.releaseLife)
  await owner.frame.ask('sessionRefresh', { body: {} })
  const [tomorrow] = await prepare(1)
  expect((await release(owner.frame, tomorrow ?? { id: '', digest: '' })).answer.status).toBe(200)
})
