/** Fixtures for `test.extend`, one per test: a wallet that is there before the page and gone after it. */
import { announceWallet, injectWallet } from './announceWallet.js'
import { createLabWallet, type LabWallet, type LabWalletInput } from './createLabWallet.js'
import { type InstallOptions, installWallet } from './installWallet.js'
import type { BrowserTarget } from './labBridge.js'

type Use = (wallet: LabWallet) => Promise<void>
export type WalletFixtureInput = LabWalletInput & InstallOptions

/** For Playwright: `test.extend({ wallet: playwrightWallet({ chains }) })`. */
export const playwrightWallet =
  (input: WalletFixtureInput) =>
  async ({ page }: { page: BrowserTarget }, use: Use): Promise<void> => {
    await use(await installWallet(page, input))
  }

/** For Vitest with a DOM: `test.extend({ wallet: vitestWallet({ chains }) })`. */
export const vitestWallet =
  (input: WalletFixtureInput & { readonly target?: EventTarget }) =>
  // Vitest reads the names in this pattern to learn what the fixture needs: nothing.
  // biome-ignore lint/correctness/noEmptyPattern: the empty pattern is the contract
  // oxlint-disable-next-line no-empty-pattern -- the empty pattern is the contract
  async ({}, use: Use): Promise<void> => {
    const { by = 'announcement', alsoAs = [], target = window } = input
    const wallet = await createLabWallet(input)
    const infos = by === 'injection' ? [] : [{}, ...alsoAs]
    const removals = infos.map((info) => announceWallet(wallet, { target, info }))
    if (by !== 'announcement') removals.push(injectWallet(wallet, { target }))
    await use(wallet)
    for (const remove of removals) remove()
  }
