/** The `test` of the fault suite: an app on an origin of its own, with every way in, behind the proxies. */
import type { Namespace } from 'latchkey'
import { createLabWallet, installWallet } from 'latchkey/testing'
import { inject } from 'vitest'
import { type AppSettings, local } from '../../harness/app.js'
import { test as base, expect, phone as phoneSize } from '../../harness/browse.js'
import { serve, strictPolicy } from '../../harness/site.js'
import { openPhone } from '../../phone/openPhone.js'
import { visitorAgent } from '../proxy/visitors.js'
import type { Opened, OpenInput, Stage } from './journey.js'

const { evm, gateway, wallet, phone } = inject('origins')
const identity = inject('identity')
const sockets = gateway.replace(/^http/, 'ws')

/** What browsers tell their console of a network in trouble, and what the kit does; a crash of ours is none of these. */
const ofNetwork =
  /^\[latchkey\] Network Error|^\[latchkey\] A provider refused .*(?:The wallet cannot answer right now|Please try again after)|^Failed to load resource|net::ERR_|WebSocket connection to|blocked by CORS policy|Failed to decode|Refused to (?:execute|apply)|MIME type|favicon|Failed to fetch|preload/

/** Mails are counted by address, as everything that strangers ask for. */
let visitors = 0

export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from this pattern.
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await serve({
      port: 0,
      folder: inject('pagesFolder'),
      policy: `${strictPolicy}; connect-src 'self' ${evm} ${gateway} ${sockets}; img-src 'self' data: blob: ${gateway}; frame-src ${wallet}`,
    })
    onCleanup(() => site.close())
    return site
  })
  .extend('stage', ({ visit, site, browser }): Stage => {
    const origins = [site.origin, evm, gateway, wallet, identity]
    return {
      async open({ keys, isEmbedded = false, signIn, options }: OpenInput = {}): Promise<Opened> {
        visitors += 1
        const userAgent = visitorAgent(browser.version(), visitors)
        const { page, problems } = await visit('about:blank', { origins, userAgent, reducedMotion: 'reduce' })
        problems.expect(ofNetwork)
        const lab = await createLabWallet({
          name: 'Lab',
          rdns: 'test.lab',
          chains: [{ id: local.id, rpcUrl: evm }],
          ...(keys && { privateKeys: keys }),
        })
        await installWallet(page.context(), lab, {})
        const adapters: readonly Namespace[] = ['eip155']
        const settings: AppSettings = {
          node: evm,
          networks: [local],
          options: {
            gatewayUrl: gateway,
            features: { analytics: false },
            ...(isEmbedded && { walletUrl: wallet }),
            ...options,
          },
          adapters,
          signIn,
        }
        await page.goto(
          `${site.origin}/app.html?${new URLSearchParams({ settings: JSON.stringify(settings) })}`,
        )
        return { page, lab }
      },
      async phone() {
        const { page, problems } = await visit('about:blank', {
          viewport: phoneSize,
          origins: [phone],
          reducedMotion: 'reduce',
        })
        problems.expect(ofNetwork)
        return openPhone(page.context(), { origin: phone })
      },
    }
  })

export { expect }
