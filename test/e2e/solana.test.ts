/** Solana from end to end: a wallet of the Wallet Standard, the gateway, and the local chain. */
import { createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { solanaNetworkId, solanaTokens } from '@latchkey/local'
import { decodeBase58 } from '@latchkey/spec/validation'
import { createSolanaWallet, installSolanaWallet, type SolanaLabWallet } from 'latchkey/testing'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import {
  type App,
  button,
  choose,
  connect,
  expect,
  expectFact,
  inModal,
  modal,
  type OpenInput,
  sign,
  test,
  titled,
} from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { shootSizes } from '../harness/shots.js'

const { solana } = inject('origins')
const network = {
  id: 101,
  name: 'Local Solana',
  networkId: solanaNetworkId,
  node: solana,
  currency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
} as const

interface Started extends App {
  readonly lab: SolanaLabWallet
  readonly me: string
}

type Open = (input: OpenInput) => Promise<App>

async function start(
  open: Open,
  input: OpenInput & { readonly asks?: readonly string[] } = {},
): Promise<Started> {
  const { asks = [], ...others } = input
  const privateKeys = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const lab = await createSolanaWallet({ name: 'Sunny', privateKeys, asks })
  const app = await open({
    wallets: [],
    networks: [network],
    adapters: ['solana'],
    prepare: (context) => installSolanaWallet(context, lab),
    ...others,
  })
  const [me = ''] = lab.addresses
  return { ...app, lab, me }
}

/** RFC 8410: what stands before the 32 bytes of an ed25519 key. */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex')

/** D-11: what is shown is what signs, by an ed25519 that shares no code with ours. */
async function expectSigner(page: Page, address: string | undefined): Promise<void> {
  await expectFact(page, 'account', address)
  await expect.poll(() => button(page).getAttribute('aria-label')).toContain(`Account ${address}`)
  const message = randomUUID()
  const signature = decodeBase58(await sign(page, 'Sign message', message)) ?? new Uint8Array()
  const der = Buffer.concat([keyHead, decodeBase58(address ?? '') ?? new Uint8Array()])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(message), key, signature)).toBe(true)
}

async function rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(solana, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: T }).result
}

const lamports = async (address: string) =>
  (await rpc<{ value: number }>('getBalance', [address, { commitment: 'confirmed' }])).value

interface Parsed {
  readonly value: readonly {
    readonly account: { data: { parsed: { info: { tokenAmount: { uiAmountString: string } } } } }
  }[]
}
async function tokens(owner: string, mint: string): Promise<string | undefined> {
  const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const { value } = await rpc<Parsed>('getTokenAccountsByOwner', [owner, { mint }, options])
  return value[0]?.account.data.parsed.info.tokenAmount.uiAmountString
}

/** Coins and some of every usual token. */
async function fund(address: string): Promise<void> {
  const body = JSON.stringify({ address })
  const answer = await fetch(`${solana}/faucet`, { method: 'POST', body })
  expect(answer.status).toBe(200)
  await expect.poll(() => tokens(address, solanaTokens.usdc.address)).toBeDefined()
}

const anybody = async () => {
  const [address = ''] = (await createSolanaWallet({ privateKeys: [randomBytes(32).toString('hex')] }))
    .addresses
  return address
}

test('[S1-05] [D-11] a wallet connects, signs, changes its account, survives a reload and leaves', async ({
  open,
}) => {
  const { page, lab, me } = await start(open)
  await connect(page, 'Sunny')
  await expectFact(page, 'network', 'Local Solana')
  await expectSigner(page, me)
  await page.reload()
  await expectSigner(page, me)
  // Only once was anybody asked to let the page in.
  const loud = lab.requests.filter(
    ({ method, params }) => method === 'standard:connect' && JSON.stringify(params) === '{"silent":false}',
  )
  expect(loud).toHaveLength(1)
  const [, second] = lab.addresses
  lab.switchAccount(1)
  await expectSigner(page, second)
  lab.revoke()
  await expectFact(page, 'status', 'disconnected')
})

test('a refusal is told and can be tried again; leaving takes back the permission', async ({ open }) => {
  const { page, lab, me } = await start(open)
  // Whoever says no is not asked a second time.
  lab.next.reject('standard:connect')
  await choose(page, 'Sunny')
  await modal(page).getByText('Request declined').first().waitFor()
  await expectFact(page, 'status', 'disconnected')
  await inModal(page, 'Try again').click()
  await expectSigner(page, me)
  await page.getByRole('button', { name: 'Leave by hook' }).click()
  await expectFact(page, 'status', 'disconnected')
  await expect.poll(() => lab.isAuthorised).toBe(false)
})

