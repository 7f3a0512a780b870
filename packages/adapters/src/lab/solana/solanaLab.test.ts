/** Solana lab wallets keep their promises, in this process and in a real browser under a strict policy. */
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Solana, startSolana } from '@latchkey/local'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { toBase64 } from '../../solana/base64.js'
import type { SolanaFeatures } from '../../solana/features.js'
import { isEd25519, testTransaction } from '../../solana/testWorld.js'
import { readTransaction } from '../../solana/wire.js'
import { createSolanaWallet, type SolanaWalletInput } from './createSolanaWallet.js'
import { installSolanaWallet } from './installSolanaWallet.js'

const hello = new TextEncoder().encode('hello')

async function create(input: SolanaWalletInput = {}) {
  const lab = await createSolanaWallet(input)
  const { wallet } = lab.face
  // The features that lab wallets have, by their names.
  const features = () => wallet.features as unknown as SolanaFeatures
  const connect = (isSilent = false) => features()['standard:connect'].connect({ silent: isSilent })
  const signMessage = async (at = 0) => {
    const account = wallet.accounts[at]
    if (!account) throw new Error('nobody is shared')
    const [output] = (await features()['solana:signMessage'].signMessage({ account, message: hello })) as {
      signature: Uint8Array
    }[]
    return output?.signature ?? new Uint8Array()
  }
  return { lab, wallet, features, connect, signMessage }
}

describe('permission', () => {
  test('shares nothing before it let the page in, and nothing when it is asked silently', async () => {
    const { lab, wallet, connect } = await create()
    expect((await connect(true)).accounts).toEqual([])
    expect(wallet.accounts).toEqual([])
    expect((await connect()).accounts.map(({ address }) => address)).toEqual(lab.addresses)
    expect((await connect(true)).accounts).toHaveLength(3)
    lab.revoke()
    expect(wallet.accounts).toEqual([])
    await expect(create().then(({ signMessage }) => signMessage())).rejects.toThrow('nobody is shared')
  })

  test('keeps its keys to itself while it is locked, and takes back what it gave when it is left', async () => {
    const { lab, wallet, connect, features } = await create()
    await connect()
    lab.lock()
    expect(wallet.accounts).toEqual([])
    lab.unlock()
    expect(wallet.accounts).toHaveLength(3)
    await features()['standard:disconnect'].disconnect()
    expect([lab.isAuthorised, wallet.accounts]).toEqual([false, []])
  })
})

describe('questions', () => {
  test('wait, are refused, hang and vanish as their scripts say', async () => {
    const { lab, connect, signMessage } = await create({ asks: ['standard:connect'] })
    const connecting = connect()
    await lab.asked('standard:connect')
    await expect(connect()).rejects.toMatchObject({ code: -32002 })
    lab.approve()
    await connecting
    lab.next.reject()
    await expect(signMessage()).rejects.toMatchObject({ code: 4001 })
    lab.next.hang()
    const settled = vi.fn()
    signMessage().then(settled, settled)
    await signMessage()
    expect(settled).not.toHaveBeenCalled()
    lab.vanish()
    signMessage().then(settled, settled)
    expect(lab.prompts).toEqual([])
  })

  test('events reach those who listen, until they leave', async () => {
    const { lab, connect, features } = await create()
    await connect()
    const heard = vi.fn()
    const stop = features()['standard:events'].on('change', heard)
    lab.switchAccount(1)
    expect(heard.mock.lastCall?.[0].accounts[0].address).toBe(lab.addresses[0])
    lab.changeFeatures(['standard:connect'])
    expect(Object.keys(heard.mock.lastCall?.[0].features)).toEqual(['standard:connect'])
    expect(lab.listeners).toBe(1)
    stop()
    lab.switchAccount(1)
    expect([lab.listeners, heard.mock.calls.length]).toEqual([0, 2])
  })
})

describe('keys', () => {
  test('sign for the account that was asked, and for nobody when told to sign wrongly', async () => {
    const { lab, connect, signMessage } = await create()
    await connect()
    const [, second = ''] = lab.addresses
    expect(await isEd25519(second, hello, await signMessage(1))).toBe(true)
    lab.next.signWrongly()
    const wrong = await signMessage(1)
    for (const address of lab.addresses) expect(await isEd25519(address, hello, wrong)).toBe(false)
  })

  test('refuse what is no transaction, is not theirs, or is for a network that the wallet is not on', async () => {
    const { lab, wallet, connect, features } = await create({ chains: [{ id: 'solana:devnet' }] })
    await connect()
    const [account] = wallet.accounts
    const [me = '', other = ''] = lab.addresses
    if (!account) throw new Error('somebody is shared')
    const { signTransaction } = features()['solana:signTransaction']
    const chain = 'solana:devnet'
    for (const input of [
      { account, chain, transaction: hello },
      { account, chain, transaction: testTransaction({ payer: other }) },
      { account, chain: 'solana:mainnet', transaction: testTransaction({ payer: me }) },
    ]) {
      await expect(signTransaction(input)).rejects.toMatchObject({ code: -32602 })
    }
    await expect(
      features()['solana:signAndSendTransaction'].signAndSendTransaction({
        account,
        chain,
        transaction: testTransaction({ payer: me }),
      }),
    ).rejects.toThrow('no node')
  })
})

