import {
  type Call,
  closeSessionCall,
  counterfactualAddress,
  deployment,
  encodeCalls,
  hashUserOperation,
  openSessionCall,
  type UserOperation,
} from '@latchkey/accounts'
import { writeSignIn } from '@latchkey/spec/signIn'
import {
  type ApprovalPayload,
  approvalPayloadText,
  recoveryShareAad,
  shareAad,
  walletChallengeText,
} from '@latchkey/spec/walletApi'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58, base64 } from '@scure/base'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Hex, recoverAddress, recoverMessageAddress, recoverTransactionAddress, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type Bytes, fromBase64url, randomBytes, textBytes, toBase64url } from '../keys/bytes.js'
import { deriveKeys } from '../keys/deriveKeys.js'
import { createReceiver, openAs, type Receiver, sealTo } from '../keys/hpke.js'
import { createRecoveryCode, readRecoveryCode } from '../keys/recoveryCode.js'
import { combineShares } from '../keys/shares.js'
import { openKit } from '../kit/kit.js'
import { digestOf } from './approved.js'
import {
  type ApprovedWork,
  addFactor,
  createWallet,
  exportKey,
  exportWords,
  makeOfflineKit,
  pinPasskeys,
  proveStored,
  recover,
  signWork,
} from './jobs.js'
import type { Daily, Recovery } from './openSecret.js'

const walletId = '5b1f3c8e-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const deviceId = '11111111-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const otherDevice = '22222222-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const nonce = 'n'.repeat(43)
const rpId = 'wallet.example'
const origin = 'https://wallet.example'

/** A wallet as it lies after registration, with a server that does what the contract says and keeps S open for the tests. */
async function register() {
  const server = await createReceiver()
  const made = await createWallet({ walletId, deviceId, nonce, serverKey: server.publicKey })
  const place = { walletId, deviceId, epoch: 1 }
  const s = await server.open(made.share.s, shareAad({ ...place, purpose: 'upload', bound: nonce }))
  const marks = { walletId, rkPub: made.rkPub, kcv: made.kcv, accounts: made.accounts }
  const worker = await createReceiver()
  const release = async (
    purpose: 'activate' | 'factor' | 'release' | 'export' | 'recover',
    bound = '',
  ): Promise<Daily> => ({
    d: new Uint8Array(made.d),
    s: await sealTo(worker.publicKey, new Uint8Array(s), shareAad({ ...place, purpose, bound })),
    deviceId,
    epoch: 1,
    marks: [marks],
  })
  const secret = await combineShares(s, made.d)
  return { made, marks, worker, release, s, secret, keys: await deriveKeys(secret) }
}

const randomKey = p256.utils.randomSecretKey()
const noPins = async (worker: Receiver, daily: Daily) => pinPasskeys(worker, daily, [])

test('a wallet is made, proved, and rebuilt from what was stored', async () => {
  const { made, worker, release, s } = await register()
  expect(made.share).toMatchObject({ deviceId, epoch: 1, x: s[16] })
  const [ethereum, solana, bitcoin, smartAccount] = made.proofs
  const text = walletChallengeText('create', walletId, deviceId, 1, nonce)
  expect(await recoverMessageAddress({ message: text, signature: toHex(bytesOf(ethereum)) })).toBe(
    made.accounts[0]?.address,
  )
  expect(ed25519.verify(bytesOf(solana), textBytes(text), base58.decode(solana?.address ?? ''))).toBe(true)
  const bitcoinKey = fromBase64url(made.accounts[3]?.publicKey ?? '')
  expect(secp256k1.verify(bytesOf(bitcoin), textBytes(text), bitcoinKey)).toBe(true)
  const owner = await recoverMessageAddress({ message: text, signature: toHex(bytesOf(smartAccount)) })
  expect(counterfactualAddress({ owner })).toBe(smartAccount?.address)
  expect(made.proofs.map(({ address }) => address).sort()).toEqual(
    made.accounts.map(({ address }) => address).sort(),
  )

  const again = await proveStored(worker, await release('activate'), { step: 'activate', nonce })
  expect(again.map(({ address }) => address)).toEqual(made.proofs.map(({ address }) => address))
  expect(again[0]?.signature).not.toBe(ethereum?.signature)
})

