/** What a Solana session promises: the account shown signs, absence means cannot, and lies are found out. */
import { selectWallet } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { decodeBase58, preflightCommitments } from '@latchkey/spec/validation'
import { getPublicKeyAsync, signAsync } from '@noble/ed25519'
import { generateKeyPairSigner } from '@solana/kit'
import { describe, expect, test, vi } from 'vitest'
import { createSolanaWallet } from '../lab/solana/createSolanaWallet.js'
import type { StandardWallet } from '../walletStandard/standard.js'
import { base58 } from './base58.js'
import { toBase64 } from './base64.js'
import { transferSol } from './programs.js'
import { solana } from './solana.js'
import {
  connect,
  createSolanaWorld,
  devnet,
  isEd25519,
  mainnet,
  type SolanaWorld,
  testTransaction,
} from './testWorld.js'
import { getProvider, sendTransaction, signAllTransactions, signTransaction } from './typed.js'
import { checkMessage } from './verify.js'
import { readTransaction } from './wire.js'

const utf8 = (text: string) => new TextEncoder().encode(text)
const signatureOf = (text: string) => decodeBase58(text) ?? new Uint8Array()

async function open(input: Parameters<typeof createSolanaWorld>[0] = {}) {
  const world = await createSolanaWorld(input)
  const { session } = await connect(world)
  const [me = '', other = ''] = world.wallet.addresses
  return { ...world, session, me, other }
}

/** A page with a wallet whose accounts are known, for tests that put another face on it. */
async function withSecretive() {
  const world = await open()
  return { world, lab: world.wallet }
}

function announce(world: SolanaWorld, wallet: StandardWallet, features: object): void {
  const changed = { ...wallet, features: { ...wallet.features, ...features } }
  world.target.dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: ({ register }: { register(wallet: unknown): void }) => register(changed),
    }),
  )
}

const asked = ({ wallet }: Pick<SolanaWorld, 'wallet'>, method: string) =>
  wallet.requests.filter((each) => each.method === method)

describe('connecting', () => {
  test('a page that the wallet knows is let in without a question', async () => {
    const world = await open({ wallet: { isAuthorised: true, asks: true } })
    expect(asked(world, 'standard:connect')).toEqual([
      { method: 'standard:connect', params: { silent: true } },
    ])
  })

  test('who says no to a wallet that asks although it should not is not asked again', async () => {
    const { world, lab } = await withSecretive()
    const connecting = vi.fn<() => Promise<never>>(async () => {
      throw Object.assign(new Error('No.'), { code: 4001 })
    })
    announce(
      world,
      { ...lab.face.wallet, name: 'Eager', accounts: [] },
      { 'standard:connect': { connect: connecting } },
    )
    await expect(world.kit.connect({ connectorId: 'Eager' })).rejects.toMatchObject({
      code: 'connection.rejected',
    })
    expect(connecting).toHaveBeenCalledOnce()
  })

  test('[D-11] a wallet that lists no accounts is followed by what its events say', async () => {
    const { world, lab } = await withSecretive()
    const { accounts } = lab.face.wallet
    let tell = (_: object) => {}
    announce(
      world,
      { ...lab.face.wallet, name: 'Secretive', accounts: [] },
      {
        'standard:connect': { connect: async () => ({ accounts: accounts.slice(0, 1) }) },
        'standard:events': {
          on(_: string, listener: (change: object) => void) {
            tell = listener
            return () => {}
          },
        },
      },
    )
    await world.kit.connect({ connectorId: 'Secretive' })
    const shown = () =>
      world.kit.store
        .get()
        .connections.solana?.wallets.find(({ connectorId }) => connectorId === 'Secretive')
        ?.accounts.map(({ address }) => address)
    expect(shown()).toEqual([accounts[0]?.address])
    tell({ accounts: accounts.slice(1, 2) })
    await vi.waitFor(() => expect(shown()).toEqual([accounts[1]?.address]))
    tell({ accounts: [] })
    await vi.waitFor(() => expect(shown()).toBeUndefined())
  })

  test('a locked wallet shares nobody, and unlocking does not connect by itself', async () => {
    const world = await createSolanaWorld()
    world.wallet.lock()
    await expect(connect(world)).rejects.toMatchObject({ code: 'connection.no-accounts' })
    const opened = await open()
    opened.wallet.lock()
    await vi.waitFor(() => expect(opened.kit.store.get().connections.solana?.wallets).toEqual([]))
  })

  test('[D-11] an address that is not the spelling of its key is no account', async () => {
    const lab = await createSolanaWallet()
    const [mine = '', other = ''] = lab.addresses
    const liar: StandardWallet = {
      ...lab.face.wallet,
      name: 'Liar',
      features: {
        ...lab.face.wallet.features,
        'standard:connect': {
          async connect() {
            const { connect: ask } = lab.face.wallet.features['standard:connect'] as {
              connect(): Promise<{ accounts: readonly { address: string }[] }>
            }
            const { accounts } = await ask()
            return {
              accounts: accounts.map((each) => ({ ...each, address: each.address === mine ? other : mine })),
            }
          },
        },
      },
      accounts: [],
    }
    const world = await createSolanaWorld({ given: lab })
    world.target.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: ({ register }: { register(wallet: unknown): void }) => register(liar),
      }),
    )
    await expect(world.kit.connect({ connectorId: 'Liar' })).rejects.toMatchObject({
      code: 'connection.no-accounts',
    })
  })

  test('wallets of other namespaces, without a way in, or that the app leaves out are not offered', async () => {
    const world = await createSolanaWorld({ excludeWalletIds: ['Shunned'] })
    const register = (...wallets: object[]) =>
      world.target.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', {
          detail: (api: { register(...all: object[]): void }) => api.register(...wallets),
        }),
      )
    const { wallet } = world.wallet.face
    const fields = { version: '1.0.0', icon: wallet.icon, accounts: [] }
    register(
      { ...fields, name: 'Bitcoin only', chains: ['bitcoin:mainnet'], features: wallet.features },
      { ...fields, name: 'No way in', chains: wallet.chains, features: {} },
      { ...fields, name: 'shunned', chains: wallet.chains, features: wallet.features },
      { ...fields, name: 'Fine', chains: wallet.chains, features: wallet.features },
    )
    const names = world.kit.store.get().connectors.map(({ name }) => name)
    expect(names).toEqual(['Lab Solana', 'Fine'])
  })

  test('on a server nothing is looked for', () => {
    const handle = solana().start({ log: {}, options: {} } as never)
    expect(handle.connectors()).toEqual([])
    handle.stop()
  })
})