describe('in a browser', () => {
  let server: Server
  let browser: Browser
  let context: BrowserContext
  let chain: Solana
  let url: string

  /** What an app does: says that it is ready, and keeps what registers. */
  const script = `
    const wallets = []
    const register = (...all) => (wallets.push(...all), () => {})
    addEventListener('wallet-standard:register-wallet', ({ detail }) => detail({ register }))
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    Object.assign(window, { wallets })
  `

  beforeAll(async () => {
    server = createServer(({ url: path }, response) => {
      response.setHeader('content-security-policy', "default-src 'self'")
      if (path === '/page.js') response.setHeader('content-type', 'text/javascript').end(script)
      else
        response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/page.js"></script>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    chain = await startSolana({ slotTime: 0 })
    const executablePath = [
      process.env['LATCHKEY_CHROMIUM'],
      '/usr/bin/chromium',
      '/usr/bin/google-chrome',
    ].find((path) => path && existsSync(path))
    browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  }, 60_000)

  afterEach(() => context.close())
  afterAll(async () => {
    await browser.close()
    await chain.close()
    await new Promise((resolve) => server.close(resolve))
  })

  interface PageWallet {
    readonly name: string
    readonly accounts: readonly { readonly address: string }[]
    // As the Wallet Standard has them; the page calls what it wants.
    readonly features: Readonly<
      Record<string, Readonly<Record<string, (...input: unknown[]) => Promise<never>>>>
    >
  }
  /** Lives in the page. */
  const walletIn = (page: Page) =>
    page.evaluate(() => Reflect.get(window, 'wallets').map((each: { name: string }) => each.name))

  async function open() {
    context = await browser.newContext()
    const page = await context.newPage()
    const lab = await installSolanaWallet(context, {
      name: 'Page wallet',
      chains: [{ id: 'solana:localnet', rpcUrl: chain.url }],
    })
    await page.goto(url)
    return { page, lab }
  }

  test('registers itself, connects, signs, and sends to a real node', async () => {
    const { page, lab } = await open()
    expect(await walletIn(page)).toContain('Page wallet')
    const [me = ''] = lab.addresses
    const signature = await page.evaluate(async () => {
      const wallet = Reflect.get(window, 'wallets')[0] as PageWallet
      await wallet.features['standard:connect']?.connect?.()
      const [account] = wallet.accounts
      const message = new TextEncoder().encode('hello')
      const [signed] =
        (await wallet.features['solana:signMessage']?.signMessage?.({ account, message })) ?? []
      return Array.from((signed as unknown as { signature: Uint8Array }).signature)
    })
    expect(await isEd25519(me, hello, Uint8Array.from(signature))).toBe(true)

    const { blockhash } = await latestBlockhash(chain.url)
    const transaction = toBase64(testTransaction({ payer: me, blockhash }))
    const sent = await page.evaluate(async (text) => {
      const wallet = Reflect.get(window, 'wallets')[0] as PageWallet
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      const input = { account: wallet.accounts[0], transaction: bytes, chain: 'solana:localnet' }
      const [output] =
        (await wallet.features['solana:signAndSendTransaction']?.signAndSendTransaction?.(input)) ?? []
      return Array.from((output as unknown as { signature: Uint8Array }).signature)
    }, transaction)
    const message = readTransaction(testTransaction({ payer: me, blockhash }))?.message ?? new Uint8Array()
    expect(await isEd25519(me, message, Uint8Array.from(sent))).toBe(true)
  })

  test('what happens in the wallet is heard in the page, and a reload finds it as it was', async () => {
    const { page, lab } = await open()
    const connect = (isSilent: boolean) =>
      page.evaluate(async (silent) => {
        const wallet = Reflect.get(window, 'wallets')[0] as PageWallet
        await wallet.features['standard:connect']?.connect?.({ silent })
        return wallet.accounts.map(({ address }) => address)
      }, isSilent)
    expect(await connect(false)).toEqual(lab.addresses)
    lab.switchAccount(2)
    await page.waitForFunction((address) => {
      const wallet = Reflect.get(window, 'wallets')[0] as { accounts: { address: string }[] }
      return wallet.accounts[0]?.address === address
    }, lab.addresses[0])
    await page.reload()
    expect(await connect(true)).toEqual(lab.addresses)
  })
})

async function latestBlockhash(url: string): Promise<{ blockhash: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] }),
  })
  const { result } = (await response.json()) as { result: { value: { blockhash: string } } }
  return result.value
}
