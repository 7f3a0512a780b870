/** Bitcoin wallets of every kind on a chain that checks every signature: what they sign is mined, what they only say they signed is not. */
import { type Bitcoin, bitcoinAccounts, startBitcoin } from '@latchkey/local'
import { asAddress } from '@latchkey/spec/caip'
import { isUserRejection } from '@latchkey/spec/errors'
import * as btc from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BitcoinLabKey } from '../lab/bitcoin/bitcoinAccounts.js'
import type { BitcoinDialect } from '../lab/bitcoin/bitcoinDialect.js'
import type { PsbtHabit } from '../lab/bitcoin/bitcoinMethods.js'
import { bitcoinRegtest } from './networks.js'
import { fromText } from './psbt/text.js'
import { createReads } from './reads.js'
import { connectedStage, dialects, freshFetch, madeUpPsbt, psbtFrom, readContext } from './testWorld.js'
import { getProvider, sendPsbt, sendTransfer, signPsbt } from './typed.js'

let bitcoin: Bitcoin
beforeAll(async () => {
  bitcoin = await startBitcoin()
})
afterAll(() => bitcoin.close())

const { people } = bitcoinAccounts()
const friend = people[7]?.payment.address ?? ''
/** Two of them, as accounts of a wallet: each with an address to pay from and one to keep inscriptions on. */
const accounts = people.slice(0, 2).map(({ payment, ordinals }): readonly BitcoinLabKey[] => [
  { privateKey: payment.privateKey, purpose: 'payment', kind: 'p2wpkh' },
  { privateKey: ordinals.privateKey, purpose: 'ordinals', kind: 'p2tr' },
])
const stage = (by: BitcoinDialect) => connectedStage(bitcoin, by, { accounts })
const { signal } = new AbortController()
const reads = () => createReads(readContext)
const get = async (path: string) => (await freshFetch(`${bitcoin.url}${path}`)).json()

describe.each(dialects)('a PSBT with a %s wallet', (by) => {
  test('is signed input by input, completed, sent and mined', async () => {
    const { kit, lab } = await stage(by)
    // UniSat shows one address.
    const from = by === 'unisat' ? lab.addresses.slice(0, 1) : lab.addresses
    const psbt = await psbtFrom(bitcoin, from, friend)
    const id = await sendPsbt(kit, { psbt })
    await expect(get(`/tx/${id}`)).resolves.toMatchObject({ status: { confirmed: false } })
    bitcoin.mine()
    await expect(get(`/tx/${id}`)).resolves.toMatchObject({ txid: id, status: { confirmed: true } })
    kit.destroy()
  })

  test('one input of two is signed, with the hash type that was asked for, and the rest is left for others', async () => {
    const { kit, lab } = await stage(by)
    const [own] = lab.addresses
    const other = lab.accounts[1]?.[0]
    if (!own || !other) throw new Error('two accounts are expected')
    const psbt = madeUpPsbt([own, other], friend)
    const { psbt: signed, transaction } = await signPsbt(kit, {
      psbt,
      inputs: [{ index: 0, address: own.address, sighashTypes: [0x83] }],
    })
    expect(transaction).toBeUndefined()
    const tx = btc.Transaction.fromPSBT(fromText(signed) ?? new Uint8Array())
    expect(tx.getInput(0)).toMatchObject({
      sighashType: 0x83,
      partialSig: [[expect.anything(), expect.anything()]],
    })
    expect(tx.getInput(0).partialSig?.[0]?.[1].at(-1)).toBe(0x83)
    expect(tx.getInput(1).partialSig).toBeUndefined()
    kit.destroy()
  })

  const habits: readonly (readonly [PsbtHabit, string])[] = [
    ['returns-it-unsigned', 'unsigned'],
    ['signs-another-input', 'unsigned'],
    ['signs-every-input', 'other-input'],
    ['changes-an-output', 'altered'],
    ['drops-the-sighash', 'sighash'],
    ['answers-with-nonsense', 'unreadable'],
  ]
  test.each(habits)('[D-11] a wallet that %s is found out', async (habit, fault) => {
    const { kit, lab } = await stage(by)
    const [own] = lab.addresses
    if (!own) throw new Error('an address is expected')
    // Two inputs of one address; only the first is to be signed.
    const psbt = madeUpPsbt([own, own], friend, 0x83)
    const inputs = [{ index: 0 }]
    lab.misbehave(habit)
    const context = { fault }
    await expect(signPsbt(kit, { psbt, inputs })).rejects.toMatchObject({ code: 'psbt.not-signed', context })
    // What was not verified is not sent either.
    await expect(sendPsbt(kit, { psbt, inputs })).rejects.toMatchObject({ code: 'psbt.not-signed', context })
    lab.misbehave(undefined)
    await expect(signPsbt(kit, { psbt, inputs })).resolves.toMatchObject({ transaction: undefined })
    kit.destroy()
  })

  test('[D-11] a refusal is the person’s, and a signature of another key is none', async () => {
    const { kit, lab } = await stage(by)
    const psbt = madeUpPsbt(lab.addresses.slice(0, 1), friend)
    lab.next.reject('signPsbt')
    expect(isUserRejection(await signPsbt(kit, { psbt }).catch((cause: unknown) => cause))).toBe(true)
    lab.next.signWrongly('signPsbt')
    await expect(signPsbt(kit, { psbt })).rejects.toBeDefined()
    kit.destroy()
  })
})