describe('messages', () => {
  test('bytes and texts are signed, in base58', async () => {
    const { kit, me } = await open()
    const signature = await kit.signMessage({ message: Uint8Array.from([1, 2, 3]) })
    expect(await isEd25519(me, Uint8Array.from([1, 2, 3]), signatureOf(signature))).toBe(true)
  })

  /** `0xff`, then "solana offchain"; the rest of each envelope is written by hand, byte for byte. */
  const mark = 'ff736f6c616e61206f6666636861696e'
  const bytesOf = (hex: string) =>
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

  test('a hardware wallet signs the off-chain envelope, which is taken for what it is', async () => {
    const { kit, me } = await open({ wallet: { isHardware: true } })
    for (const [message, rest] of [
      ['plain', '00000500706c61696e'],
      ['ü', '00010200c3bc'],
      ['x'.repeat(2000), `0002d007${'78'.repeat(2000)}`],
    ] as const) {
      const signature = signatureOf(await kit.signMessage({ message }))
      expect(await isEd25519(me, bytesOf(mark + rest), signature)).toBe(true)
      expect(await isEd25519(me, utf8(message), signature)).toBe(false)
    }
  })

  test('the envelope as it is specified names the application and the signer, and nobody else', async () => {
    const secret = new Uint8Array(32).fill(7)
    const address = base58(await getPublicKeyAsync(secret))
    const key = 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c'
    const nobody = '00'.repeat(32)
    const signer = { address, wallet: 'Ledger' }
    const check = async (hex: string) => {
      const signature = await signAsync(bytesOf(mark + hex), secret)
      return checkMessage({ signature, signed: undefined }, utf8('hello'), signer)
    }
    await expect(check(`00${nobody}0001${key}050068656c6c6f`)).resolves.toHaveLength(64)
    for (const other of [
      `00${nobody}0001${'11'.repeat(32)}050068656c6c6f`,
      `00${'11'.repeat(32)}0001${key}050068656c6c6f`,
      `01${nobody}0001${key}050068656c6c6f`,
    ]) {
      await expect(check(other)).rejects.toMatchObject({ code: 'signature.wrong-signer' })
    }
  })

  test('[D-11] a signature over another text than was asked for is refused', async () => {
    const { kit, wallet } = await open()
    const features = wallet.face.wallet.features as Record<
      string,
      { signMessage(...all: unknown[]): unknown }
    >
    const feature = features['solana:signMessage']
    if (!feature) throw new Error('the wallet signs')
    const { signMessage } = feature
    feature.signMessage = (input) =>
      signMessage({ ...(input as object), message: utf8('give me everything') })
    await expect(kit.signMessage({ message: 'hello' })).rejects.toMatchObject({
      code: 'signature.wrong-signer',
    })
  })

  test('refusals are known by their words where wallets give no code', async () => {
    const { kit, wallet } = await open()
    for (const message of [
      'User declined',
      'Approval Denied',
      'Plugin Closed',
      'Transaction was cancelled',
    ]) {
      wallet.next.fail({ code: -32603, message })
      await expect(kit.signMessage({ message: 'm' })).rejects.toMatchObject({ code: 4001, message })
    }
    wallet.next.fail({ code: -32603, message: 'The user account database is broken' })
    await expect(kit.signMessage({ message: 'm' })).rejects.toMatchObject({ code: -32603 })
  })
})

