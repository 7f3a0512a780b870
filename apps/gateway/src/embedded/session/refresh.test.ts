/** Refresh tokens under any order of uses. */
import { walletCookies } from '@latchkey/spec/walletApi'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../ports/db.js'
import { walletDevices } from '../../store/schema.js'
import { untilWaiting } from '../../testing/lockWait.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import { startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'

let world: WalletWorld
let db: Db
beforeAll(async () => {
  world = await startWalletWorld()
  db = world.gateway.deps.db
})
afterAll(() => world.stop())

let people = 0
async function signedIn(): Promise<WalletBrowser> {
  const browser = world.browser({ 'x-forwarded-for': `198.19.${++people}.1` })
  await world.signIn(browser, `refresh${people}@example.com`)
  return browser
}
const refreshOf = (browser: WalletBrowser) => browser.cookies.get(walletCookies.refresh) ?? ''

test('[I-9] whatever a browser and a thief do with refresh tokens, one of them lives at most, and a reuse leaves none', async () => {
  /** `turn`: the newest token is used. `both`: two tabs use it at once. `old`: one that was used comes again, late. */
  const moves = fc.array(fc.constantFrom('turn', 'both', 'old'), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(moves, async (planned) => {
      const browser = await signedIn()
      const used: string[] = []
      let isEnded = false
      for (const move of planned) {
        const current = refreshOf(browser)
        const reused = move === 'old' ? used.at(0) : undefined
        if (reused !== undefined) {
          world.clock.shift(10_001)
          browser.cookies.set(walletCookies.refresh, reused)
        }
        const answers = await Promise.all(
          Array.from({ length: move === 'both' ? 2 : 1 }, () => browser.ask('sessionRefresh', { body: {} })),
        )
        const wasEnded = isEnded
        isEnded ||= reused !== undefined
        for (const answer of answers) expect(answer.status === 200).toBe(!isEnded)
        if (reused !== undefined && !wasEnded) expect(answers[0]?.body.error?.code).toBe('REUSED')
        if (isEnded) browser.cookies.set(walletCookies.refresh, current)
        else used.push(current)
      }
      const last = await browser.ask('sessionRefresh', { body: {} })
      expect(last.status === 200).toBe(!isEnded)
    }),
    { numRuns: 12 },
  )
})

test('a device that makes room for another while it refreshes is signed out; neither waits for the other', async () => {
  const browser = await signedIn()
  const isIt = eq(walletDevices.id, browser.session?.device.id ?? '')
  const { refreshing } = await db.query.transaction(async (transaction) => {
    await transaction.select().from(walletDevices).where(isIt).for('update')
    const asked = browser.ask('sessionRefresh', { body: {} })
    await untilWaiting(db)
    // Its sessions and their tokens go with it.
    await transaction.delete(walletDevices).where(isIt)
    return { refreshing: asked }
  })
  expect((await refreshing).body.error?.code).toBe('SESSION_EXPIRED')
})
