/** Several namespaces at once: wallets of each, wallets of several, one approval for all. */
import { randomBytes, randomUUID } from 'node:crypto'
import { isSignedByPolkadot } from 'latchkey/server'
import { createPolkadotLabWallet, installPolkadotWallet, type PolkadotLabWallet } from 'latchkey/testing'
import type { Locator, Page } from 'playwright-core'
import { type Hex, recoverMessageAddress } from 'viem'
import {
  type App,
  expect,
  inModal,
  local,
  modal,
  type OpenInput,
  second,
  test,
  titled,
  walletRow,
} from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { answerBalances, polkadotNode } from '../harness/polkadotNode.js'
import { copyLink } from '../harness/remoteApp.js'
import { shootSizes } from '../harness/shots.js'
import { openWallet } from '../interop/wallet.js'

const dots = {
  id: 0,
  name: 'Polkadot',
  networkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  currency: { name: 'Dot', symbol: 'DOT', decimals: 10 },
  node: polkadotNode,
} as const

type Name = 'eip155' | 'polkadot'

const part = (page: Page, namespace: Name): Locator => page.getByRole('region', { name: namespace })
const partButton = (page: Page, namespace: Name) =>
  part(page, namespace).locator('latchkey-button').getByRole('button')
const account = (page: Page, namespace: Name) => part(page, namespace).getByTestId('account').textContent()
const inFront = (page: Page) => page.evaluate(() => window.kit.store.get().activeNamespace)

/** Who signs a text in one part of the app; `false` where it is not who is shown. */
async function isSigner(page: Page, namespace: Name): Promise<boolean> {
  const message = randomUUID()
  const address = (await account(page, namespace)) ?? ''
  await part(page, namespace).getByLabel('Message').fill(message)
  await part(page, namespace).getByRole('button', { name: 'Sign message' }).click()
  const signature =
    (await part(page, namespace).locator(`output[data-message="${message}"]`).textContent()) ?? ''
  if (namespace === 'polkadot') return isSignedByPolkadot({ message, signature, address })
  // A refusal is no signature and recovers to nobody.
  return (await recoverMessageAddress({ message, signature: signature as Hex })) === address
}

interface Started extends App {
  readonly dot: PolkadotLabWallet
  readonly shown: { readonly eip155: string; readonly polkadot: string }
}

type Open = (input: OpenInput) => Promise<App>

/** A picture in each theme. */
async function look(page: Page, name: string): Promise<void> {
  for (const mode of ['light', 'dark'] as const) {
    await page.evaluate((theme) => window.kit.setTheme({ mode: theme }), mode)
    await shootSizes(page, `${name}.${mode}`)
  }
}

async function start(open: Open, name: string, input: OpenInput = {}): Promise<Started> {
  const keys = [{ kind: 'sr25519' as const, seed: randomBytes(32) }]
  const dot = await createPolkadotLabWallet({ key: 'talisman', keys })
  const app = await open({
    wallets: [{ name }],
    networks: [local, second, dots],
    adapters: ['eip155', 'polkadot'],
    isSplit: true,
    async prepare(context) {
      await answerBalances(context, 125_000_000_000n)
      await installPolkadotWallet(context, dot)
    },
    ...input,
  })
  const shown = { eip155: app.wallet(name).addresses[0] ?? '', polkadot: dot.accounts[0]?.address(0) ?? '' }
  return { ...app, dot, shown }
}

async function expectAccounts(page: Page, shown: Partial<Record<Name, string>>): Promise<void> {
  for (const namespace of ['eip155', 'polkadot'] as const)
    await expect.poll(() => account(page, namespace), { message: namespace }).toBe(shown[namespace] ?? 'none')
}

/** Presses the button of one part and chooses a wallet. */
async function connectPart(page: Page, namespace: Name, wallet: string): Promise<void> {
  await partButton(page, namespace).click()
  await walletRow(page, wallet).click()
  await modal(page).waitFor({ state: 'hidden' })
}

test('[S4-01] [S4-05] [S4-07] two wallets of two namespaces: each signs for its own, stays over a reload and leaves alone', async ({
  open,
}) => {
  const { page, shown } = await start(open, 'Lab')
  await connectPart(page, 'eip155', 'Lab')
  await partButton(page, 'polkadot').click()
  await titled(page, 'Connect Polkadot wallet').waitFor()
  await expect
    .poll(() => modal(page).getByRole('list', { name: 'Wallets' }).getByRole('button').count())
    .toBe(1)
  // Nobody who looks and leaves is taken away from where they were.
  await inModal(page, 'Close').click()
  await expect.poll(() => inFront(page)).toBe('eip155')
  await connectPart(page, 'polkadot', 'Talisman')
  await expectAccounts(page, shown)
  expect(await inFront(page)).toBe('polkadot')
  for (const namespace of ['eip155', 'polkadot'] as const)
    expect(await isSigner(page, namespace), namespace).toBe(true)

  await page.reload()
  await expectAccounts(page, shown)
  expect(await inFront(page)).toBe('polkadot')
  for (const namespace of ['eip155', 'polkadot'] as const)
    expect(await isSigner(page, namespace), namespace).toBe(true)

  // The button of a part shows its own account, and brings it to the front.
  await partButton(page, 'eip155').click()
  await titled(page, 'Account').waitFor()
  expect(await inFront(page)).toBe('eip155')
  await inModal(page, /^Lab/).click()
  await titled(page, 'Wallets').waitFor()
  await expectAccessible(page)
  await look(page, 'namespaces-wallets')
  await modal(page).getByTitle(shown.polkadot).click()
  await expect.poll(() => inFront(page)).toBe('polkadot')

  await page.evaluate(() => window.kit.disconnect({ namespace: 'polkadot' }))
  await expectAccounts(page, { eip155: shown.eip155 })
  expect(await inFront(page)).toBe('eip155')
  await page.reload()
  await expectAccounts(page, { eip155: shown.eip155 })
  await page.evaluate(() => window.kit.disconnect())
  await expectAccounts(page, {})
})