describe('transactions', () => {
  test('[D-11] one that comes back signed by another key, or for another payer, is refused', async () => {
    const { kit, wallet, me, other } = await open()
    const transaction = testTransaction({ payer: me })
    wallet.next.signWrongly('solana:signTransaction')
    await expect(signTransaction(kit, { transaction })).rejects.toMatchObject({
      code: 'signature.wrong-signer',
    })
    const foreign = testTransaction({ payer: other })
    await expect(signTransaction(kit, { transaction: foreign })).rejects.toMatchObject({
      code: 'connection.account-changed',
    })
    expect(asked({ wallet }, 'solana:signTransaction')).toHaveLength(1)
  })

  test('of any version, as bytes or base64; several are one question', async () => {
    const { kit, wallet, me } = await open()
    const versions = [
      testTransaction({ payer: me, version: 'legacy' }),
      testTransaction({ payer: me, version: 0 }),
    ]
    const signed = await signAllTransactions(kit, { transactions: versions })
    expect(signed.map((bytes) => readTransaction(bytes)?.version)).toEqual(['legacy', 0])
    const one = await signTransaction(kit, { transaction: toBase64(versions[0] ?? new Uint8Array()) })
    expect(one).toEqual(signed[0])
    expect(asked({ wallet }, 'solana:signTransaction')).toHaveLength(2)
  })

  test('a wallet that reads only the old version is not asked for a new one', async () => {
    const { kit, me } = await open({ wallet: { versions: ['legacy'] } })
    await expect(signTransaction(kit, { transaction: testTransaction({ payer: me }) })).rejects.toMatchObject(
      {
        code: 'connection.unsupported',
      },
    )
  })

  test('a sponsor may pay; the account signs its part and the rest is left as it was', async () => {
    const { kit, me } = await open()
    const sponsor = (await generateKeyPairSigner()).address
    const given = testTransaction({ payer: sponsor, instructions: [transferSol(me, sponsor, 1n)] })
    const signed = readTransaction(await signTransaction(kit, { transaction: given }))
    expect(signed?.signers).toEqual([sponsor, me])
    expect(signed?.signatures[0]).toEqual(new Uint8Array(64))
    expect(
      await isEd25519(me, signed?.message ?? new Uint8Array(), signed?.signatures[1] ?? new Uint8Array()),
    ).toBe(true)
  })

  test.each([
    ['rubbish', { transaction: 'rubbish' }, 'transaction.unreadable'],
    ['nothing', {}, 'transaction.field-unknown'],
    ['a misspelt field', { transfer: { to: 'x', amount: 1n }, computeUnits: 5 }, 'transaction.field-unknown'],
    ['half a number', { instructions: [], computeUnitLimit: 1.5 }, 'amount.invalid'],
    [
      'an unknown commitment',
      { transaction: 'AA==', preflightCommitment: 'soon' },
      'transaction.commitment-unknown',
    ],
  ])('%s is refused before the wallet is asked', async (_, transaction, code) => {
    const { kit, wallet } = await open()
    await expect(kit.sendTransaction({ transaction })).rejects.toMatchObject({ code })
    expect(asked({ wallet }, 'solana:signAndSendTransaction')).toEqual([])
  })

  test('[S5-13] every commitment of the spec is taken, and told to the wallet in the words of today', async () => {
    const fetch = (async () =>
      new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'x' }))) as typeof globalThis.fetch
    const chains = ['solana:mainnet', 'solana:devnet'].map((id) => ({ id, rpcUrl: 'http://node.test' }))
    const { kit, wallet, me } = await open({ wallet: { fetch, chains, lacks: ['solana:signTransaction'] } })
    for (const preflightCommitment of preflightCommitments) {
      await sendTransaction(kit, { transaction: testTransaction({ payer: me }), preflightCommitment })
    }
    const told = asked({ wallet }, 'solana:signAndSendTransaction').map(({ params }) => {
      const { inputs } = params as { inputs: { chain: string; options: { preflightCommitment: string } }[] }
      return [inputs[0]?.chain, inputs[0]?.options.preflightCommitment]
    })
    const words = [
      'processed',
      'confirmed',
      'finalized',
      'processed',
      'confirmed',
      'confirmed',
      'finalized',
      'finalized',
    ]
    expect(told).toEqual(words.map((word) => ['solana:mainnet', word]))
  })

  test('the network of the page is the one that the wallet is told; one that it does not take is not asked for', async () => {
    const fetch = (async () =>
      new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'x' }))) as typeof globalThis.fetch
    const chains = [{ id: 'solana:mainnet', rpcUrl: 'http://node.test' }]
    const { kit, wallet, me } = await open({ wallet: { fetch, chains, lacks: ['solana:signTransaction'] } })
    const transaction = testTransaction({ payer: me })
    await sendTransaction(kit, { transaction })
    await expect(sendTransaction(kit, { transaction, networkId: devnet })).rejects.toMatchObject({
      code: 'network.mismatch',
    })
    await kit.switchNetwork({ networkId: devnet })
    await expect(sendTransaction(kit, { transaction })).rejects.toMatchObject({
      code: 'network.not-supported',
    })
    expect(asked({ wallet }, 'solana:signAndSendTransaction')).toHaveLength(1)
  })
})

