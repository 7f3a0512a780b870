/** Smart sessions over the wire: the whole life of one, and what attackers try with it. */
import { deployment } from '@latchkey/accounts'
import { eq } from 'drizzle-orm'
import {
  type Address,
  concat,
  decodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashMessage,
  hexToString,
  pad,
  recoverAddress,
  slice,
  toHex,
} from 'viem'
import { privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Stopper } from '../ports/stop.js'
import { sharedSecret } from '../store/secrets.js'
import { localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { createRecordedLog } from '../testing/log.js'
import {
  activeSession,
  appKey,
  type Call,
  executing,
  grant,
  now,
  operation,
  post as postTo,
  revocation,
  sessionOwner,
  sessionTarget,
  validator,
} from '../testing/sessionCall.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { startWalletWorld } from '../testing/walletWorld.js'
import { hashOf, type UserOp } from './cosign.js'
import { isSignedAroundNow } from './revocation.js'
import { createSealer } from './sealedKey.js'
import { smartSessionOperations, smartSessionSpends, smartSessions } from './tables.js'

const recorded = createRecordedLog()
/** In mixed case, as operators copy it. */
const sponsor: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway(
    {
      LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chain.evm.url] }),
      LATCHKEY_NETWORKS: localNetworks,
      LATCHKEY_PROJECTS: JSON.stringify([{ id: 'other', name: 'Other' }]),
      LATCHKEY_PAYMASTERS: JSON.stringify({
        'eip155:31337': { address: sponsor, key: `0x${'5f'.repeat(32)}`, projects: {} },
      }),
    },
    { log: recorded.log },
  )
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

const { address } = sessionOwner()
const path = `/v1/sessions/eip155:31337:${address}`
const post = (route: string, body: unknown) => postTo(gateway, route, body)
const json = async (answer: Promise<Response> | Response) =>
  (await answer).json() as Promise<Record<string, unknown>> // every answer here is an object
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, 1n] })

async function sign(
  pci: string,
  calls: readonly Call[],
  options: { mode?: Hex; query?: string; changes?: Partial<UserOp>; signer?: typeof appKey } = {},
) {
  const { mode, query = '', changes, signer } = options
  const userOp = await operation(address, executing(calls, mode), changes, signer)
  return post(`${path}/sign${query}`, { pci, userOp })
}

