/** Smart sessions over the wire: the whole life of one, and what attackers try with it. */
import {
  type Address,
  concat,
  decodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashMessage,
  pad,
  recoverAddress,
  slice,
} from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { createRecordedLog } from '../testing/log.js'
import {
  activeSession,
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
import { hashOf } from './cosign.js'
import { createSealer } from './sealedKey.js'

const recorded = createRecordedLog()
let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway(
    {
      LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chain.evm.url] }),
      LATCHKEY_NETWORKS: localNetworks,
      LATCHKEY_PROJECTS: JSON.stringify([{ id: 'other', name: 'Other' }]),
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
  options: { mode?: Hex; nonce?: string; query?: string } = {},
) {
  const userOp = operation(address, executing(calls, options.mode), options.nonce)
  return post(`${path}/sign${options.query ?? ''}`, { pci, userOp })
}

describe('the life of a session', () => {
  test('[S7-20] it is made with a key, activated, listed with its context, and signs', async () => {
    const made = await json(post(`${path}?v=2`, grant()))
    const { publicKey } = made.key as { publicKey: Hex } // as the contract has it
    expect(publicKey).toMatch(/^0x04[0-9a-f]{128}$/)
    const pci = String(made.pci)
    const context = concat([validator, '0x01'])
    expect((await sign(pci, [{ to: sessionTarget, data: transfer }])).status).toBe(400)
    expect(await json(post(`${path}/activate`, { ...grant(), pci, context }))).toEqual({ success: true })
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
    const userOp = operation(address, executing([{ to: sessionTarget, data: transfer }]))
    const { signature } = await json(post(`${path}/sign`, { pci, userOp }))
    // The app's half first, then ours, over the hash of EntryPoint 0.7.
    expect(slice(signature as Hex, 0, 65)).toBe(userOp.signature)
    const hash = hashMessage({ raw: hashOf(userOp as Parameters<typeof hashOf>[0], 31_337) }) // the same shape with wider texts
    const signer = await recoverAddress({ hash, signature: slice(signature as Hex, 65) })
    expect(signer).toBe(publicKeyToAddress(publicKey))
  })

  test('another validator reads both halves as a list', async () => {
    const { pci } = await json(post(path, grant()))
    const context = `0x${'77'.repeat(32)}` as const
    await post(`${path}/activate`, { ...grant(), pci, context })
    const { signature } = await json(sign(String(pci), [{ to: sessionTarget, data: transfer }]))
    const [halves] = decodeAbiParameters([{ type: 'bytes[]' }], signature as Hex)
    expect(halves).toHaveLength(2)
    expect(halves[1]).toBe(`0x${'ab'.repeat(65)}`)
  })

  test('[S7-21] it ends by a signature of its account, and by nothing else', async () => {
    const pci = await activeSession(gateway)
    const revoke = (body: unknown, route = `${path}/revoke`) => post(route, body)
    const good = await revocation(pci)
    const attempts: [unknown, number][] = [
      [{ pci, signature: good.signature }, 400],
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
    const after = await sign(pci, [{ to: sessionTarget, data: transfer }], { nonce: '0x1' })
    expect([after.status, await after.json()]).toEqual([
      400,
      { status: 'FAILED', reasons: [{ field: 'pci', description: 'The session is revoked' }] },
    ])
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
      expect((await post(`${path}/sign`, { pci, userOp: operation(address, callData) })).status).toBe(401)
    },
  )

  test('not an operation of another account', async () => {
    const pci = await activeSession(gateway)
    const userOp = operation(stranger, executing([{ to: sessionTarget, data: transfer }]))
    expect((await post(`${path}/sign`, { pci, userOp })).status).toBe(400)
  })

  test('only the functions that were named, with coins up to their limit', async () => {
    const functions = [{ functionName: 'transfer', valueLimit: '0x5' }]
    const pci = await activeSession(gateway, [
      { type: 'contract-call', data: { address: sessionTarget, abi: erc20Abi, functions } },
    ])
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger, 1n] })
    expect((await sign(pci, [{ to: sessionTarget, data: approve }])).status).toBe(401)
    expect((await sign(pci, [{ to: sessionTarget, data: transfer, value: 5n }])).status).toBe(200)
    expect((await sign(pci, [{ to: sessionTarget, data: transfer, value: 6n }])).status).toBe(401)
  })

  test('an allowance is used up across operations, counts an operation once, and holds under haste', async () => {
    const allowance = {
      type: 'native-token-recurring-allowance',
      data: { allowance: '0xa', start: now() - 10, period: 86_400 },
    }
    const pci = await activeSession(gateway, [allowance])
    const send = (value: bigint, nonce: string) => sign(pci, [{ to: stranger, value }], { nonce })
    expect((await send(4n, '0x0')).status).toBe(200)
    expect((await send(4n, '0x0')).status).toBe(200)
    const hasty = await Promise.all(['0x1', '0x2', '0x3', '0x4'].map((nonce) => send(3n, nonce)))
    // Six are left, which is two of three.
    expect(hasty.map(({ status }) => status).sort()).toEqual([200, 200, 401, 401])
    expect((await send(1n, '0x5')).status).toBe(401)
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
