/** Journeys with wallets: an app on an origin of its own, lab wallets in its browser, and what a person does and sees. */
import { randomUUID } from 'node:crypto'
import type { CreateLatchkeyOptions, Namespace, NetworkId } from 'latchkey'
import { createLabWallet, installWallet, type LabWallet, type LabWalletInput } from 'latchkey/testing'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { type Hex, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { inject } from 'vitest'
import { test as base, expect } from './browse.js'
import { greeting } from './greeting.js'
import type { Problems } from './problems.js'
import { serve, strictPolicy } from './site.js'

export interface AppNetwork {
  readonly id: number
  readonly name: string
  /** Its CAIP-2 id, where it is not one of Ethereum's kin. */
  readonly networkId?: NetworkId
  /** Where it is read, if not from the local chain of Ethereum's kin. */
  readonly node?: string
  readonly currency?: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** What of the options can be written in an address. */
export type AppOptions = Omit<Partial<CreateLatchkeyOptions>, 'networks' | 'adapters'>

/** What the page reads from its address. */
export interface AppSettings {
  readonly node: string
  readonly networks: readonly AppNetwork[]
  readonly options: AppOptions
  /** The namespaces that it has an adapter for. */
  readonly adapters: readonly Namespace[]
  /** With a part for each namespace, which has its own button. */
  readonly isSplit?: boolean | undefined
  /** Whether people sign in on the gateway, and whether they must. */
  readonly signIn?: 'required' | 'optional' | undefined
  /** What the app speaks; English when absent. */
  readonly language?: 'de' | 'ar' | undefined
}

/** The local chain, and a second network on the same node: enough to switch to and to sign on. */
export const local = { id: 31337, name: 'Local' }
export const second = { id: 4242, name: 'Second' }

type InstallInput = Parameters<typeof installWallet>[2]

export type WalletInput = Omit<LabWalletInput, 'chains'> &
  InstallInput & {
    /** The networks that it knows, the active one first. */
    readonly networks?: readonly [AppNetwork, ...AppNetwork[]]
  }

export interface OpenInput {
  readonly wallets?: readonly WalletInput[]
  readonly networks?: readonly AppNetwork[]
  readonly options?: AppOptions
  /** An app without any adapter has only what comes over the relay. */
  readonly hasAdapter?: boolean
  /** Other adapters than the one of Ethereum's kin. */
  readonly adapters?: readonly Namespace[]
  readonly isSplit?: boolean
  /** Runs before the page is loaded: wallets of other namespaces are put in here. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
  /** Lets the test move time; without it, time runs by itself. */
  readonly hasClock?: boolean
  /** The app uses the gateway of the local world. */
  readonly hasGateway?: boolean
  readonly signIn?: AppSettings['signIn']
}

export interface App {
  readonly page: Page
  readonly problems: Problems
  /** The wallet of this name. */
  wallet(name: string): LabWallet
  /** The same app in one more tab of the same browser. */
  openTab(): Promise<Page>
}

const { evm, solana, bitcoin, gateway } = inject('origins')

const chainOf = ({ id }: AppNetwork) => ({ id, rpcUrl: evm })

async function createWallet({ networks = [local, second], ...input }: WalletInput): Promise<LabWallet> {
  const [active, ...others] = networks
  return createLabWallet({ ...input, chains: [chainOf(active), ...others.map(chainOf)] })
}

const served = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from this pattern.
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await serve({
      port: 0,
      folder: inject('pagesFolder'),
      policy: `${strictPolicy}; connect-src 'self' ${evm} ${solana} ${bitcoin} ${gateway} ${gateway.replace(/^http/, 'ws')}`,
    })
    onCleanup(() => site.close())
    return site
  })