describe('the life of a session', () => {
  test('[S7-20] it is made with a key, activated, listed with its context, and signs', async () => {
    const granted = grant()
    const made = await json(post(`${path}?v=2`, granted))
    const { publicKey } = made.key as { publicKey: Hex } // as the contract has it
    expect(publicKey).toMatch(/^0x04[0-9a-f]{128}$/)
    const pci = String(made.pci)
    const context = concat([validator, '0x01'])
    expect((await sign(pci, [{ to: sessionTarget, data: transfer }])).status).toBe(400)
    expect(await json(post(`${path}/activate`, { ...granted, pci, context }))).toEqual({ success: true })
    expect(await json(gateway.ask(`${path}/getcontext?pci=${pci}`))).toEqual({ context })
    const { pcis } = await json(gateway.ask(path))
    expect(pcis).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          pci,
          context,
          revokedAt: null,
          project: { id: 'local', name: 'Local', url: null, iconUrl: null },
        }),
      ]),
    )
    const userOp = await operation(address, executing([{ to: sessionTarget, data: transfer }]))
    const { signature } = await json(post(`${path}/sign`, { pci, userOp }))
    // The app's half first, then ours, over the hash of EntryPoint 0.7.
    expect(slice(signature as Hex, 0, 65)).toBe(userOp.signature)
    const hash = hashMessage({ raw: hashOf(userOp, 31_337) })
    const signer = await recoverAddress({ hash, signature: slice(signature as Hex, 65) })
    expect(signer).toBe(publicKeyToAddress(publicKey))
  })

  test('another validator reads both halves as a list', async () => {
    const granted = grant()
    const { pci } = await json(post(path, granted))
    const context = `0x${'77'.repeat(32)}` as const
    await post(`${path}/activate`, { ...granted, pci, context })
    const userOp = await operation(address, executing([{ to: sessionTarget, data: transfer }]))
    const { signature } = await json(post(`${path}/sign`, { pci, userOp }))
    const [halves] = decodeAbiParameters([{ type: 'bytes[]' }], signature as Hex)
    expect(halves).toHaveLength(2)
    expect(halves[1]).toBe(userOp.signature)
  })

  test('[S7-21] [wire defect 6] it ends by a signature of its account, and by nothing else', async () => {
    const pci = await activeSession(gateway)
    const revoke = (body: unknown, route = `${path}/revoke`) => post(route, body)
    const good = await revocation(pci)
    const attempts: [unknown, number][] = [
      [{ ...good, timestamp: good.timestamp - 1 }, 401],
      [await revocation(pci, now() - 301), 400],
      [await revocation(pci, now(), sessionOwner(2)), 401],
      [{ ...good, signature: `0x${'00'.repeat(65)}` }, 401],
    ]
    for (const [body, status] of attempts) expect((await revoke(body)).status).toBe(status)
    // Somebody else's account, however well it signs, has no such session.
    const other = sessionOwner(2)
    const foreign = await revocation(pci, now(), other)
    expect((await revoke(foreign, `/v1/sessions/eip155:31337:${other.address}/revoke`)).status).toBe(400)
    expect((await sign(pci, [{ to: sessionTarget, data: transfer }])).status).toBe(200)

    // Clients of this wire name the account without its network here, and read a body.
    expect(await json(revoke(good, `/v1/sessions/${address}/revoke`))).toEqual({ success: true })
    const after = await sign(pci, [{ to: sessionTarget, data: transfer }], { changes: { nonce: '0x1' } })
    expect([after.status, await after.json()]).toEqual([
      400,
      { status: 'FAILED', reasons: [{ field: 'pci', description: 'The session is revoked' }] },
    ])
  })

  test.each([0, -50, 40])(
    '[S7-21] it ends by its id and a signature alone, made %i s from now, as clients of this wire send it',
    async (offset) => {
      const pci = await activeSession(gateway)
      const { signature } = await revocation(pci, now() + offset)
      expect(await json(post(`${path}/revoke`, { pci, signature }))).toEqual({ success: true })
      const after = await sign(pci, [{ to: sessionTarget, data: transfer }])
      expect(await after.json()).toMatchObject({ reasons: [{ description: 'The session is revoked' }] })
    },
  )

  test('[S7-21] without its time, a signature of another key, of another message or of long ago ends nothing', async () => {
    const pci = await activeSession(gateway)
    const other = await activeSession(gateway)
    const signatures = [
      (await revocation(pci, now() - 90)).signature,
      (await revocation(pci, now() + 600)).signature,
      (await revocation(pci, now(), sessionOwner(2))).signature,
      (await revocation(other)).signature,
      `0x${'00'.repeat(65)}`,
      // Only keys are tried: nobody asks a contract a hundred times.
      `0x${'00'.repeat(66)}`,
    ]
    for (const signature of signatures) {
      const answer = await post(`${path}/revoke`, { pci, signature })
      expect([answer.status, await answer.json()]).toEqual([
        401,
        {
          status: 'FAILED',
          reasons: [
            {
              field: 'signature',
              description: 'No key of this address has signed this in the last or the next minute',
            },
          ],
        },
      ])
    }
    expect((await sign(pci, [{ to: sessionTarget, data: transfer }])).status).toBe(200)
  })

  test('whoever guesses pays for every ten seconds that are tried, and whoever leaves is not worked for', async () => {
    const clock = { ...gateway.deps.clock, now: () => 1_000_000_000 }
    const signature = (await revocation('p', 1, appKey)).signature
    const asked = { pci: 'p', signature, signer: sessionOwner().address }
    const costs: number[] = []
    const charge = async (cost: number) => void costs.push(cost)
    const left = new Stopper()
    expect(await isSignedAroundNow(asked, { clock, caller: { left, charge } })).toBe(false)
    expect(costs).toEqual(Array(12).fill(5))
    const poor = {
      left,
      charge: async () => {
        throw new Error('used up')
      },
    }
    await expect(isSignedAroundNow(asked, { clock, caller: poor })).rejects.toThrow('used up')
    left.abort(new Error('the caller has left'))
    costs.length = 0
    await expect(isSignedAroundNow(asked, { clock, caller: { left, charge } })).rejects.toThrow('has left')
    expect(costs).toEqual([])
  })

  test('[S7-20] clients of the older form get the key as hex of its hex text', async () => {
    const keyOf = async (query: string) => {
      const { key } = await json(post(path + query, grant()))
      return (key as { publicKey: Hex }).publicKey // as the contract has it
    }
    expect(hexToString(await keyOf('?v=1'))).toMatch(/^0x04[0-9a-f]{128}$/)
    for (const query of ['?v=2', '']) expect(await keyOf(query)).toMatch(/^0x04[0-9a-f]{128}$/)
    expect((await post(`${path}?v=3`, grant())).status).toBe(400)
  })

  test('another app sees that a session is there, and can neither read its context nor use it', async () => {
    const pci = await activeSession(gateway)
    const { pcis } = await json(gateway.ask(`${path}?projectId=other`))
    const seen = (pcis as { pci: string; context: unknown }[]).find((one) => one.pci === pci) // as the contract has it
    expect(seen).toMatchObject({ context: null })
    expect((await gateway.ask(`${path}/getcontext?projectId=other&pci=${pci}`)).status).toBe(400)
    const used = await sign(pci, [{ to: sessionTarget, data: transfer }], { query: '?projectId=other' })
    expect(used.status).toBe(400)
  })

  test('what is permitted cannot be widened once it is active', async () => {
    const pci = await activeSession(gateway)
    const wider = grant([{ type: 'native-token-transfer', data: { allowance: '0xffffffff' } }])
    const answer = await post(`${path}/activate`, { ...wider, pci, context: `${validator}02` })
    expect(answer.status).toBe(400)
    await post(`${path}/activate`, { ...wider, pci, context: `${validator}01` })
    expect((await sign(pci, [{ to: sessionTarget, value: 1n }])).status).toBe(401)
  })

  test('it is activated for what it was made for, and for no longer', async () => {
    const granted = grant()
    const { pci } = await json(post(path, granted))
    const wider = grant([...granted.permissions, { type: 'native-token-transfer', data: { allowance: '1' } }])
    const stranger = privateKeyToAccount(`0x${'b2'.repeat(32)}`)
    const keys = [{ type: 'secp256k1', publicKey: stranger.publicKey }]
    const activate = (changes: object) =>
      post(`${path}/activate`, { ...granted, pci, context: `${validator}01`, ...changes })
    for (const changes of [
      { permissions: wider.permissions },
      { permissions: [{ type: 'contract-call', data: { address: stranger.address } }] },
      { policies: [{ type: 'gas-limit', data: {} }] },
      { expiry: granted.expiry + 1 },
    ])
      expect((await activate(changes)).status).toBe(400)
    // A signer that is named now is not believed: the app's keys are those of the beginning.
    const shorter = { expiry: granted.expiry - 60, signer: { type: 'keys', data: { keys } } }
    expect((await activate(shorter)).status).toBe(200)
    const call = [{ to: sessionTarget, data: transfer }]
    expect((await sign(String(pci), call, { signer: stranger })).status).toBe(401)
    expect((await sign(String(pci), call)).status).toBe(200)
  })

  test('until it is active, its id is told to nobody but its maker', async () => {
    const granted = grant()
    const { pci } = await json(post(path, granted))
    const listed = async (query = '') => {
      const { pcis } = await json(gateway.ask(path + query))
      return (pcis as { pci: string }[]).some((one) => one.pci === pci) // as the contract has it
    }
    expect([await listed(), await listed('?projectId=other')]).toEqual([false, false])
    await post(`${path}/activate`, { ...granted, pci, context: `${validator}01` })
    expect([await listed(), await listed('?projectId=other')]).toEqual([true, true])
  })

  test.each([
    { type: 'keys', data: {} },
    { type: 'keys', data: { keys: [] } },
    { type: 'key', data: { type: 'secp256r1', publicKey: `0x04${'11'.repeat(64)}` } },
    { type: 'wallet', data: {} },
  ])('it is not made for a signer whose half cannot be checked: %j', async (signer) => {
    expect((await post(path, { ...grant(), signer })).status).toBe(400)
  })

  test('it is neither made, activated nor used with policies, which nobody would hold it to', async () => {
    const granted = { ...grant(), policies: [{ type: 'gas-limit', data: { limit: '0x1' } }] }
    const refused = await post(path, granted)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        status: 'FAILED',
        reasons: [
          {
            field: 'pci',
            description: 'Policies are not enforced here: a session may have permissions only',
          },
        ],
      },
    ])
    // One that was made before policies were refused.
    const pci = await activeSession(gateway)
    const { policies } = granted
    await gateway.deps.db.query.update(smartSessions).set({ policies }).where(eq(smartSessions.pci, pci))
    const activation = { ...granted, pci, context: `${validator}01` }
    expect((await post(`${path}/activate`, activation)).status).toBe(400)
    expect((await sign(pci, [{ to: sessionTarget, data: transfer }])).status).toBe(400)
  })

  test.each([0, now() - 1, now() + 400 * 86_400, Number.MAX_SAFE_INTEGER])(
    'an end at %s is refused',
    async (expiry) => {
      expect((await post(path, { ...grant(), expiry })).status).toBe(400)
    },
  )

  test('odd texts are kept or refused, and never break anything', async () => {
    const odd = grant([{ type: 'contract-call', data: { address: '\u0000', '\ud800': '\udfff' } }])
    expect((await post(path, odd)).status).toBe(200)
    expect((await post(path, grant([{ type: 'x', data: 'y'.repeat(70_000) }]))).status).toBe(400)
  })
})

