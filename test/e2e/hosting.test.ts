/** Strict hosting: the policy that the command prints is enough, from the page's own files and from a CDN. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installWallet } from 'latchkey/testing'
import { inject, onTestFinished } from 'vitest'
import type { AppSettings } from '../harness/app.js'
import { expect, test } from '../harness/browse.js'
import { cli } from '../harness/cli.js'
import { nonceComplaint } from '../harness/embedded.js'
import { houseFolder } from '../harness/paths.js'
import { type Site, type SiteOptions, serve } from '../harness/site.js'

const { evm, gateway, wallet } = inject('origins')
const cdnFolder = join(houseFolder, 'packages/latchkey/dist/cdn')

async function open(options: Omit<SiteOptions, 'port'>): Promise<Site> {
  const site = await serve({ port: 0, ...options })
  onTestFinished(() => site.close())
  return site
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-hosting-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const appScript = `import { createLatchkey, eip155, selectAccount } from 'latchkey'

const network = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['${evm}'] } },
}
const kit = createLatchkey({ networks: [network], adapters: [eip155()] })
kit.watch(
  (state) => selectAccount(state)?.address,
  (address) => (document.querySelector('output').textContent = address ?? 'none'),
)
`

/** A page of two files, written by hand, on an origin of its own; the kit comes from the CDN. */
async function openPlainPage(cdn: Site): Promise<Site> {
  const printed = cli('cdn', cdn.origin, '--files', cdnFolder)
  const [map = '', hash = ''] = printed.split('\n\nIts hash, for the policy: ')
  const folder = temporaryFolder()
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><title>Plain</title>${map}
<script type="module" src="/app.js"></script></head>
<body><latchkey-button></latchkey-button><output>none</output></body></html>`,
  )
  writeFileSync(join(folder, 'app.js'), appScript)
  return open({ folder, policy: cli('csp', '--rpc', evm, '--cdn', cdn.origin, '--script-hash', hash) })
}

test('[D-22] a plain page connects a wallet with the kit of a CDN, under the printed policy and with every hash checked', async ({
  visit,
}) => {
  const cdn = await open({ folder: cdnFolder, isShared: true })
  const site = await openPlainPage(cdn)
  const { page } = await visit('about:blank', { origins: [site.origin, cdn.origin, evm] })
  const lab = await installWallet(page.context(), {
    name: 'Lab wallet',
    chains: [{ id: 31337, rpcUrl: evm }],
  })
  await page.goto(site.origin)
  await page.locator('latchkey-button').getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lab wallet' }).click()
  await expect.poll(() => page.locator('output').textContent()).toBe(lab.addresses[0])
})

/** The files of the CDN, with something added to those that are meant. */
function tamper(isMeant: (name: string) => boolean): string {
  const folder = temporaryFolder()
  cpSync(cdnFolder, folder, { recursive: true })
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js') && isMeant(name)))
    writeFileSync(join(folder, file), `${readFileSync(join(folder, file), 'utf8')}\n;window.isTaken = true`)
  return folder
}

test('[D-22] a file of the CDN that is not what was published does not run', async ({ visit }) => {
  const cdn = await open({ folder: tamper((name) => name === 'latchkey.js'), isShared: true })
  const site = await openPlainPage(cdn)
  const { page, problems } = await visit('about:blank', { origins: [site.origin, cdn.origin, evm] })
  problems.expect(/integrity/i)
  await page.goto(site.origin)
  await expect.poll(() => problems.all.map(({ text }) => text).join('\n')).toMatch(/integrity/i)
  expect(await page.evaluate(() => Reflect.get(window, 'isTaken'))).toBeUndefined()
  expect(await page.evaluate(() => customElements.get('latchkey-button') === undefined)).toBe(true)
})

test('[D-22] neither does a part that is asked for later', async ({ visit }) => {
  const cdn = await open({ folder: tamper((name) => name.startsWith('part-')), isShared: true })
  const site = await openPlainPage(cdn)
  const { page, problems } = await visit('about:blank', { origins: [site.origin, cdn.origin, evm] })
  problems.expect(/integrity|could not be loaded|dynamically imported/i)
  await page.goto(site.origin)
  await page.locator('latchkey-button').getByRole('button').click()
  await expect.poll(() => problems.all.map(({ text }) => text).join('\n')).toMatch(/integrity/i)
  expect(await page.evaluate(() => Reflect.get(window, 'isTaken'))).toBeUndefined()
})

test('a plain page loads the entry, when idle what the first opening needs, and nothing else unasked', async ({
  visit,
}) => {
  const cdn = await open({ folder: cdnFolder, isShared: true })
  const site = await openPlainPage(cdn)
  const { page } = await visit('about:blank', { origins: [site.origin, cdn.origin, evm] })
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === cdn.origin) loaded.add(pathname.replace(/^\/|-[\w-]{8}\.js$/g, ''))
  })
  await page.goto(site.origin)
  await expect.poll(() => loaded.has('part-opening')).toBe(true)
  await page.waitForLoadState('networkidle')
  const opening = ['latchkey.js', 'part-actions', 'part-opening', 'part-rolldown-runtime']
  expect([...loaded].filter((name) => !opening.includes(name))).toEqual([])

  // The other namespaces and the languages are a call away, each in a file of its own.
  // As text: Vitest writes the imports of a function anew.
  const found: unknown = await page.evaluate(`import('latchkey')
    .then((kit) => Promise.all([kit.loadBitcoin(), kit.loadPolkadot(), kit.loadLanguages()]))
    .then((modules) => modules.flatMap((one) => Object.keys(one)))`)
  expect(found).toEqual(expect.arrayContaining(['bip122', 'polkadot', 'chooseLanguage', 'german']))
  expect([...loaded]).toEqual(expect.arrayContaining(['part-bitcoin', 'part-polkadot', 'part-languages']))
  expect([...loaded].filter((name) => /language-|account|swap|phone/.test(name))).toEqual([])
})

test('[D-22] [S2-01] the printed policy lets an app use its gateway, its relay and the embedded wallet', async ({
  visit,
}) => {
  const policy = cli('csp', '--gateway', gateway, '--wallet', wallet)
  const site = await open({ folder: inject('pagesFolder'), policy })
  const settings: AppSettings = {
    node: evm,
    networks: [{ id: 31337, name: 'Local' }],
    options: { gatewayUrl: gateway, walletUrl: wallet, features: { analytics: false } },
    adapters: ['eip155'],
  }
  const { page, problems } = await visit('about:blank', { origins: [site.origin, gateway, wallet] })
  problems.expect(nonceComplaint)
  const lab = await installWallet(page.context(), {
    name: 'Lab wallet',
    chains: [{ id: 31337, rpcUrl: evm }],
  })
  await page.goto(`${site.origin}/app.html?${new URLSearchParams({ settings: JSON.stringify(settings) })}`)
  await page.locator('latchkey-button').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('list', { name: 'Continue with an account you have' }).waitFor()
  // The frame of the wallet has answered: a policy without it would leave an empty one.
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith(wallet))).toBe(true)
  await dialog.getByRole('button', { name: 'Lab wallet' }).click()
  await expect.poll(() => page.getByTestId('account').textContent()).toBe(lab.addresses[0])
})