describe('before the wallet is asked', () => {
  test.each([
    ['what is no PSBT', () => ({ psbt: 'hello' }), 'no PSBT'],
    ['an input that is not there', (psbt: string) => ({ psbt, inputs: [{ index: 9 }] }), 'no input 9'],
    ['an input twice', (psbt: string) => ({ psbt, inputs: [{ index: 0 }, { index: 0 }] }), 'twice'],
    [
      'a hash type that there is not',
      (psbt: string) => ({ psbt, inputs: [{ index: 0, sighashTypes: [7] }] }),
      'hash type 7',
    ],
    [
      'an address of somebody else',
      (psbt: string) => ({ psbt, inputs: [{ index: 0, address: friend }] }),
      'not connected',
    ],
    ['nothing to sign', (psbt: string) => ({ psbt, inputs: [] }), 'no input is to be signed'],
  ])('%s is refused', async (_, request, reason) => {
    const { kit, lab } = await stage('sats')
    const psbt = madeUpPsbt(lab.addresses, friend)
    await expect(signPsbt(kit, request(psbt))).rejects.toMatchObject({
      code: 'psbt.invalid',
      context: { reason: expect.stringContaining(reason) },
    })
    expect(lab.requests.some(({ method }) => method === 'signPsbt')).toBe(false)
    kit.destroy()
  })

  test('a field nobody reads is refused, not lost', async () => {
    const { kit, lab } = await stage('sats')
    const psbt = madeUpPsbt(lab.addresses, friend)
    const transaction = { psbt, sighash: 3 }
    await expect(kit.signTransaction({ namespace: 'bip122', transaction })).rejects.toMatchObject({
      code: 'transaction.field-unknown',
    })
    kit.destroy()
  })
})

describe('transfers', () => {
  test.each(['sats', 'unisat'] as const)('a %s wallet sends; the kit follows it into a block', async (by) => {
    const { kit, lab } = await stage(by)
    const id = await sendTransfer(kit, { to: friend, amount: 54_321n })
    const { vout } = await get(`/tx/${id}`)
    expect(vout).toContainEqual(expect.objectContaining({ scriptpubkey_address: friend, value: 54_321 }))
    bitcoin.mine()
    const question = { network: bitcoinRegtest(bitcoin.url), hash: id, signal, trace: undefined, height: 0 }
    const address = asAddress(lab.addresses[0]?.address ?? '')
    await expect(reads().getTransaction({ ...question, address })).resolves.toMatchObject({
      place: 'block',
      depth: 1,
      isSuccess: true,
    })
    kit.destroy()
  })

  test('[S5-10] what is no address of the network, and what is no amount, never reaches the wallet', async () => {
    const { kit, lab } = await stage('sats')
    const main = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
    await expect(sendTransfer(kit, { to: main, amount: 1n })).rejects.toMatchObject({
      code: 'address.invalid',
    })
    await expect(sendTransfer(kit, { to: `${friend.slice(0, -1)}q`, amount: 1n })).rejects.toMatchObject({
      code: 'address.checksum',
    })
    for (const amount of [0n, -1n, 2_100_000_000_000_001n]) {
      await expect(sendTransfer(kit, { to: friend, amount })).rejects.toMatchObject({
        code: 'amount.invalid',
      })
    }
    expect(lab.requests.some(({ method }) => method === 'sendTransfer')).toBe(false)
    kit.destroy()
  })

  test('[D-11] a wallet that pays from its payment address only is not asked to pay from another', async () => {
    const { kit, lab } = await stage('sats')
    const ordinals = lab.addresses.find(({ purpose }) => purpose === 'ordinals')?.address ?? ''
    await kit.switchAccount({ namespace: 'bip122', address: asAddress(ordinals) })
    await expect(sendTransfer(kit, { to: friend, amount: 1_000n })).rejects.toMatchObject({
      code: 'connection.unsupported',
    })
    expect(lab.requests.some(({ method }) => method === 'sendTransfer')).toBe(false)
    kit.destroy()
  })

  test('a wallet of the Wallet Standard cannot, and says so before anything is shown', async () => {
    const { kit } = await stage('standard')
    await expect(sendTransfer(kit, { to: friend, amount: 1n })).rejects.toMatchObject({
      code: 'connection.unsupported',
    })
    expect(getProvider(kit)).not.toHaveProperty('sendTransfer')
    kit.destroy()
  })
})

describe('the provider', () => {
  test.each(dialects)('tells addresses with their purposes and keys: %s', async (by) => {
    const { kit, lab } = await stage(by)
    const shown = (each: (typeof lab.addresses)[number]) => ({
      address: each.address,
      purpose: each.purpose,
      publicKey: each.publicKey,
    })
    const own = lab.addresses.map(shown)
    const told = (await getProvider(kit)?.getAccountAddresses()) ?? []
    if (by === 'standard') expect(told).toEqual(expect.arrayContaining(own))
    else expect(told).toEqual(by === 'unisat' ? own.slice(0, 1) : own)
    // S4-08: what pays comes first, and is what the kit shows.
    expect(told[0]?.purpose).toBe('payment')
    expect(kit.store.get().connections.bip122?.wallets[0]?.accounts[0]).toMatchObject({
      type: 'payment',
      address: told[0]?.address,
      publicKey: told[0]?.publicKey,
    })
    kit.destroy()
  })

  test('a text is signed in the way that is asked for, by the address that is asked for', async () => {
    const { kit, lab } = await stage('sats')
    const [payment, ordinals] = lab.addresses
    const sign = getProvider(kit)?.signMessage
    for (const protocol of ['ecdsa', 'bip322'] as const) {
      const signed = await sign?.({ message: 'hello', protocol })
      expect(signed).toMatchObject({ address: payment?.address, protocol })
    }
    const inscribed = await sign?.({ message: 'hello', address: ordinals?.address })
    expect(inscribed).toMatchObject({ address: ordinals?.address, protocol: 'bip322' })
    await expect(sign?.({ message: 'hello', address: friend })).rejects.toMatchObject({
      code: 'account.not-found',
    })
    kit.destroy()
  })
})
