/** The examples as built from the published entry points: opened, connected with a lab wallet, reloaded, disconnected. */
import { join } from 'node:path'
import { installWallet } from 'latchkey/testing'
import type { Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { expect, test, type Visit } from '../harness/browse.js'
import { houseFolder } from '../harness/paths.js'
import { run, signalGroup } from '../harness/run.js'
import { serve, strictPolicy } from '../harness/site.js'
import { until } from '../harness/until.js'

/** The public node of the first network of every example; the local chain answers in its place. */
const node = 'https://ethereum.reth.rs'
const localChain = () => inject('origins').evm

async function visitWithWallet(visit: Visit, address: string) {
  const { page } = await visit(address, { origins: [node] })
  await page.route(`${node}/**`, async (route) => {
    const answer = await fetch(localChain(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: route.request().postData(),
    })
    await route.fulfill({ json: await answer.json(), headers: { 'access-control-allow-origin': '*' } })
  })
  const wallet = await installWallet(page.context(), {
    name: 'Lab wallet',
    chains: [{ id: 1, rpcUrl: localChain() }],
  })
  return { page, wallet }
}

const shownAddress = (page: Page) => page.locator('main output').textContent()

async function connect(page: Page) {
  expect(await shownAddress(page)).toBe('none')
  await page.locator('latchkey-button').getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lab wallet' }).click()
}

async function disconnect(page: Page) {
  await page.locator('latchkey-button').getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
}

/** Frameworks that turn templates into markup want to be named where Trusted Types are on. */
const examples = [
  ['html', "'none'"],
  ['react', "'none'"],
  ['vue', 'vue'],
  ['svelte', 'svelte-trusted-html'],
] as const

test.for(examples)(
  '[D-22] the %s example connects a wallet under a strict policy, knows it after a reload, and lets it go',
  async ([name, trustedTypes], { visit }) => {
    const policy = strictPolicy.replace("trusted-types 'none'", `trusted-types ${trustedTypes}`)
    const site = await serve({
      port: inject('base') + 94,
      folder: join(houseFolder, 'examples', name, 'dist'),
      policy: `${policy}; connect-src 'self' ${node}`,
    })
    onTestFinished(() => site.close())
    const { page, wallet } = await visitWithWallet(visit, `${site.origin}/`)
    await connect(page)
    await expect.poll(() => shownAddress(page)).toBe(wallet.addresses[0])
    if (name !== 'html') {
      await page.getByRole('button', { name: 'Sign a message' }).click()
      await page.locator('main > p', { hasText: /^0x\w{130}$/ }).waitFor()
    }
    await page.reload()
    await expect.poll(() => shownAddress(page)).toBe(wallet.addresses[0])
    await disconnect(page)
    await expect.poll(() => shownAddress(page)).toBe('none')
  },
)

test('[S4-02] the next example hydrates without a complaint, and never asks who is connected to connect', async ({
  visit,
}) => {
  const port = inject('base') + 93
  const folder = join(houseFolder, 'examples/next')
  const next = join(houseFolder, 'node_modules/next/dist/bin/next')
  const server = run(process.execPath, [next, 'start', '--port', String(port)], {
    cwd: folder,
    env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  })
  onTestFinished(async () => {
    signalGroup(server, 'SIGTERM')
    await server.exited
  })
  const address = `http://localhost:${port}/`
  await until(() => fetch(address).then(({ ok }) => ok), { what: 'the server answers' })

  const html = await (await fetch(address)).text()
  expect(html).toContain('<latchkey-button></latchkey-button>')
  expect(html).toContain('<output>…</output>')

  const { page, wallet } = await visitWithWallet(visit, address)
  await expect.poll(() => shownAddress(page)).toBe('none')
  await connect(page)
  await expect.poll(() => shownAddress(page)).toBe(wallet.addresses[0])

  // Every text the account had since the page began, from the server's own to the last.
  await page.addInitScript(() => {
    const seen: string[] = []
    Reflect.set(window, 'seen', seen)
    new MutationObserver(() => {
      for (const place of [
        document.querySelector('output'),
        document.querySelector('latchkey-button')?.shadowRoot,
      ])
        if (place?.textContent) seen.push(place.textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.reload()
  await expect.poll(() => shownAddress(page)).toBe(wallet.addresses[0])
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
  expect(seen).toContain('…')
  expect(seen).not.toContain('none')
  expect(seen).not.toContain('Connect wallet')
})
