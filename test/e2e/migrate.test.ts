/**
 * Apps that come from other kits, on wagmi 2: the codemod makes of each what is stored beside it and names what it
 * leaves; a person has finished that, and the result connects, signs in and signs.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { verifySignIn } from 'latchkey/server'
import { installWallet } from 'latchkey/testing'
import type { Page } from 'playwright-core'
import { type Hex, recoverMessageAddress } from 'viem'
import { build } from 'vite'
import { inject, onTestFinished } from 'vitest'
import { test as base, expect } from '../harness/browse.js'
import { cli } from '../harness/cli.js'
import { houseFolder } from '../harness/paths.js'
import { serve } from '../harness/site.js'

const kits = ['appkit', 'rainbowkit', 'connectkit'] as const
const folderOf = (side: 'before' | 'moved' | 'after') => join(houseFolder, 'test/migrate', side)
/** The public nodes of the networks that are visited; the local chain answers in their place. */
const nodes = ['https://ethereum.reth.rs', 'https://mainnet.optimism.io']

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The files below a folder by their paths; those that are stored as text have their own names again. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .map((path) => [path.replace(/\.txt$/, ''), readFileSync(join(folder, path), 'utf8')] as const)
  return Object.fromEntries(entries)
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
    const policy = cli('csp', ...nodes.flatMap((node) => ['--rpc', node]))
    const site = await serve({ port: 0, folder: outDir, policy })
    onCleanup(async () => {
      await site.close()
      rmSync(outDir, { recursive: true })
    })
    return site
  })

test.for(kits)('the codemod from %s makes what is stored here, and names what a person finished', (kit) => {
  const folder = temporaryFolder()
  // Stored as text: these apps stand on the kits themselves and on wagmi 2, which are not installed.
  for (const [path, text] of Object.entries(filesIn(join(folderOf('before'), kit)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { said, ...moved } = filesIn(join(folderOf('moved'), kit))
  const finished = filesIn(join(folderOf('after'), kit))
  expect(cli('migrate', kit, join(folder, 'src'))).toBe(said?.trimEnd())
  expect(filesIn(folder)).toEqual({ ...finished, ...moved })
  // Nothing had to be finished that the command did not name.
  for (const path of Object.keys(moved).filter((one) => one in finished))
    expect(said).toMatch(new RegExp(`${basename(path).replace('.', '\\.')}:\\d+ `))
  // What was moved stays moved.
  expect(cli('migrate', kit, join(folder, 'src'))).toMatch(/^changed 0 files/)
})

/** The server of the apps: one session, for who signed the message with its nonce. */
async function serveSessions(page: Page, origin: string) {
  const nonce = 'once1234once'
  let session: { readonly address?: string; readonly chainId?: number } = {}
  const asked: string[] = []
  await page.route(`${origin}/api/*`, async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api/', '')
    asked.push(path)
    if (path === 'verify') {
      const { message, signature } = route.request().postDataJSON() as { message: string; signature: Hex }
      const expected = { domain: new URL(origin).host, origin, nonce, now: Date.now() }
      const verified = await verifySignIn({ message, signature, expected })
      const [, chainId] = verified.isValid ? verified.data.chainId.split(':') : []
      if (verified.isValid) session = { address: verified.data.accountAddress, chainId: Number(chainId) }
    }
    if (path === 'leave') session = {}
    await route.fulfill({ json: path === 'nonce' ? { nonce } : session })
  })
  return asked
}

test.for(kits)(
  '[D-22] [S4-14] the app that came from %s connects, signs in, signs and leaves under a strict policy',
  async (kit, { visit, site }) => {
    const { evm } = inject('origins')
    const { page, problems } = await visit('about:blank', { origins: [site.origin, ...nodes] })
    // What of AppKit's config does nothing is said on the console.
    if (kit === 'appkit') problems.expect(/siweConfig\.signOutOnNetworkChange does nothing/)
    for (const node of nodes)
      await page.route(`${node}/**`, async (route) => {
        const answer = await fetch(evm, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: route.request().postData(),
        })
        await route.fulfill({ json: await answer.json(), headers: { 'access-control-allow-origin': '*' } })
      })
    const asked = await serveSessions(page, site.origin)
    const wallet = await installWallet(page.context(), {
      name: 'Lab wallet',
      chains: [
        { id: 1, rpcUrl: evm },
        { id: 10, rpcUrl: evm },
      ],
    })
    const [address] = wallet.addresses
    await page.goto(`${site.origin}/${kit}/`)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lab wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('output').textContent()).toBe(address)
    await expect.poll(() => page.getByTestId('session').textContent()).toBe(address)
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Ethereum')

    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect.poll(() => page.getByTestId('signature').textContent()).toMatch(/^0x/)
    // It is what the wallet answered, as text.
    const signature = (await page.getByTestId('signature').textContent()) as Hex
    expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(address)

    await page.getByRole('button', { name: 'Open by hook' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect.poll(() => page.locator('output').textContent()).toBe('none')
    await expect.poll(() => page.getByTestId('left').textContent()).toBe('1')
    await expect.poll(() => asked).toContain('leave')
  },
)