test('[D-04] a wallet of several namespaces is one row, asks which is meant, and can be added to', async ({
  open,
}) => {
  const { page, shown } = await start(open, 'Talisman')
  await page.getByRole('button', { name: 'Open by hook' }).click()
  await expect
    .poll(() => modal(page).getByRole('list', { name: 'Wallets' }).getByRole('button').count())
    .toBe(1)
  await look(page, 'namespaces-connect')
  await walletRow(page, 'Talisman').click()
  await titled(page, 'Talisman').waitFor()
  await expectAccessible(page)
  await look(page, 'namespaces-choice')
  await inModal(page, /^Polkadot/).click()
  await modal(page).waitFor({ state: 'hidden' })
  await expectAccounts(page, { polkadot: shown.polkadot })
  await page.evaluate(() => window.kit.open({ view: 'Connect' }))
  await walletRow(page, 'Talisman').click()
  await inModal(page, /^Ethereum/).click()
  await expectAccounts(page, shown)
})

test('[S4-07] networks are listed by namespace; moving and removing them moves the namespace', async ({
  open,
}) => {
  const { page, shown } = await start(open, 'Lab')
  await connectPart(page, 'eip155', 'Lab')
  await connectPart(page, 'polkadot', 'Talisman')
  await page.evaluate(() => window.kit.open({ view: 'Networks' }))
  for (const name of ['Ethereum', 'Polkadot']) await modal(page).getByRole('list', { name }).waitFor()
  await expectAccessible(page)
  await look(page, 'namespaces-networks')
  await inModal(page, /^Second/).click()
  await modal(page).waitFor({ state: 'hidden' })
  await expect.poll(() => inFront(page)).toBe('eip155')
  expect(await part(page, 'eip155').getByTestId('network').textContent()).toBe('Second')
  expect(await part(page, 'polkadot').getByTestId('network').textContent()).toBe('Polkadot')
  await expectAccounts(page, shown)
})

test('[S4-04] one approval behind the relay connects every namespace, signs for each, and ends for all', async ({
  open,
  origins,
}) => {
  const { page, dot } = await start(open, 'Lab', { hasGateway: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const wallet = await openWallet({ relayUrl: `${origins.gateway.replace(/^http/, 'ws')}/relay` })
  const [person] = dot.accounts
  if (!person) throw new Error('the wallet has an account')
  try {
    await page.getByRole('button', { name: 'Open by hook' }).click()
    await inModal(page, /^WalletConnect/).click()
    const proposed = wallet.next('session_proposal')
    await wallet.pair(await copyLink(page))
    const networkId = `eip155:${local.id}`
    await wallet.kit.approveSession({
      id: (await proposed).id,
      namespaces: {
        eip155: {
          chains: [networkId],
          accounts: [`${networkId}:${wallet.account.address}`],
          methods: ['personal_sign'],
          events: [],
        },
        polkadot: {
          chains: [dots.networkId],
          accounts: [`${dots.networkId}:${person.address(0)}`],
          methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
          events: [],
        },
      },
    })
    await modal(page).waitFor({ state: 'hidden' })
    await expectAccounts(page, { eip155: wallet.account.address, polkadot: person.address(0) })

    const asked = wallet.next('session_request')
    const isSigned = isSigner(page, 'polkadot')
    const { id, topic, params } = await asked
    expect(params).toMatchObject({ chainId: dots.networkId, request: { method: 'polkadot_signMessage' } })
    const { message } = params.request.params as { message: string } // as the protocol says
    const text = Buffer.from(`<Bytes>${message}</Bytes>`)
    const result = { signature: `0x${Buffer.from(person.sign(text)).toString('hex')}` }
    await wallet.kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
    expect(await isSigned).toBe(true)
    const answered = wallet.answerNext()
    expect(await isSigner(page, 'eip155')).toBe(true)
    await answered

    await page.evaluate(() => window.kit.disconnect({ namespace: 'polkadot' }))
    await expectAccounts(page, {})
    await expect.poll(() => Object.keys(wallet.kit.getActiveSessions())).toEqual([])
  } finally {
    await wallet.close()
  }
})
