/** Journeys with wallets that are not in the browser: an app with a gateway, on a computer or on a phone. */
import type { LatchkeyOptions } from '@latchkey/spec/options'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { openPhone, type PhoneDriver } from '../phone/openPhone.js'
import { type AppNetwork, type AppSettings, button, local, modal, second } from './app.js'
import { test as base, expect, phone as phoneSize } from './browse.js'
import type { Problems } from './problems.js'
import { serve, strictPolicy } from './site.js'

export interface OpenRemoteInput {
  readonly networks?: readonly AppNetwork[]
  readonly options?: LatchkeyOptions & { readonly isMobile?: boolean }
  /** Without one the app has nothing but the relay (S2-05). */
  readonly hasAdapter?: boolean
  /** Somebody holds the page in their hand. */
  readonly isOnPhone?: boolean
  /** Lets the test move time; without it, time runs by itself. */
  readonly hasClock?: boolean
  /** Whether people sign in on the gateway, and whether they must. */
  readonly signIn?: AppSettings['signIn']
  /** Runs before the page is there. */
  prepare?(context: BrowserContext): Promise<unknown>
}

export interface RemoteApp {
  readonly page: Page
  readonly problems: Problems
}

export interface RemotePhone extends PhoneDriver {
  readonly problems: Problems
}

const { evm, gateway } = inject('origins')
const sockets = gateway.replace(/^http/, 'ws')

const iPhone: BrowserContextOptions = {
  viewport: phoneSize,
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
}

export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from this pattern.
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await serve({
      port: 0,
      folder: inject('pagesFolder'),
      policy: `${strictPolicy}; connect-src 'self' ${evm} ${gateway} ${sockets}`,
    })
    onCleanup(() => site.close())
    return site
  })
  .extend('open', ({ visit, site }) => {
    return async (input: OpenRemoteInput = {}): Promise<RemoteApp> => {
      const { networks = [local, second], hasAdapter = true, isOnPhone = false } = input
      const options = { gatewayUrl: gateway, features: { analytics: false }, ...input.options }
      const { signIn } = input
      const adapters = hasAdapter ? (['eip155'] as const) : []
      const settings: AppSettings = { node: evm, networks, options, adapters, signIn }
      const query = new URLSearchParams({ settings: JSON.stringify(settings) })
      const { page, problems } = await visit('about:blank', {
        origins: [site.origin, evm, gateway],
        // What moves is tested elsewhere; here it would only be waited for.
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
        ...(isOnPhone && iPhone),
      })
      if (input.hasClock) await page.context().clock.install()
      await input.prepare?.(page.context())
      await page.goto(`${site.origin}/app.html?${query}`)
      return { page, problems }
    }
  })
  .extend('phone', async ({ visit, origins }): Promise<RemotePhone> => {
    const { page, problems } = await visit('about:blank', {
      viewport: phoneSize,
      origins: [origins.phone],
      reducedMotion: 'reduce',
    })
    return { ...(await openPhone(page.context(), { origin: origins.phone })), problems }
  })

export { expect }

/** The link of the code on the screen, as a person gets it: by the button that copies it. */
export async function copyLink(page: Page): Promise<string> {
  await modal(page).getByRole('button', { name: 'Copy link', disabled: false }).click()
  await page.getByText('Link copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Opens the code for any wallet. */
export async function showCode(page: Page): Promise<void> {
  await button(page).click()
  await modal(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await modal(page)
    .getByRole('img', { name: /^QR code/ })
    .waitFor()
}

/** Connects the phone by scanning the code. */
export async function connectPhone(page: Page, phone: PhoneDriver): Promise<void> {
  await showCode(page)
  await phone.pair(await copyLink(page))
  await phone.approve('Connect to this app?')
  await modal(page).waitFor({ state: 'hidden' })
  // The button is still being drawn until the balance is there.
  await expect.poll(() => button(page).getAttribute('aria-label')).toContain(', balance ')
}