test('[S4-14] [S4-15] signing in: the wallet words the message, the gateway believes it', async ({
  open,
}) => {
  const { page, lab, me } = await start(open, { hasGateway: true, signIn: 'required' })
  await choose(page, 'Sunny')
  await titled(page, 'Sign in').waitFor()
  lab.next.reject('solana:signIn')
  await inModal(page, 'Sign in').click()
  await modal(page).getByText('Signature declined').first().waitFor()
  await inModal(page, 'Try again').click()
  await expectFact(page, 'session', me)
  expect(lab.requests.some(({ method }) => method === 'solana:signMessage')).toBe(false)
  await page.reload()
  await expectFact(page, 'session', me)
})

const amountField = (page: Page) => modal(page).getByRole('textbox', { name: /^Amount in/ })
const toField = (page: Page) => modal(page).getByRole('textbox', { name: 'To', exact: true })

async function review(page: Page): Promise<void> {
  await inModal(page, 'Review').click()
  await titled(page, 'Review').waitFor()
}

test('[S4-20] [S9-14] SOL is sent, reviewed as it will be signed, and followed to the end', async ({
  open,
}) => {
  const { page, lab, me } = await start(open, { hasGateway: true })
  await fund(me)
  await connect(page, 'Sunny')
  const to = await anybody()
  await button(page).click()
  await titled(page, 'Account').waitFor()
  await inModal(page, 'Send').click()
  await titled(page, 'Send').waitFor()
  await inModal(page, /^Token: /).click()
  await modal(page).getByRole('searchbox').fill('sol')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await amountField(page).fill('0.25')
  await toField(page).fill(to)
  await modal(page).getByText('Network fee').first().waitFor()
  await shootSizes(page, 'solana-send')
  await review(page)
  await modal(page).getByText('0.25 SOL').first().waitFor()
  await expectAccessible(page)
  await shootSizes(page, 'solana-review')
  await inModal(page, 'Send').click()
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  await expect.poll(() => lamports(to)).toBe(250_000_000)
  expect(lab.requests.filter(({ method }) => method === 'solana:signTransaction')).toHaveLength(1)
})

test('[D-14] [D-19] a token is sent to somebody who never had one: the account is made, the fee says so', async ({
  open,
}) => {
  const { page, me } = await start(open, { hasGateway: true })
  await fund(me)
  await connect(page, 'Sunny')
  const to = await anybody()
  const send = { to, amount: '1.5', token: solanaTokens.usdc.address }
  await page.evaluate((data) => window.kit.open({ view: 'WalletSend', data }), { send })
  await titled(page, 'Send').waitFor()
  await review(page)
  await modal(page).getByText('1.5 USDC').first().waitFor()
  await modal(page).getByText('opens the receiver’s account for this token').waitFor()
  await shootSizes(page, 'solana-token')
  await inModal(page, 'Send').click()
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  await expect.poll(() => tokens(to, solanaTokens.usdc.address)).toBe('1.5')
})

test('[S1-05] the playground offers all four namespaces, with a wallet to try each', async ({ visit }) => {
  const { page } = await visit(`${inject('origins').playground}/`)
  const ask = async (wallet: string) => {
    await page.locator('latchkey-connect-button, latchkey-button').first().waitFor()
    await page.locator('latchkey-button').first().getByRole('button').click()
    await modal(page).getByRole('button', { name: wallet }).click()
    await expect.poll(() => page.getByTestId('status').textContent()).toBe('connected')
    await modal(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Sign message' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => page.getByTestId('outcome').getAttribute('data-status')).toBe('done')
  }
  const leave = async () => {
    await page.locator('latchkey-button').first().getByRole('button').click()
    await inModal(page, 'Disconnect').click()
    await expect.poll(() => page.getByTestId('status').textContent()).toBe('disconnected')
  }
  await ask('Satchel Demo')
  expect(await page.getByTestId('network').textContent()).toBe('Local Bitcoin')
  await leave()
  await ask('Dotted demo')
  expect(await page.getByTestId('network').textContent()).toBe('Paseo')
  await leave()
  await ask('Sunny Demo')
  await page.locator('latchkey-button').first().getByRole('button').click()
  await titled(page, 'Account').waitFor()
  await modal(page).getByText('SOL', { exact: true }).first().waitFor()
  await modal(page).getByText('USDC').first().waitFor()
  await shootSizes(page, 'solana-playground')
})
