/** Transactions that a wallet signs for an app. */
import { createLatchkey } from '@latchkey/core'
import { createFakeClock, createFakeStorage } from '@latchkey/core/testing'
import { asAddress } from '@latchkey/spec/caip'
import { isSignedByPolkadot } from '@latchkey/verify'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { createPolkadotLabAccount } from '../lab/polkadot/labAccounts.js'
import { polkadotLabKeys } from '../lab/polkadot/labKeys.js'
import { checkMessage } from './checkSigner.js'
import type { PolkadotPayload } from './payload.js'
import { compact, type SignedExtensions, signedBytes } from './payloadBytes.js'
import { polkadot } from './polkadot.js'
import { createTestWorld, genesis, testNetwork } from './testWorld.js'
import { signPayload } from './typed.js'

const [first] = polkadotLabKeys

const payload: PolkadotPayload = {
  method: '0x0503008eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a4804',
  era: '0x2503',
  nonce: '0x00000011',
  tip: '0x00000000000000000000000000000000',
  specVersion: '0x000f4240',
  transactionVersion: '0x0000001a',
  genesisHash: genesis.polkadot,
  blockHash: `0x${'ab'.repeat(32)}`,
  blockNumber: '0x00bc614e',
  signedExtensions: [
    'CheckNonZeroSender',
    'CheckSpecVersion',
    'CheckTxVersion',
    'CheckGenesis',
    'CheckMortality',
    'CheckNonce',
    'CheckWeight',
    'ChargeTransactionPayment',
    'PrevalidateAttests',
    'CheckMetadataHash',
  ],
  version: 4,
}

describe('the bytes that are signed', () => {
  test.each([
    [0n, '00'],
    [1n, '04'],
    [42n, 'a8'],
    [63n, 'fc'],
    [69n, '1501'],
    [65_535n, 'feff0300'],
    [100_000_000_000_000n, '0b00407a10f35a'],
  ])('%s as a compact number of SCALE', (value, hex) => {
    expect(bytesToHex(compact(value))).toBe(hex)
  })

  test('the call, what is sent with it, and what is only signed', () => {
    const bytes = signedBytes(payload) ?? new Uint8Array()
    const expected = [
      payload.method.slice(2),
      '2503', // era
      '44', // nonce 17, compact
      '00', // tip
      '00', // no digest of metadata
      '40420f00', // spec version 1000000
      '1a000000', // transaction version 26
      genesis.polkadot.slice(2),
      'ab'.repeat(32),
      '00', // none
    ].join('')
    expect(bytesToHex(bytes)).toBe(expected)
  })

  test('a long one is signed by its digest, and an unknown part makes it unknown', () => {
    expect(signedBytes({ ...payload, method: `0x${'00'.repeat(300)}` })).toHaveLength(32)
    expect(signedBytes({ ...payload, signedExtensions: ['Unheard'] })).toBeUndefined()
    const paid = { ...payload, signedExtensions: ['ChargeAssetTxPayment'] }
    expect(bytesToHex(signedBytes(paid) ?? new Uint8Array())).toBe(`${payload.method.slice(2)}0000`)
    expect(signedBytes({ ...paid, assetId: '0x01' })).toBeUndefined()
  })
})