describe('features', () => {
  test('what a wallet lacks is refused as such, and what it learns can be used at once', async () => {
    const lacks = ['solana:signMessage', 'solana:signIn']
    const { kit, wallet, session, me } = await open({ wallet: { lacks } })
    expect([session.signMessage, session.signIn]).toEqual([undefined, undefined])
    await expect(kit.signMessage({ message: 'm' })).rejects.toMatchObject({ code: 'connection.unsupported' })
    const shown = selectWallet(kit.store.get(), 'solana')
    wallet.changeFeatures(['standard:connect', 'standard:events', 'solana:signTransaction'])
    expect(session.sendTransaction).toBeDefined()
    // Whoever draws it looks again.
    expect(selectWallet(kit.store.get(), 'solana')).not.toBe(shown)
    expect(selectWallet(kit.store.get(), 'solana')).toEqual(shown)
    wallet.changeFeatures(['standard:connect', 'standard:events'])
    expect(session.sendTransaction).toBeUndefined()
    await expect(
      kit.sendTransaction({ transaction: { transaction: testTransaction({ payer: me }) } }),
    ).rejects.toBeInstanceOf(LatchkeyError)
  })
})

describe('the provider for libraries', () => {
  test('signs as the account that is shown, and never as the one of before', async () => {
    const { kit, wallet, me, other } = await open()
    const provider = getProvider(kit)
    if (!provider) throw new Error('somebody is connected')
    expect([provider.address, provider.native]).toEqual([me, wallet.face.wallet])
    const signature = await provider.signMessage(utf8('hi'))
    expect(await isEd25519(me, utf8('hi'), signature)).toBe(true)
    const request = { networkId: mainnet }
    const bytes = testTransaction({ payer: me })
    const [signed] = await provider.signAllTransactions([bytes], request)
    expect(await provider.signTransaction(bytes, request)).toEqual(signed)
    wallet.switchAccount(other)
    expect(provider.address).toBe(other)
    await expect(provider.signTransaction(bytes, request)).rejects.toMatchObject({
      code: 'connection.account-changed',
    })
    await kit.disconnect()
    expect(getProvider(kit)).toBeUndefined()
  })

  test('[D-10] a wallet that never answers is given up at the deadline, and by whoever gives up before', async () => {
    const { kit, wallet, clock } = await open()
    const provider = getProvider(kit)
    if (!provider) throw new Error('somebody is connected')
    wallet.next.hang('solana:signMessage')
    const given = expect(provider.signMessage(utf8('hi'))).rejects.toMatchObject({
      code: 'connection.timeout',
    })
    await vi.waitFor(() => expect(wallet.requests.at(-1)?.method).toBe('solana:signMessage'))
    await clock.advanceAsync(limits.walletDeadline)
    await given
    wallet.next.hang('solana:signMessage')
    const leaving = new AbortController()
    const left = expect(provider.signMessage(utf8('hi'), { signal: leaving.signal })).rejects.toThrow(
      'enough',
    )
    leaving.abort(new Error('enough'))
    await left
  })
})
