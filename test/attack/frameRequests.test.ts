/** What a page can make the frame sign: what the person approved, once, and nothing else. */
import { writeSignIn } from '@latchkey/spec/signIn'
import { shareAad } from '@latchkey/spec/walletApi'
import { base58 } from '@scure/base'
import { type Hex, recoverMessageAddress, stringToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWalletWorld, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { createReceiver, sealTo } from '../../apps/wallet/src/keys/hpke.js'
import { bendCalls, createPerson, openRealFrame, type RealFrame, reject, signInByEmail } from './realFrame.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.stop())

async function signedIn(email: string, person = createPerson(world)) {
  const frame = await openRealFrame(world, person)
  await signInByEmail(world, frame, email)
  const { address } = await frame.ask('GET_USER', { preferredAccountType: 'eoa' })
  return { ...frame, address: address as Hex, screens: person.screens }
}

test('a message is approved in the window and signed by the account', async () => {
  const { ask, address, screens } = await signedIn('ada@example.org')
  const message = stringToHex('I agree')
  const signature = await ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
  expect(await recoverMessageAddress({ message: { raw: message }, signature: signature as Hex })).toBe(
    address,
  )
  expect(screens.map(({ kind }) => kind)).toEqual(['request', 'working'])
})

test('[S8-32] [I-13] a request that is rejected in the window is 4001', async () => {
  const { ask, address } = await signedIn('bob@example.org', createPerson(world, reject))
  const asking = ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', address] })
  await expect(asking).rejects.toMatchObject({ code: 4001 })
})

test('a sign-in to the page that asks takes a click, and no window', async () => {
  const { ask, address, screens } = await signedIn('cleo@example.org')
  const message = writeSignIn({
    domain: 'shop.example',
    accountAddress: address,
    uri: 'https://shop.example',
    version: '1',
    chainId: 'eip155:31337',
    nonce: 'abcdefgh',
    issuedAt: new Date().toISOString(),
  })
  const signature = await ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
  expect(await recoverMessageAddress({ message, signature: signature as Hex })).toBe(address)
  expect(screens[0]).toMatchObject({ kind: 'request', rung: 'frame-click' })
})

const signInTo = (domain: string, accountAddress: string) =>
  writeSignIn({
    domain,
    accountAddress,
    uri: `https://${domain}`,
    version: '1',
    chainId: 'eip155:31337',
    nonce: 'abcdefgh',
    issuedAt: new Date().toISOString(),
  })

const typed = (domain: object) => ({
  domain: { name: 'Shop', ...domain },
  types: { EIP712Domain: [{ name: 'name', type: 'string' }], Order: [{ name: 'item', type: 'string' }] },
  primaryType: 'Order',
  message: { item: 'lamp' },
})

test('[A-52] what must not be signed is refused before anybody is asked', async () => {
  const frame = await signedIn('dora@example.org')
  const { ask, address, screens } = frame
  const { accounts = [] } = await ask('GET_USER', {})
  const smart = accounts.find(({ type }) => type === 'smartAccount')?.address ?? ''
  const recorded: string[] = []
  const restore = bendCalls(frame, async (name, _call, next) => {
    if (name === 'approvalCreate') recorded.push(name)
    return next()
  })
  const refused = (method: string, params: unknown[] | Record<string, unknown>, more: object = {}) =>
    expect(ask('RPC_REQUEST', { method, params, ...more }), method).rejects.toMatchObject({
      name: 'FrameError',
    })
  await refused('personal_sign', [signInTo('bank.example', address), address])
  await refused('eth_signTypedData_v4', [address, typed({ chainId: 1 })])
  await refused('eth_signTypedData_v4', [smart, typed({ chainId: 31337, verifyingContract: smart })])
  await refused('personal_sign', ['0x00', '0x000000000000000000000000000000000000dEaD'])
  await refused('eth_sendTransaction', [{ from: address, to: address, authorizationList: [{}] }])
  await refused('eth_sendTransaction', [{ from: address, to: address, gasPrice: '0x1', maxFeePerGas: '0x1' }])
  const solana = { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', chainNamespace: 'solana' } as const
  const { address: pubkey } = await ask('GET_USER', { chainId: solana.chainId })
  await ask('SWITCH_NETWORK', { chainId: 31337 })
  // A version byte, one signer, one account, nothing else: a transaction, however it is called.
  const payment = base58.encode(
    Uint8Array.from([0x80, 1, 0, 0, 1, ...base58.decode(pubkey), ...new Uint8Array(32), 0, 0]),
  )
  await refused('solana_signMessage', { message: payment, pubkey }, solana)
  restore()
  expect(recorded).toEqual([])
  expect(screens).toEqual([])
})

test('[A-52] a bare hash is shown with a warning that stops the eye, and only in the window', async () => {
  const { ask, address, screens } = await signedIn('hash@example.org')
  await ask('RPC_REQUEST', { method: 'personal_sign', params: [`0x${'ab'.repeat(32)}`, address] })
  expect(screens[0]).toMatchObject({
    rung: 'window',
    facts: { warnings: [expect.objectContaining({ kind: 'raw-hash', weight: 'stop' })] },
  })
})

test('[S6-04] [I-23] a method outside the list, in another spelling or of another namespace, is not allowed', async () => {
  const { ask } = await signedIn('lists@example.org')
  const solana = { chainNamespace: 'solana', chainId: 'eip155:31337' } as const
  for (const request of [
    { method: 'eth_sign' },
    { method: 'eth_signTypedData_v3' },
    { method: 'PERSONAL_SIGN' },
    { method: 'constructor' },
    { method: 'personal_sign', ...solana },
    { method: 'solana_signMessage', params: {} },
  ])
    await expect(ask('RPC_REQUEST', request), request.method).rejects.toThrow('not allowed')
})

interface Sealed {
  readonly share: Uint8Array<ArrayBuffer>
  /** The digest that it is sealed for. */
  readonly bound: string
}

/** A server that seals to the worker what `swap` makes of the real share; everything else about the seal is right. */
async function bendShare(frame: RealFrame, swap: (real: Sealed) => Sealed): Promise<() => void> {
  const { api, session, store } = frame.context
  const { userId, device } = session.require()
  const walletId = (await store.share(userId))?.marks.walletId ?? ''
  const receiver = await createReceiver()
  const call = api.call.bind(api)
  return bendCalls(frame, async (name, { body = {} }, next) => {
    if (name !== 'keyRelease') return next()
    const [approvalId, digest] = [String(body.approvalId), String(body.digest)]
    const told = await call(name, { body: { approvalId, digest, hpkePub: receiver.publicKey } })
    const aadFor = (bound: string) =>
      shareAad({ purpose: 'release', walletId, deviceId: device.id, epoch: told.epoch, bound })
    const real = await receiver.open(told.s, aadFor(digest))
    const { share, bound } = swap({ share: real, bound: digest })
    return { ...told, s: await sealTo(String(body.hpkePub), share, aadFor(bound)) }
  })
}

test('[A-44] a share of the server’s own making signs nothing', async () => {
  const frame = await signedIn('shares@example.org')
  const { ask, address, context } = frame
  const own = (await context.store.share(context.session.require().userId))?.d[16] ?? 0
  const random = () => crypto.getRandomValues(new Uint8Array(16))
  const sign = async (swap: (real: Sealed) => Sealed) => {
    const restore = await bendShare(frame, swap)
    return ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', address] }).finally(restore)
  }
  // The real one, sealed by the same hands: what is refused below is refused for the share alone.
  const signature = (await sign((real) => real)) as Hex
  expect(await recoverMessageAddress({ message: { raw: '0x00' }, signature })).toBe(address)

  const forge: ((real: Sealed['share']) => Sealed['share'])[] = [
    // x = 0, which a careless library would return as the secret itself.
    () => new Uint8Array(17),
    () => Uint8Array.from([...random(), 9]),
    // The place of the device's own share.
    () => Uint8Array.from([...random(), own]),
    // One bit.
    ([first = 0, ...rest]) => Uint8Array.from([first ^ 1, ...rest]),
  ]
  for (const make of forge)
    await expect(sign(({ share, bound }) => ({ share: make(share), bound }))).rejects.toMatchObject({
      name: 'FrameError',
      code: undefined,
    })
  // Another user's or epoch's share comes with another seal, which does not even open.
  expect(await ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', address] })).toMatch(/^0x/)
})

test('[A-69] a server that hands out the share for another text is refused by the worker', async () => {
  const frame = await signedIn('digest@example.org')
  const { ask, address } = frame
  const digests: string[] = []
  const sign = async (message: Hex, boundFor: (digest: string) => string) => {
    const restore = await bendShare(frame, ({ share, bound }) => {
      digests.push(bound)
      return { share, bound: boundFor(bound) }
    })
    return ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] }).finally(restore)
  }
  const signature = (await sign('0x00', (digest) => digest)) as Hex
  expect(await recoverMessageAddress({ message: { raw: '0x00' }, signature })).toBe(address)
  // The same share, sealed for the text that was approved before this one.
  const [earlier = ''] = digests
  await expect(sign('0x01', () => earlier)).rejects.toMatchObject({ name: 'FrameError', code: undefined })
  // It was asked for, for a text of its own, and given.
  expect(new Set(digests).size).toBe(2)
})