describe('a wallet is asked', () => {
  const connect = async (input = {}) => {
    const world = await createTestWorld(input)
    await world.kit.connect({ connectorId: 'lab' })
    return world
  }

  test('[D-11] its signature is of the account that is shown', async () => {
    const { kit, wallet } = await connect()
    const { signature } = await signPayload(kit, { payload })
    // sr25519, as the byte in front says.
    expect(signature).toMatch(/^0x01[0-9a-f]{128}$/)
    expect(wallet.requests.at(-1)).toMatchObject({
      method: 'signPayload',
      params: { ...payload, address: wallet.addresses[0] },
    })
    kit.destroy()
  })

  test('[D-11] a signature of another key is never handed on', async () => {
    const { kit, wallet } = await connect()
    wallet.next.signWrongly('signPayload')
    await expect(signPayload(kit, { payload })).rejects.toMatchObject({ code: 'signature.wrong-signer' })
    kit.destroy()
  })

  test('[D-11] a transaction of another account or network never reaches it', async () => {
    const { kit, wallet } = await connect()
    const other = { ...payload, address: wallet.addresses[1] ?? '' }
    await expect(signPayload(kit, { payload: other })).rejects.toMatchObject({
      code: 'connection.account-changed',
    })
    const elsewhere = { ...payload, genesisHash: genesis.kusama }
    await expect(signPayload(kit, { payload: elsewhere })).rejects.toMatchObject({
      code: 'network.mismatch',
      context: { expected: testNetwork('kusama').caipNetworkId },
    })
    expect(wallet.requests.filter(({ method }) => method === 'signPayload')).toEqual([])
    // The same account in another spelling is the same account.
    const spelled = { ...payload, address: wallet.accounts[0]?.address(2) ?? '' }
    await expect(signPayload(kit, { payload: spelled })).resolves.toBeDefined()
    kit.destroy()
  })

  test('what nobody reads, or what is no hexadecimal text, is refused', async () => {
    const { kit } = await connect()
    const misspelt = { ...payload, tipp: '0x01' }
    await expect(signPayload(kit, { payload: misspelt })).rejects.toMatchObject({
      code: 'transaction.field-unknown',
    })
    await expect(signPayload(kit, { payload: { ...payload, nonce: '17' } })).rejects.toMatchObject({
      code: 'transaction.unreadable',
      context: { reason: 'nonce is no hexadecimal text' },
    })
    kit.destroy()
  })

  test('[S5-10] sending is not offered: the app sends what was signed', async () => {
    const { kit } = await connect()
    await expect(kit.sendTransaction({ transaction: {} })).rejects.toMatchObject({
      code: 'connection.unsupported',
    })
    kit.destroy()
  })

  test('[D-11] a transaction whose signature could not be checked never reaches it', async () => {
    const { kit, wallet } = await connect()
    const extended = { ...payload, signedExtensions: [...payload.signedExtensions, 'Unheard'] }
    await expect(signPayload(kit, { payload: extended })).rejects.toMatchObject({
      code: 'transaction.extension-unknown',
      context: { extension: 'Unheard' },
    })
    const paid = { ...payload, signedExtensions: ['ChargeAssetTxPayment'], assetId: '0x01' }
    await expect(signPayload(kit, { payload: paid })).rejects.toMatchObject({
      context: { extension: 'ChargeAssetTxPayment' },
    })
    expect(wallet.requests.filter(({ method }) => method === 'signPayload')).toEqual([])
    kit.destroy()
  })

  /** A kit with one extension that signs the given bytes, and answers as `answer` makes it. */
  async function connectTo(
    answer: (signature: string) => object,
    { bytes, signedExtensions }: { bytes: Uint8Array; signedExtensions?: SignedExtensions },
  ) {
    const account = createPolkadotLabAccount(first)
    const injectedWeb3 = {
      other: {
        enable: async () => ({
          accounts: { get: async () => [{ address: account.address(42) }] },
          signer: { signPayload: async () => answer(`0x01${bytesToHex(account.sign(bytes))}`) },
        }),
      },
    }
    const kit = createLatchkey({
      networks: [testNetwork('polkadot')],
      logLevel: 'silent',
      isMobile: false,
      storage: createFakeStorage(),
      clock: createFakeClock(),
      adapters: [polkadot({ target: { injectedWeb3 }, ...(signedExtensions && { signedExtensions }) })],
    })
    await kit.connect({ connectorId: 'other' })
    return { kit, id: bytesToHex(account.id) }
  }

  test('[D-11] what the app says of an extension is what must be signed', async () => {
    const signedExtensions: SignedExtensions = {
      Unheard: ({ tip }) => ({ sent: Uint8Array.of(7, tip.length), silent: Uint8Array.of(9) }),
    }
    const own = { ...payload, signedExtensions: ['CheckNonce', 'Unheard'] }
    // The call, the nonce 17, what is sent, what is only signed.
    const bytes = hexToBytes(`${payload.method.slice(2)}44072209`)
    const answer = (signature: string) => ({ signature })
    const right = await connectTo(answer, { bytes, signedExtensions })
    await expect(signPayload(right.kit, { payload: own })).resolves.toHaveProperty('signature')
    const wrong = await connectTo(answer, { bytes: bytes.slice(0, -1), signedExtensions })
    await expect(signPayload(wrong.kit, { payload: own })).rejects.toMatchObject({
      code: 'signature.wrong-signer',
    })
    for (const { kit } of [right, wrong]) kit.destroy()
  })

  test('[D-11] a wallet may put the transaction together where it was asked to, and may change nothing', async () => {
    const allowing = { ...payload, withSignedTransaction: true }
    const bytes = signedBytes(payload) ?? new Uint8Array()
    const call = payload.method.slice(2)
    let whole = (_: { id: string; signature: string }): string => '0x1234'
    let id = ''
    const answer = (signature: string) => ({
      signature,
      signedTransaction: whole({ id, signature: signature.slice(2) }),
    })
    const { kit, id: own } = await connectTo(answer, { bytes })
    id = own
    await expect(signPayload(kit, { payload })).rejects.toThrow('The wallet signed another transaction')
    const altered = { code: 'transaction.altered' }
    await expect(signPayload(kit, { payload: allowing })).rejects.toMatchObject(altered)
    // 0x84: signed, the fourth form. Then who, the signature, the era, the nonce, no tip, no digest, the call: 140 bytes.
    const written =
      (who: string, nonce = '44', does = call) =>
      (parts: { signature: string }) =>
        `0x310284${who}${parts.signature}2503${nonce}0000${does}`
    whole = written(`00${id}`)
    const signed = await signPayload(kit, { payload: allowing })
    expect(signed.signedTransaction).toBe(whole({ id, signature: signed.signature.slice(2) }))
    for (const lie of [
      written(`00${'11'.repeat(32)}`),
      written(`00${id}`, '48'),
      written(`00${id}`, '44', `${call.slice(0, -2)}08`),
      ({ signature }: { signature: string }) =>
        written(`00${id}`)({ signature: signature.replace(/..$/, '00') }),
    ]) {
      whole = lie
      await expect(signPayload(kit, { payload: allowing })).rejects.toMatchObject(altered)
    }
    kit.destroy()
  })

  test('[D-11] a transaction that is whole, while its signature is over another, is refused', async () => {
    const allowing = { ...payload, withSignedTransaction: true }
    const bytes = signedBytes({ ...payload, nonce: '0x12' }) ?? new Uint8Array()
    let id = ''
    const answer = (signature: string) => ({
      signature,
      signedTransaction: `0x31028400${id}${signature.slice(2)}2503440000${payload.method.slice(2)}`,
    })
    const { kit, id: own } = await connectTo(answer, { bytes })
    id = own
    await expect(signPayload(kit, { payload: allowing })).rejects.toMatchObject({
      code: 'signature.wrong-signer',
    })
    kit.destroy()
  })
})

