/** Apps that come from other kits: the codemod makes of each what is stored beside it, and that connects a wallet. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installWallet } from 'latchkey/testing'
import { type Hex, recoverMessageAddress } from 'viem'
import { build } from 'vite'
import { inject, onTestFinished } from 'vitest'
import { test as base, expect } from '../harness/browse.js'
import { cli } from '../harness/cli.js'
import { houseFolder } from '../harness/paths.js'
import { serve } from '../harness/site.js'

const kits = ['appkit', 'rainbowkit', 'connectkit'] as const
const folderOf = (side: 'before' | 'after') => join(houseFolder, 'test/migrate', side)
/** The public node of the apps' first network; the local chain answers in its place. */
const node = 'https://ethereum.reth.rs'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from this pattern.
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const outDir = mkdtempSync(join(tmpdir(), 'latchkey-moved-'))
    const root = folderOf('after')
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      build: {
        outDir,
        emptyOutDir: true,
        rolldownOptions: { input: kits.map((kit) => join(root, kit, 'index.html')), onLog: () => {} },
      },
    })
    const policy = cli('csp', '--rpc', node)
    const site = await serve({ port: 0, folder: outDir, policy })
    onCleanup(async () => {
      await site.close()
      rmSync(outDir, { recursive: true })
    })
    return site
  })

test.for(kits)('the codemod from %s makes the app that is type-checked and run here', (kit) => {
  const folder = temporaryFolder()
  // Stored as text, since the kits themselves are not installed.
  cpSync(join(folderOf('before'), kit), folder, { recursive: true })
  for (const name of readdirSync(folder))
    renameSync(join(folder, name), join(folder, name.replace(/\.txt$/, '')))
  const said = cli('migrate', kit, folder)
  expect(filesIn(folder)).toEqual(filesIn(join(folderOf('after'), kit)))
  expect(said).toMatch(/^changed [23] files/)
  // What was moved stays moved.
  expect(cli('migrate', kit, folder)).toMatch(/^changed 0 files/)
})

test.for(kits)(
  '[D-22] the app that came from %s connects and signs under a strict policy',
  async (kit, { visit, site }) => {
    const { evm } = inject('origins')
    const { page } = await visit('about:blank', { origins: [site.origin, node] })
    await page.route(`${node}/**`, async (route) => {
      const answer = await fetch(evm, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: route.request().postData(),
      })
      await route.fulfill({ json: await answer.json(), headers: { 'access-control-allow-origin': '*' } })
    })
    const wallet = await installWallet(page.context(), {
      name: 'Lab wallet',
      chains: [{ id: 1, rpcUrl: evm }],
    })
    await page.goto(`${site.origin}/${kit}/`)
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    await page.getByRole('button', { name: 'Open by hook' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lab wallet' }).click()
    await expect.poll(() => page.locator('output').textContent()).toBe(wallet.addresses[0])
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Ethereum')
    await page.getByRole('button', { name: 'Sign' }).click()
    await expect.poll(() => page.getByTestId('signature').textContent()).toMatch(/^0x/)
    // It is what the wallet answered, as text.
    const signature = (await page.getByTestId('signature').textContent()) as Hex
    expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(wallet.addresses[0])
  },
)