describe('what the gateway signs', () => {
  const stranger = `0x${'99'.repeat(20)}` as Address
  const outside: [string, readonly Call[], Hex?][] = [
    ['a contract that was not named', [{ to: stranger, data: transfer }]],
    [
      'one good call beside a bad one',
      [
        { to: sessionTarget, data: transfer },
        { to: stranger, data: transfer },
      ],
    ],
    ['coins without an allowance', [{ to: sessionTarget, value: 1n, data: transfer }]],
    ['a plain transfer without an allowance', [{ to: stranger, value: 1n }]],
    ['the account itself', [{ to: address, data: transfer }]],
    ['a plain transfer to what checks the session', [{ to: validator, value: 0n }]],
    ['a delegate call', [{ to: sessionTarget, data: transfer }], pad('0xff', { dir: 'right', size: 32 })],
    [
      'a mode with a selector of its own',
      [{ to: sessionTarget, data: transfer }],
      `0x00000000${'01'.repeat(4)}${'00'.repeat(24)}`,
    ],
  ]
  test.each(outside)('not %s', async (_, calls, mode) => {
    const pci = await activeSession(gateway)
    expect((await sign(pci, calls, mode ? { mode } : {})).status).toBe(401)
  })

  test.each(['0x', '0xabcd', `0xe9ae5c53${'ff'.repeat(64)}`, executing([])] as const)(
    'not %s',
    async (callData) => {
      const pci = await activeSession(gateway)
      const userOp = await operation(address, callData)
      expect((await post(`${path}/sign`, { pci, userOp })).status).toBe(401)
    },
  )

  test('not a call to what checks the session, however it is named, even where it was permitted', async () => {
    const named = `0x${'5a'.repeat(20)}` as Address
    const all = [validator, deployment.sessionValidator, named]
    const permissions = all.map((one) => ({ type: 'contract-call', data: { address: one } }))
    const pci = await activeSession(gateway, permissions)
    // Whom the nonce names is asked by the account, whatever the context of the session says.
    const nonce = concat([named, `0x${'00'.repeat(12)}`])
    for (const to of all)
      expect((await sign(pci, [{ to, data: transfer }], { changes: { nonce } })).status).toBe(401)
    expect((await sign(pci, [{ to: named, data: transfer }])).status).toBe(200)
  })

  test('not an operation of another account', async () => {
    const pci = await activeSession(gateway)
    const userOp = await operation(stranger, executing([{ to: sessionTarget, data: transfer }]))
    expect((await post(`${path}/sign`, { pci, userOp })).status).toBe(400)
  })

  const named = (functions: readonly object[]) => ({
    type: 'contract-call',
    data: { address: sessionTarget, abi: erc20Abi, functions },
  })
  const coins = (allowance: string) => ({ type: 'native-token-transfer', data: { allowance } })

  test('only the functions that were named, with coins up to their limit', async () => {
    const pci = await activeSession(gateway, [
      named([{ functionName: 'transfer', valueLimit: '0x5' }]),
      coins('0xff'),
    ])
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger, 1n] })
    expect((await sign(pci, [{ to: sessionTarget, data: approve }])).status).toBe(401)
    expect((await sign(pci, [{ to: sessionTarget, data: transfer, value: 5n }])).status).toBe(200)
    expect((await sign(pci, [{ to: sessionTarget, data: transfer, value: 6n }])).status).toBe(401)
  })

  test('what a function may be sent with each call counts against an allowance in all, and is nothing without one', async () => {
    const call = { to: sessionTarget, data: transfer, value: 5n }
    const limited = named([{ functionName: 'transfer', valueLimit: '0x5' }])
    const bare = await activeSession(gateway, [limited])
    expect((await sign(bare, [call])).status).toBe(401)
    expect((await sign(bare, [{ ...call, value: 0n }])).status).toBe(200)
    const pci = await activeSession(gateway, [limited, coins('0xc')])
    // Three of a batch are more than all of it, two are not, and after those nothing of five is left.
    expect((await sign(pci, [call, call, call])).status).toBe(401)
    expect((await sign(pci, [call, call])).status).toBe(200)
    expect((await sign(pci, [call], { changes: { nonce: '0x1' } })).status).toBe(401)
    const two = [{ ...call, value: 2n }]
    expect((await sign(pci, two, { changes: { nonce: '0x2' } })).status).toBe(200)
    // A function without a limit of its own has what the allowance has.
    const open = await activeSession(gateway, [named([{ functionName: 'transfer' }]), coins('0x7')])
    expect((await sign(open, [{ ...call, value: 8n }])).status).toBe(401)
    expect((await sign(open, [{ ...call, value: 7n }])).status).toBe(200)
  })

  test('an allowance is used up across operations, counts an operation once, and holds under haste', async () => {
    const allowance = {
      type: 'native-token-recurring-allowance',
      data: { allowance: '0xa', start: now() - 10, period: 86_400 },
    }
    const pci = await activeSession(gateway, [allowance])
    const send = (value: bigint, nonce: Hex) => sign(pci, [{ to: stranger, value }], { changes: { nonce } })
    expect((await send(4n, '0x0')).status).toBe(200)
    expect((await send(4n, '0x0')).status).toBe(200)
    const hasty = await Promise.all((['0x1', '0x2', '0x3', '0x4'] as const).map((nonce) => send(3n, nonce)))
    // Six are left, which is two of three.
    expect(hasty.map(({ status }) => status).sort()).toEqual([200, 200, 401, 401])
    expect((await send(1n, '0x5')).status).toBe(401)
  })

  test('periods count from when the session was made, whatever start the app chose', async () => {
    const period = 86_400
    const data = { allowance: '0xa', start: now() + 1 - 5 * period, period }
    const pci = await activeSession(gateway, [{ type: 'native-token-recurring-allowance', data }])
    const send = (value: bigint, nonce: Hex) => sign(pci, [{ to: stranger, value }], { changes: { nonce } })
    expect((await send(10n, '0x0')).status).toBe(200)
    const { query } = gateway.deps.db
    const spends = await query.select().from(smartSessionSpends).where(eq(smartSessionSpends.pci, pci))
    expect(spends).toMatchObject([{ period: 0, spent: '10' }])
    // The period that the app would have begun by now is not another one.
    const madeAgo = (seconds: number) =>
      query
        .update(smartSessions)
        .set({ createdAt: new Date((now() - seconds) * 1000) })
        .where(eq(smartSessions.pci, pci))
    await madeAgo(period - 60)
    expect((await send(1n, '0x1')).status).toBe(401)
    await madeAgo(period)
    expect((await send(1n, '0x2')).status).toBe(200)
  })

  test('gas that the account pays is spent of the allowance, and refused without one', async () => {
    // Three limits of 21,000 at one wei, and one for the call.
    const fee = 3n * 21_000n
    const priced = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' } as const
    const limits = { paymasterVerificationGasLimit: '0x0', paymasterPostOpGasLimit: '0x0' } as const
    const ownGas: Partial<UserOp>[] = [
      priced,
      // EntryPoint takes the zero address for no paymaster at all.
      { ...priced, ...limits, paymaster: `0x${'0'.repeat(40)}` },
      // A stranger's may take its pay from the account, in tokens.
      { ...priced, ...limits, paymaster: stranger, paymasterData: '0x' },
    ]
    const call = { to: sessionTarget, data: transfer }
    for (const changes of ownGas) {
      const bare = await activeSession(gateway)
      expect((await sign(bare, [call], { changes })).status).toBe(401)
      expect((await sign(bare, [call], { changes: { ...changes, maxFeePerGas: '0x0' } })).status).toBe(200)
      const allowance = { type: 'native-token-transfer', data: { allowance: (fee + 1n).toString() } }
      const pci = await activeSession(gateway, [...grant().permissions, allowance])
      expect((await sign(pci, [{ to: stranger, value: 2n }], { changes })).status).toBe(401)
      expect((await sign(pci, [{ to: stranger, value: 1n }], { changes })).status).toBe(200)
      expect((await sign(pci, [call], { changes: { ...changes, nonce: '0x1' } })).status).toBe(401)
    }
  })

  test('gas that the operator’s own paymaster pays is not spent of the allowance', async () => {
    const changes: Partial<UserOp> = {
      maxFeePerGas: '0x1',
      maxPriorityFeePerGas: '0x1',
      paymaster: sponsor,
      paymasterVerificationGasLimit: '0x5208',
      paymasterPostOpGasLimit: '0x0',
      paymasterData: '0x',
    }
    const pci = await activeSession(gateway)
    expect((await sign(pci, [{ to: sessionTarget, data: transfer }], { changes })).status).toBe(200)
  })

  test('a session signs ten thousand operations and no more, however cheap they are', async () => {
    const pci = await activeSession(gateway)
    const before = Array.from({ length: 9_999 }, (_, index) => ({ pci, hash: toHex(index, { size: 32 }) }))
    await gateway.deps.db.query.insert(smartSessionOperations).values(before)
    const call = [{ to: sessionTarget, data: transfer }]
    expect((await sign(pci, call)).status).toBe(200)
    expect((await sign(pci, call, { changes: { nonce: '0x1' } })).status).toBe(401)
    // What was signed before is signed again.
    expect((await sign(pci, call)).status).toBe(200)
  })

  test('nobody without a key of the session uses up its allowance', async () => {
    const allowance = { type: 'native-token-transfer', data: { allowance: '0xa' } }
    const pci = await activeSession(gateway, [allowance])
    const rival = privateKeyToAccount(`0x${'b2'.repeat(32)}`)
    const all = [{ to: stranger, value: 10n }]
    expect((await sign(pci, all, { signer: rival })).status).toBe(401)
    const userOp = await operation(address, executing(all))
    const forged: Hex[] = ['0x', `0x${'ab'.repeat(65)}`, concat([userOp.signature, userOp.signature])]
    for (const signature of forged)
      expect((await post(`${path}/sign`, { pci, userOp: { ...userOp, signature } })).status).toBe(401)
    // A half that was made for another operation.
    const moved = { ...userOp, nonce: '0x7' }
    expect((await post(`${path}/sign`, { pci, userOp: moved })).status).toBe(401)
    expect((await post(`${path}/sign`, { pci, userOp })).status).toBe(200)
  })

  test.each([
    [
      'compressed',
      (whole: Hex) => `0x${BigInt(slice(whole, 64)) % 2n === 1n ? '03' : '02'}${whole.slice(4, 68)}`,
    ],
    ['an address', (whole: Hex) => publicKeyToAddress(whole)],
    ['in capitals', (whole: Hex) => `0x${whole.slice(2).toUpperCase()}`],
  ])('a key may be named %s, and sign the hash itself', async (_, named) => {
    const granted = {
      ...grant(),
      signer: { type: 'key', data: { type: 'secp256k1', publicKey: named(appKey.publicKey) } },
    }
    const { pci } = await json(post(path, granted))
    await post(`${path}/activate`, { ...granted, pci, context: `${validator}01` })
    const userOp = await operation(address, executing([{ to: sessionTarget, data: transfer }]))
    expect((await post(`${path}/sign`, { pci, userOp })).status).toBe(200)
    const signature = await appKey.sign({ hash: hashOf(userOp, 31_337) })
    expect((await post(`${path}/sign`, { pci, userOp: { ...userOp, signature } })).status).toBe(200)
  })
})