test('[A-43] a script of the page that takes the capsule away gets neither a session nor a share for it', async () => {
  const victim = await signedIn('victim@example.org')
  const [token = ''] = victim.capsules
  expect(token).not.toBe('')
  const thief = await openRealFrame(world, createPerson(world))
  expect(await thief.ask('IS_CONNECTED', { token })).toEqual({ isConnected: false })
  // Signed in as themselves, with the capsule in hand: their own wallet, and nobody else's share.
  await signInByEmail(world, thief, 'thief@example.org')
  expect(await thief.ask('IS_CONNECTED', { token })).toEqual({ isConnected: true })
  const { address } = await thief.ask('GET_USER', { preferredAccountType: 'eoa' })
  expect(address).not.toBe(victim.address)
  const { context } = thief
  expect((await context.account.share())?.deviceId).toBe(context.session.require().device.id)
  // The key of the capsule is asked for by the device that wrote it, and by no other.
  const worker = await context.startWorker()
  const params = { id: victim.context.session.require().device.id }
  const body = { purpose: 'open', hpkePub: worker.publicKey } as const
  await expect(context.api.call('capsuleKey', { params, body })).rejects.toMatchObject({
    code: 'DEVICE_REVOKED',
  })
  worker.end()
  // And the victim is signed out by none of it.
  expect((await victim.ask('GET_USER', { preferredAccountType: 'eoa' })).address).toBe(victim.address)
})
