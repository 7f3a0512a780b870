/** An app that lets people in with the embedded wallet, on an origin of its own, and what it asks of them. */
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import {
  type AppNetwork,
  type AppOptions,
  type AppSettings,
  button,
  expectFact,
  local,
  modal,
} from './app.js'
import { test as base } from './browse.js'
import { newEmail, nonceComplaint, signInByEmail, signInByService } from './embedded.js'
import { serve, strictPolicy } from './site.js'

const { wallet, gateway, evm } = inject('origins')
/** Stands in for the services that people have accounts with. */
const people = `http://localhost:${inject('base') + 10}`

export interface EnterInput {
  readonly networks?: readonly AppNetwork[]
  readonly options?: AppOptions
  readonly signIn?: AppSettings['signIn']
  /** Somebody who has an account with a service, and comes back to the same wallet; absent for a new person by email. */
  readonly person?: 'Carol Local'
  /** Runs before the page is there. */
  prepare?(context: BrowserContext): Promise<unknown>
}

export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from this pattern.
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const policy = `${strictPolicy}; connect-src 'self' ${evm} ${gateway}; frame-src ${wallet}`
    const site = await serve({ port: 0, folder: inject('pagesFolder'), policy })
    onCleanup(() => site.close())
    return site
  })
  /** Opens the app on a device that nobody has used before and signs somebody in; they are connected, and the modal is as that left it. */
  .extend('enter', ({ visit, site }) => {
    return async ({ networks = [local], options, signIn, person, prepare }: EnterInput = {}) => {
      const settings: AppSettings = {
        node: evm,
        networks,
        options: { gatewayUrl: gateway, walletUrl: wallet, features: { analytics: false }, ...options },
        adapters: ['eip155'],
        signIn,
      }
      const query = new URLSearchParams({ settings: JSON.stringify(settings) })
      const { page, problems } = await visit('about:blank', {
        origins: [site.origin, wallet, gateway, evm, ...(person ? [people] : [])],
        reducedMotion: 'reduce',
      })
      problems.expect(nonceComplaint)
      // The stand-ins have no icon.
      if (person) problems.expect(/\/favicon\.ico/)
      await prepare?.(page.context())
      await page.goto(`${site.origin}/app.html?${query}`)
      await button(page).click()
      await (person ? signInByService(page, person) : signInByEmail(page, newEmail()))
      await expectFact(page, 'status', 'connected')
      return { page, problems }
    }
  })

export interface Answer {
  readonly result?: unknown
  readonly code?: number | undefined
  readonly message?: string | undefined
}

/** Asks through the provider, as a library of the app does, and gives what it is answered. */
export function ask(page: Page, method: string, params: unknown): Promise<Answer> {
  const answer = page.evaluate(
    async ([method, params]) => {
      const { session } = await window.kit.connect()
      // Every session of this namespace has one (EIP-1193).
      const { provider } = session as unknown as {
        provider: { request(asked: { method: string; params: unknown }): Promise<unknown> }
      }
      return provider.request({ method, params }).then(
        (result): Answer => ({ result }),
        // EIP-1193: every error of a provider has both.
        (cause: unknown): Answer => {
          const { code, message } = cause as Answer
          return { code, message }
        },
      )
    },
    [method, params] as const,
  )
  // A test that fails on the way never waits for it.
  answer.catch(() => {})
  return answer
}

/** The person closes what an app opened, whatever they are asked there. */
export const closeByForce = (page: Page) => page.evaluate(() => window.kit.close({ force: true }))

export const isGone = (page: Page) => modal(page).waitFor({ state: 'hidden' })