describe('keys at rest', () => {
  const key = `0x${'42'.repeat(32)}` as const

  test('a sealed key opens for its own session only, with any of the keys that are given', () => {
    const old = createSealer(['old-key-of-the-operator'])
    const sealed = old.seal(key, 'session-1')
    expect(sealed).not.toContain('42'.repeat(8))
    expect(old.open(sealed, 'session-1')).toBe(key)
    expect(old.open(sealed, 'session-2')).toBeUndefined()
    expect(createSealer(['new-key', 'old-key-of-the-operator']).open(sealed, 'session-1')).toBe(key)
    expect(createSealer(['new-key']).open(sealed, 'session-1')).toBeUndefined()
  })

  test('a key that is preferred seals from then on, and what was sealed before still opens', () => {
    const sealer = createSealer(['a-key-of-the-database'])
    const before = sealer.seal(key, 'session-1')
    sealer.prefer(Buffer.alloc(32, 7))
    const after = sealer.seal(key, 'session-1')
    expect([sealer.open(before, 'session-1'), sealer.open(after, 'session-1')]).toEqual([key, key])
    expect(createSealer(['a-key-of-the-database']).open(after, 'session-1')).toBeUndefined()
  })

  test('[D-30] with an embedded wallet the database alone opens no session, unless it never had one', async () => {
    const world = await startWalletWorld()
    try {
      for (const [on, opened] of [
        [world.gateway, false],
        [gateway, true],
      ] as const) {
        const pci = await activeSession(on)
        const { db } = on.deps
        const [row] = await db.query.select().from(smartSessions).where(eq(smartSessions.pci, pci))
        const database = createSealer([await sharedSecret(db, 'sessions')])
        expect(database.open(row?.sealedKey ?? '', pci) !== undefined).toBe(opened)
      }
    } finally {
      await world.stop()
    }
  })

  test('a sealed key that was changed does not open', () => {
    const sealer = createSealer(['a-key-of-the-operator'])
    const sealed = sealer.seal(key, 'a')
    const [version, id, wrapped = '', body = ''] = sealed.split('.')
    const flipped = (text: string) => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`)
    const changed = [
      [version, id, flipped(wrapped), body],
      [version, id, wrapped, flipped(body)],
      [version, id, body, wrapped],
      ['2', id, wrapped, body],
      [version, id],
    ]
    for (const parts of changed) expect(sealer.open(parts.join('.'), 'a')).toBeUndefined()
  })
})
