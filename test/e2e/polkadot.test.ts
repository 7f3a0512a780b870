/** Polkadot from end to end: an extension with real keys, addresses per network, and signing in on the gateway. */
import { randomBytes, randomUUID } from 'node:crypto'
import { isSignedByPolkadot } from 'latchkey/server'
import { createPolkadotLabWallet, installPolkadotWallet, type PolkadotLabWallet } from 'latchkey/testing'
import type { Page } from 'playwright-core'
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
import { answerBalances, polkadotNode } from '../harness/polkadotNode.js'
import { shootSizes } from '../harness/shots.js'

const shared = { currency: { name: 'Dot', symbol: 'DOT', decimals: 10 }, node: polkadotNode }
const polkadot = {
  id: 0,
  name: 'Polkadot',
  networkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  ...shared,
} as const
const kusama = {
  id: 2,
  name: 'Kusama',
  networkId: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  ...shared,
} as const

interface Started extends App {
  readonly lab: PolkadotLabWallet
  /** An account as Polkadot writes it. */
  person(index: number, prefix?: number): string
}

type Open = (input: OpenInput) => Promise<App>

/** A picture in each theme. */
async function look(page: Page, name: string): Promise<void> {
  for (const mode of ['light', 'dark'] as const) {
    await page.evaluate((theme) => window.kit.setTheme({ mode: theme }), mode)
    await shootSizes(page, `${name}.${mode}`)
  }
}

async function start(
  open: Open,
  { asks = [], ...input }: OpenInput & { asks?: string[] } = {},
): Promise<Started> {
  const keys = (['sr25519', 'ed25519', 'ecdsa'] as const).map((kind) => ({ kind, seed: randomBytes(32) }))
  const lab = await createPolkadotLabWallet({ key: 'talisman', keys, asks })
  const app = await open({
    wallets: [],
    networks: [polkadot, kusama],
    adapters: ['polkadot'],
    async prepare(context) {
      await answerBalances(context, 125_000_000_000n)
      await installPolkadotWallet(context, lab)
    },
    ...input,
  })
  return { ...app, lab, person: (index, prefix = 0) => lab.accounts[index]?.address(prefix) ?? '' }
}

/** D-11: the hooks and the button show this address, and it signs. */
async function expectSigner(page: Page, address: string): Promise<void> {
  await expectFact(page, 'account', address)
  await expect.poll(() => button(page).getAttribute('aria-label')).toContain(`Account ${address}`)
  const message = randomUUID()
  const signature = await sign(page, 'Sign message', message)
  expect(isSignedByPolkadot({ message, signature, address }), signature).toBe(true)
}

test('[S1-05] [D-11] an extension connects, signs on each network with each kind of key, and is there after a reload', async ({
  open,
}) => {
  const { page, lab, person } = await start(open)
  await connect(page, 'Talisman')
  await expectSigner(page, person(0))
  await expect.poll(() => button(page).getAttribute('aria-label')).toContain('balance 12.500 DOT')
  await page.getByRole('button', { name: 'Go to Kusama by hook' }).click()
  await expectFact(page, 'network', 'Kusama')
  await expectSigner(page, person(0, 2))
  for (const index of [1, 2]) {
    await button(page).click()
    await inModal(page, /^Talisman/).click()
    await titled(page, 'Wallets').waitFor()
    await modal(page).getByTitle(person(index, 2)).click()
    await expect
      .poll(() => modal(page).getByTitle(person(index, 2)).getAttribute('aria-current'))
      .toBe('true')
    await inModal(page, 'Close').click()
    await expectSigner(page, person(index, 2))
  }
  await page.reload()
  await expectSigner(page, person(2, 2))
  // The person takes the permission back in the wallet.
  lab.revoke()
  await expectFact(page, 'status', 'disconnected')
})

test('[D-10] a refusal can be tried again in place, and a wallet that signs with another key is caught', async ({
  open,
}) => {
  const { page, lab, person } = await start(open, { asks: ['enable'] })
  await choose(page, 'Talisman')
  await lab.asked('enable')
  lab.reject('enable', new Error('Cancelled'))
  await modal(page).getByText('Request declined').waitFor()
  await inModal(page, 'Try again').click()
  await lab.asked('enable')
  lab.approve('enable')
  await expectFact(page, 'account', person(0))
  lab.next.signWrongly('signRaw')
  expect(await sign(page, 'Sign message')).toBe(`refused: Talisman did not sign as ${person(0)}`)
})

test('[S5-10] [S9-14] the account is shown with what polkadot has, and why the rest is not there', async ({
  open,
}) => {
  const { page } = await start(open, { hasGateway: true })
  await connect(page, 'Talisman')
  await button(page).click()
  await titled(page, 'Account').waitFor()
  await modal(page).getByText('Not available on Polkadot: Swap, Send').waitFor()
  await inModal(page, 'Receive').waitFor()
  await expectAccessible(page)
  await look(page, 'polkadot-account')
  await inModal(page, 'Close').click()
  await page.evaluate(() => window.kit.open({ view: 'WalletSend' }))
  await modal(page).getByText('Unsupported chain').waitFor()
})

test('[S4-14] [S4-15] somebody signs in with a polkadot account, and the gateway knows who it is', async ({
  open,
}) => {
  const { page, lab, person } = await start(open, { hasGateway: true, signIn: 'required' })
  await choose(page, 'Talisman')
  await inModal(page, 'Sign in').click()
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'session', person(0))
  await page.reload()
  await expectFact(page, 'session', person(0))
  expect(lab.requests.filter(({ method }) => method === 'signRaw')).toHaveLength(1)
})

test('[S2-09] [S4-16] [S4-17] a signature that is refused, or of another key, signs nobody in', async ({
  open,
}) => {
  const { page, lab } = await start(open, { hasGateway: true, signIn: 'required' })
  await choose(page, 'Talisman')
  lab.next.signWrongly('signRaw')
  await inModal(page, 'Sign in').click()
  await inModal(page, 'Try again').waitFor()
  await expectFact(page, 'session', 'none')
  await inModal(page, 'Cancel and disconnect').click()
  await expectFact(page, 'status', 'disconnected')
})