const bytesOf = (proof: { signature: string } | undefined): Bytes => fromBase64url(proof?.signature ?? '')

test('[I-12] [A-21] a request that differs from the approved text by a letter is not signed', async () => {
  const { worker, release, keys } = await register()
  const pins = await noPins(worker, await release('factor'))
  const payload = message(keys.eip155.address)
  const work = approved(payload, pins)
  const daily = await release('release', work.digest)
  await expect(signWork(worker, daily, work)).resolves.toMatchObject({ kind: 'signature' })
  const other = approvalPayloadText({ ...payload, params: ['0x00', keys.eip155.address] })
  await expect(async () => signWork(worker, daily, { ...work, payload: other })).rejects.toThrow(
    'not the one',
  )
  // The share was sealed for that digest and opens for no other.
  const swapped = approved(JSON.parse(other), pins)
  await expect(signWork(worker, daily, swapped)).rejects.toThrow()
  const spaced = ` ${work.payload}`
  await expect(async () =>
    signWork(worker, daily, { ...work, payload: spaced, digest: digestOf(spaced) }),
  ).rejects.toThrow('canonical')
})

test('[A-69] where a passkey is pinned nothing is signed without it, but a sign-in to the page that asks', async () => {
  const { worker, release, keys } = await register()
  const passkey = { id: 'cGFzc2tleQ', publicKey: toBase64url(p256.getPublicKey(randomKey, false)) }
  const pins = await pinPasskeys(worker, await release('factor'), [passkey])
  const sign = async (text: string) => {
    const address = keys.eip155.address
    const work = approved(request('personal_sign', address, [toHex(text), address]), pins)
    return signWork(worker, await release('release', work.digest), work)
  }
  const signIn = (domain: string, more: object = {}) =>
    writeSignIn({
      domain,
      accountAddress: keys.eip155.address,
      uri: `https://${domain}`,
      version: '1',
      chainId: 'eip155:31337',
      nonce: 'abcdefgh',
      issuedAt: '2026-11-16T10:00:00.000Z',
      ...more,
    })
  expect(await sign(signIn('dapp.example'))).toMatchObject({ kind: 'signature' })
  const others = [
    'hello',
    signIn('evil.example'),
    `${signIn('dapp.example')}\nI owe you money`,
    signIn('dapp.example', { uri: 'https://evil.example' }),
    signIn('dapp.example', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }),
    signIn('dapp.example', { resources: ['ceramic://*'] }),
  ]
  for (const text of others) {
    await expect(sign(text)).rejects.toThrow('No passkey')
  }
})