describe('signatures of others', () => {
  /** From the tests of the reference implementation in Rust. */
  const known = {
    text: 'this is a message',
    id: '46ebddef8cd9bb167dc30878d7113b7e168e6f0646beffd77d69d39bad76b47a',
    signature:
      '0x4e172314444b8f820bb54c22e95076f220ed25373e5c178234aa6c211d29271244b947e3ff3418ff6b45fd1df1140c8cbff69fc58ee6dc96df70936a2bb74b82',
  }
  const account = { spelled: '', id: hexToBytes(known.id), kind: undefined, genesisHash: undefined }
  const input = { wallet: 'Lab', address: asAddress('somebody'), account }

  test('sr25519 as the reference signs it', async () => {
    const answer = { signature: known.signature }
    await expect(checkMessage({ ...input, message: known.text, answer })).resolves.toBe(known.signature)
    await expect(checkMessage({ ...input, message: utf8ToBytes(known.text), answer })).resolves.toBe(
      known.signature,
    )
  })

  test.each([
    ['another text', { message: 'this is another message' }],
    ['another kind of key', { account: { ...account, kind: 'ed25519' as const } }],
    ['another account', { account: { ...account, id: new Uint8Array(32).fill(3) } }],
  ])('%s is not what was signed', async (_, changed) => {
    const answer = { signature: known.signature }
    await expect(checkMessage({ ...input, message: known.text, answer, ...changed })).rejects.toMatchObject({
      code: 'signature.wrong-signer',
    })
  })

  test.each([[undefined], [null], [{}], [{ signature: '0x' }], [{ signature: 7 }], ['signed']])(
    'the answer %j is no signature',
    async (answer) => {
      await expect(checkMessage({ ...input, message: known.text, answer })).rejects.toThrow(
        'The wallet answered with no signature',
      )
    },
  )

  test('a server agrees', async () => {
    const { kit } = await createTestWorld()
    const { accounts } = await kit.connect({ connectorId: 'lab' })
    const signature = await kit.signMessage({ message: 'hello' })
    const address = accounts[0]?.address ?? ''
    expect(isSignedByPolkadot({ message: 'hello', signature, address })).toBe(true)
    kit.destroy()
  })
})