export const test = served.extend('open', ({ visit, site }) => {
  return async (input: OpenInput = {}): Promise<App> => {
    const { wallets: inputs = [{ name: 'Lab' }], networks = [local, second] } = input
    const { hasAdapter = true, hasGateway = false } = input
    const adapters = input.adapters ?? (hasAdapter ? ['eip155'] : [])
    const own = hasGateway ? { gatewayUrl: gateway, features: { analytics: false } } : {}
    const options = { ...own, ...input.options }
    const { signIn, isSplit } = input
    const settings: AppSettings = { node: evm, networks, options, adapters, isSplit, signIn }
    const query = new URLSearchParams({ settings: JSON.stringify(settings) })
    const address = `${site.origin}/app.html?${query}`
    const { page, problems } = await visit('about:blank', {
      origins: [site.origin, evm, solana, bitcoin, ...(hasGateway ? [gateway] : [])],
      // What moves is tested elsewhere; here it would only be waited for.
      reducedMotion: 'reduce',
    })
    if (input.hasClock) await page.context().clock.install()
    const wallets: LabWallet[] = []
    for (const each of inputs) {
      const wallet = await createWallet({ rdns: `test.${each.name ?? 'lab'}`.toLowerCase(), ...each })
      wallets.push(await installWallet(page.context(), wallet, each))
    }
    await input.prepare?.(page.context())
    await page.goto(address)
    return {
      page,
      problems,
      wallet(name) {
        const found = wallets.find(({ info }) => info.name === name)
        if (!found) throw new Error(`no wallet is called ${name}`)
        return found
      },
      async openTab() {
        const tab = await page.context().newPage()
        await tab.goto(address)
        return tab
      },
    }
  }
})

export { expect }

export const button = (page: Page): Locator => page.locator('latchkey-button').getByRole('button')
export const modal = (page: Page): Locator => page.getByRole('dialog')
export const titled = (page: Page, name: string): Locator => modal(page).getByRole('heading', { name })
export const inModal = (page: Page, name: string | RegExp): Locator =>
  modal(page).getByRole('button', { name })
export const walletRow = (page: Page, name: string): Locator =>
  modal(page).getByRole('list', { name: 'Wallets' }).getByRole('button', { name })

/** What the hooks of the app say. */
export type Fact = 'status' | 'account' | 'network' | 'wallet' | 'view' | 'session' | 'switch-error'

const fact = (page: Page, name: Fact): Promise<string | null> => page.getByTestId(name).textContent()

export async function expectFact(page: Page, name: Fact, value: string | undefined): Promise<void> {
  await expect.poll(() => fact(page, name), { message: name }).toBe(value)
}

/** Opens the list of wallets and chooses one. */
export async function choose(page: Page, wallet: string): Promise<void> {
  await button(page).click()
  await walletRow(page, wallet).click()
}

/** Chooses a wallet that says yes. */
export async function connect(page: Page, wallet = 'Lab'): Promise<void> {
  await choose(page, wallet)
  await expectFact(page, 'status', 'connected')
  await modal(page).waitFor({ state: 'hidden' })
}

export type Signing = 'Sign message' | 'Sign typed data'

/** What the app was answered: the signature, or why not. */
export async function sign(page: Page, what: Signing, message: string = randomUUID()): Promise<string> {
  await startSigning(page, what, message)
  return signed(page, message)
}

export async function startSigning(page: Page, what: Signing, message: string): Promise<void> {
  await page.getByLabel('Message').fill(message)
  await page.getByRole('button', { name: what }).click()
}

export async function signed(page: Page, message: string): Promise<string> {
  return (await page.locator(`output[data-message="${message}"]`).textContent()) ?? ''
}

/** D-11: the button and the hooks show this address, and messages and typed data are signed by it. */
export async function expectSigner(page: Page, address: string | undefined, { id } = local): Promise<void> {
  await expectFact(page, 'account', address)
  await expect.poll(() => button(page).getAttribute('aria-label')).toContain(`Account ${address}`)
  const message = randomUUID()
  // `sign` answers with a signature or a refusal; the latter recovers to nobody.
  const signature = (await sign(page, 'Sign message', message)) as Hex
  expect(signature).toMatch(/^0x/)
  expect(await recoverMessageAddress({ message, signature })).toBe(address)
  const text = randomUUID()
  const typed = (await sign(page, 'Sign typed data', text)) as Hex
  expect(typed).toMatch(/^0x/)
  expect(await recoverTypedDataAddress({ ...greeting(id, text), signature: typed })).toBe(address)
}