test('a message, a transaction and a Solana message are signed by their accounts', async () => {
  const { worker, release, keys } = await register()
  const pins = await noPins(worker, await release('factor'))
  const sign = async (payload: ApprovalPayload, more: Partial<ApprovedWork> = {}) => {
    const work = { ...approved(payload, pins), ...more }
    return signWork(worker, await release('release', work.digest), work)
  }
  const signed = await sign(message(keys.eip155.address))
  if (signed.kind !== 'signature') throw new Error('expected a signature')
  expect(await recoverMessageAddress({ message: 'hello', signature: signed.signature as Hex })).toBe(
    keys.eip155.address,
  )
  const fees = { gas: '0x5208', maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x1' }
  const sending = request('eth_sendTransaction', keys.eip155.address, [
    { from: keys.eip155.address, to: '0x000000000000000000000000000000000000dEaD', value: '0x7', ...fees },
  ])
  const sent = await sign(sending, { transaction: { nonce: '0x3', ...fees } })
  if (sent.kind !== 'transaction') throw new Error('expected a transaction')
  expect(await recoverTransactionAddress({ serializedTransaction: sent.raw as never })).toBe(
    keys.eip155.address,
  )
  // A fifth more is the network's, anything above it is a new question.
  await expect(
    sign(sending, { transaction: { nonce: '0x3', ...fees, maxFeePerGas: '0x78' } }),
  ).resolves.toBeDefined()
  await expect(
    sign(sending, { transaction: { nonce: '0x3', ...fees, maxFeePerGas: '0x79' } }),
  ).rejects.toThrow('fee')

  const text = base58.encode(textBytes('hello'))
  const solana = await sign(
    request(
      'solana_signMessage',
      keys.solana.address,
      { message: text, pubkey: keys.solana.address },
      'solana',
    ),
  )
  if (solana.kind !== 'signature') throw new Error('expected a signature')
  expect(ed25519.verify(base58.decode(solana.signature), textBytes('hello'), keys.solana.publicKey)).toBe(
    true,
  )
})

test('[A-52] typed data of another network, and a Solana payment given as a message, are refused', async () => {
  const { worker, release, keys } = await register()
  const pins = await noPins(worker, await release('factor'))
  const sign = async (payload: ApprovalPayload) => {
    const work = approved(payload, pins)
    return signWork(worker, await release('release', work.digest), work)
  }
  const typed = {
    types: { Note: [{ name: 'text', type: 'string' }] },
    primaryType: 'Note',
    domain: { chainId: 1 },
    message: { text: 'hi' },
  }
  const own = keys.eip155.address
  await expect(sign(request('eth_signTypedData_v4', own, [own, typed]))).rejects.toThrow('another network')
  const here = { ...typed, domain: { chainId: '0x7a69' } }
  await expect(sign(request('eth_signTypedData_v4', own, [own, here]))).resolves.toMatchObject({
    kind: 'signature',
  })

  const payment = solanaTransfer(keys.solana.publicKey)
  const ofAnotherVersion = Uint8Array.of(0x81, ...payment.subarray(65))
  for (const bytes of [payment, payment.subarray(65), ofAnotherVersion]) {
    const params = { message: base58.encode(bytes), pubkey: keys.solana.address }
    await expect(sign(request('solana_signMessage', keys.solana.address, params, 'solana'))).rejects.toThrow(
      'transaction',
    )
  }
  const params = { transaction: base64.encode(payment) }
  const signed = await sign(request('solana_signTransaction', keys.solana.address, params, 'solana'))
  if (signed.kind !== 'transactions') throw new Error('expected transactions')
  const raw = base64.decode(signed.raw[0] ?? '')
  expect(raw.subarray(65)).toEqual(payment.subarray(65))
  expect(ed25519.verify(raw.subarray(1, 65), raw.subarray(65), keys.solana.publicKey)).toBe(true)
})

test('a request for an account that is not the wallet’s is refused, whatever it is called', async () => {
  const { worker, release, keys } = await register()
  const pins = await noPins(worker, await release('factor'))
  const foreign = '0x000000000000000000000000000000000000dEaD'
  for (const payload of [
    request('personal_sign', foreign, ['0x00', foreign]),
    request('personal_sign', keys.eip155.address, ['0x00', foreign]),
    request('personal_sign', keys.smartAccountOwner.address, ['0x00', keys.smartAccountOwner.address]),
    request('eth_sign', keys.eip155.address, [keys.eip155.address, '0x00']),
    request('constructor', keys.eip155.address, []),
    request('solana_signMessage', keys.eip155.address, { message: '1', pubkey: keys.eip155.address }),
  ]) {
    const work = approved(payload, pins)
    await expect(signWork(worker, await release('release', work.digest), work)).rejects.toThrow()
  }
})

test('an operation of the smart account does what was approved, or is not signed', async () => {
  const { worker, release, keys, made } = await register()
  const pins = await noPins(worker, await release('factor'))
  const account = made.accounts.find(({ type }) => type === 'smartAccount')?.address as Hex
  const to: Hex = '0x000000000000000000000000000000000000dEaD'
  const approvedCalls = { from: account, calls: [{ to, value: '0x5' }], gas: '0x493e0', maxFeePerGas: '0x64' }
  const operation: UserOperation = {
    sender: account,
    nonce: 0n,
    callData: encodeCalls([{ to, value: 5n }]),
    callGasLimit: 100_000n,
    verificationGasLimit: 100_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 1n,
    signature: '0x',
  }
  const sign = async (bent: Partial<UserOperation>) => {
    const work = {
      ...approved(request('wallet_sendCalls', account, [approvedCalls]), pins),
      smartAccount: { isDeployed: true, operation: { ...operation, ...bent } },
    }
    return signWork(worker, await release('release', work.digest), work)
  }
  const signed = await sign({})
  if (signed.kind !== 'signature') throw new Error('expected a signature')
  const hash = hashUserOperation(operation, deployment.entryPoint, 31337)
  expect(await recoverAddress({ hash, signature: signed.signature as Hex })).toBe(
    keys.smartAccountOwner.address,
  )
  const lies: Partial<UserOperation>[] = [
    { callData: encodeCalls([{ to, value: 6n }]) },
    { sender: to },
    { factory: to, factoryData: '0x' },
    { maxFeePerGas: 121n },
    { preVerificationGas: 200_000n },
  ]
  for (const lie of lies) await expect(sign(lie)).rejects.toThrow()
})

test('[I-12] a permission is opened with the keys and the end that were shown, or it is not signed', async () => {
  const { worker, release, made } = await register()
  const pins = await noPins(worker, await release('factor'))
  const account = made.accounts.find(({ type }) => type === 'smartAccount')?.address as Hex
  const from = account.toLowerCase()
  const id = '0123abcd-0000-4000-8000-000000000000'
  const app: Hex = `0x${'44'.repeat(20)}`
  const gateway: Hex = `0x${'55'.repeat(20)}`
  const fees = { gas: '0x493e0', maxFeePerGas: '0x64' }
  const permissions = [{ type: 'native-token-transfer', data: { allowance: '0x1' } }]
  const grant = { from, id, app, gateway, expiry: 1_800_000_000, permissions, isInstalled: false, ...fees }
  const sign = async (method: string, params: object, call: Call) => {
    const operation: UserOperation = {
      sender: account,
      nonce: 0n,
      callData: encodeCalls([call]),
      callGasLimit: 100_000n,
      verificationGasLimit: 100_000n,
      preVerificationGas: 100_000n,
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 1n,
      signature: '0x',
    }
    const work = {
      ...approved(request(method, account, [params]), pins),
      smartAccount: { isDeployed: true, operation },
    }
    return signWork(worker, await release('release', work.digest), work)
  }
  const session = { id, app, gateway, validUntil: grant.expiry }
  const open = (bent: object = {}) =>
    openSessionCall(account, { ...session, ...bent }, { isInstalled: false })
  for (const method of ['wallet_grantPermissions', 'wallet_requestExecutionPermissions'])
    expect((await sign(method, grant, open())).kind).toBe('signature')
  for (const call of [open({ gateway: app }), open({ validUntil: 2 ** 40 }), closeSessionCall(id)])
    await expect(sign('wallet_grantPermissions', grant, call)).rejects.toThrow('something else')
  const revocation = { from, id, ...fees }
  expect((await sign('wallet_revokePermissions', revocation, closeSessionCall(id))).kind).toBe('signature')
  await expect(sign('wallet_revokePermissions', revocation, open())).rejects.toThrow('something else')
})

test('[A-40] [I-1] what a device keeps is not enough: without the share of the server nothing opens', async () => {
  const { worker, release, made } = await register()
  const other = await createReceiver()
  await expect(exportWords(other, await release('export'))).rejects.toThrow()
  const daily = await release('export')
  const forged = await sealTo(
    worker.publicKey,
    randomBytes(17),
    shareAad({ walletId, deviceId, epoch: 1, purpose: 'export', bound: '' }),
  )
  await expect(exportWords(worker, { ...daily, s: forged })).rejects.toThrow('does not fit together')
  expect(made.d).toHaveLength(17)
})

test('the words that are exported are the wallet', async () => {
  const { worker, release, secret } = await register()
  expect(await exportWords(worker, await release('export'))).toBe(entropyToMnemonic(secret, wordlist))
})

test('a new device gets shares of its own by a factor, and by no other', async () => {
  const { worker, release, made, marks, s, secret } = await register()
  const code = readRecoveryCode(createRecoveryCode())
  if (!code) throw new Error('a code reads itself')
  const factor = {
    factorId: '33333333-0d3e-4f5a-9a3b-7a3d6f0c2e11',
    kind: 'code',
    userId: 'u',
    factor: code,
  } as const
  const rk = await addFactor(worker, await release('factor'), factor)
  const server = await createReceiver()
  const target = {
    walletId,
    deviceId: otherDevice,
    epoch: 1,
    nonce,
    serverKey: server.publicKey,
    step: 'stage',
  } as const
  const { s: sealed } = await release('recover')
  const recovery: Recovery = { ...factor, rk, r: made.share.r, s: sealed, deviceId, epoch: 1, marks: [marks] }
  const fresh = await recover(worker, recovery, target)
  expect(fresh.accounts).toEqual(made.accounts)
  const upload = shareAad({ walletId, deviceId: otherDevice, epoch: 1, purpose: 'upload', bound: nonce })
  const newS = await server.open(fresh.share.s, upload)
  expect(await combineShares(newS, fresh.d)).toEqual(secret)
  // The two devices have nothing in common.
  if (newS[16] !== made.d[16]) expect(await combineShares(newS, made.d)).not.toEqual(secret)
  if (s[16] !== fresh.d[16]) expect(await combineShares(s, fresh.d)).not.toEqual(secret)

  const wrong = { ...recovery, factor: randomBytes(17) }
  await expect(recover(worker, wrong, target)).rejects.toThrow()
  // another recovery key in the record, or another wrapping under the same factor.
  const stranger = await register()
  const lied = { ...recovery, marks: [{ ...marks, rkPub: stranger.made.rkPub }] as const }
  await expect(recover(worker, lied, target)).rejects.toThrow('recovery key')
  const strangersRk = await addFactor(stranger.worker, await stranger.release('factor'), factor)
  await expect(recover(worker, { ...recovery, rk: strangersRk }, target)).rejects.toThrow('recovery key')
})

test('[D-31] the key of one account is exported as other wallets read it', async () => {
  const { made, worker, release } = await register()
  const key = await exportKey(worker, await release('export'), 'eip155')
  const account = made.accounts.find(({ namespace, type }) => namespace === 'eip155' && type === 'eoa')
  expect(privateKeyToAddress(key as Hex)).toBe(account?.address) // as it is written
  await expect(exportKey(worker, await release('factor'), 'eip155')).rejects.toThrow()
})

test('[F-T] the offline kit of a wallet and the code give its words', async () => {
  const { worker, release } = await register()
  const code = readRecoveryCode(createRecoveryCode())
  if (!code) throw new Error('a code of our own cannot be read')
  const owner = { id: otherDevice, userId: deviceId, code }
  // What was given for another way of recovery makes none: the holds and the letter of an export are its own.
  await expect(makeOfflineKit(worker, await release('factor'), owner)).rejects.toThrow()
  const kit = await makeOfflineKit(worker, await release('export'), owner)
  const words = await exportWords(worker, await release('export'))
  expect((await openKit(kit, code)).words).toBe(words)
})

test('[F-T] with the server gone, the device and the recovery key are still the wallet', async () => {
  const { made, secret } = await register()
  // The recovery key as a factor would open it.
  const { recoveryKeyOf } = await import('../keys/derived.js')
  const rk = recoveryKeyOf(secret, walletId)
  const r = await openAs(rk.secret, made.share.r, recoveryShareAad(walletId, deviceId, 1))
  expect(await combineShares(r, made.d)).toEqual(secret)
})

const message = (address: string) => request('personal_sign', address, [toHex('hello'), address])

function request(
  method: string,
  account: string,
  params: ApprovalPayload['params'],
  namespace: 'eip155' | 'solana' = 'eip155',
): ApprovalPayload {
  const chainId = namespace === 'eip155' ? 'eip155:31337' : 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  return { v: 1, origin: 'https://dapp.example', account, namespace, chainId, method, params }
}

function approved(payload: ApprovalPayload, pins: ApprovedWork['pins']): ApprovedWork {
  const text = approvalPayloadText(payload)
  return {
    approvalId: '44444444-0d3e-4f5a-9a3b-7a3d6f0c2e11',
    payload: text,
    digest: digestOf(text),
    proof: { kind: 'none' },
    pins,
    rpId,
    origin,
  }
}

/** A legacy transaction that pays one lamport from a key to nobody, unsigned. */
function solanaTransfer(from: Uint8Array): Uint8Array {
  const head = [1, ...new Uint8Array(64), 1, 0, 1, 3]
  const keys = [...from, ...new Uint8Array(32).fill(9), ...new Uint8Array(32)]
  const instruction = [1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
  return Uint8Array.from([...head, ...keys, ...new Uint8Array(32).fill(5), ...instruction])
}
