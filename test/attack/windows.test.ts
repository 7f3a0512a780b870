import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect } from 'vitest'
import { tokenOf, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { phone } from '../harness/browse.js'
import { walletDist } from '../harness/paths.js'
import { openRealFrame } from './realFrame.js'
import {
  createPerson,
  type OpenWindow,
  type Person,
  press,
  shopOf,
  startWindowWorld,
  test,
} from './windowRig.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWindowWorld()
})
afterAll(() => world.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

async function enrolPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'With a passkey' }).click()
  await page.getByRole('button', { name: 'Use the passkey' }).click()
}

async function stateOf(person: Person, id: string) {
  return (await person.frame.context.api.call('approvalRead', { params: { id } })).state
}

test('the first approval sets up a passkey that locks and recovers, and then signs what was read', async ({
  openWindow,
}) => {
  const person = await createPerson(world)
  const asked = await person.ask()
  const window = await person.openWindow('approve', asked.id)
  const { page } = await openWindow(world, window.address)
  await heading(page, 'Protect your wallet')
  expect(new URL(page.url()).hash).toBe('')
  await enrolPasskey(page)
  await heading(page, 'Sign a message')
  await page.getByText('An order of two lamps').waitFor()
  await page.getByText('https://shop.example').waitFor()
  await press(page, 'Approve with passkey')
  await heading(page, 'Approved')
  expect(await stateOf(person, asked.id)).toBe('approved')

  const { api, store, startWorker } = person.frame.context
  const { pins } = await window.result()
  expect(pins?.passkeys).toHaveLength(1)
  const { factors } = await api.call('recoveryList', {})
  expect(factors.map(({ kind }) => kind)).toEqual(['passkey'])
  const kept = { ...(await person.share()), ...(pins ? { pins } : {}) }
  await store.keepShare(kept)
  const worker = await startWorker()
  const body = { approvalId: asked.id, digest: asked.digest, hpkePub: worker.publicKey }
  const { s, epoch, proof } = await api.call('keyRelease', { body })
  const { d, deviceId, marks } = kept
  const signed = await worker.run(
    'signWork',
    { d, s, deviceId, epoch, marks: [marks] },
    {
      approvalId: asked.id,
      payload: asked.payload,
      digest: asked.digest,
      proof,
      pins: kept.pins,
      rpId: 'localhost',
      origin: world.origin,
    },
  )
  worker.end()
  const signature = signed.kind === 'signature' ? signed.signature : ''
  const address = await recoverMessageAddress({
    message: 'An order of two lamps',
    signature: signature as `0x${string}`,
  })
  expect(address).toBe(marks.accounts.find(({ type }) => type === 'eoa')?.address)
})

/** Locked by a passkey already, with a request that waits. */
async function ready(openWindow: OpenWindow, payload?: Parameters<Person['ask']>[0]) {
  const person = await createPerson(world)
  const enrolment = await person.openWindow('enrol')
  const opened = await openWindow(world, enrolment.address)
  await enrolPasskey(opened.page)
  await heading(opened.page, 'Your wallet is locked')
  const asked = await person.ask(payload)
  const window = await person.openWindow('approve', asked.id)
  return { ...opened, person, asked, window }
}

test('[A-16] [A-18] the button sleeps after the window appears, is small, or gets its focus; and it wants a whole press of a person', async ({
  openWindow,
}) => {
  const { page, person, asked, window } = await ready(openWindow)
  // The button sleeps until the test lets it wake. A clock only goes forward, and it runs until it is told to stop.
  await page.clock.install({ time: Date.now() - 60_000 })
  await page.clock.pauseAt(Date.now())
  await page.goto(window.address)
  const approve = page.getByRole('button', { name: 'Approve with passkey' })
  await approve.waitFor()
  // The second click of a double-click that began on the page below.
  await approve.click({ force: true })
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  await page.clock.runFor(900)
  expect(await approve.getAttribute('aria-disabled')).toBeNull()
  // Of a script, as an extension or a page that got in would write it.
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((each) =>
      each.textContent?.includes('Approve'),
    )
    for (const name of ['pointermove', 'pointerdown', 'pointerup'])
      button?.dispatchEvent(new PointerEvent(name, { bubbles: true }))
    button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    button?.click()
    const reject = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Reject')
    reject?.click()
  })
  await page.setViewportSize({ width: 339, height: 700 })
  await page.getByText('Make this window larger').waitFor()
  await page.clock.runFor(900)
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  await page.setViewportSize(phone)
  await page.getByText('Make this window larger').waitFor({ state: 'hidden' })
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  expect(await stateOf(person, asked.id)).toBe('open')
  await page.clock.resume()
  await press(page, 'Approve with passkey')
  await heading(page, 'Approved')
})

test('[A-17] [A-19] a page keeps no hold of a window, and shows none inside of itself; a closed one decides nothing', async ({
  openWindow,
}) => {
  const { page, problems, person, asked, window } = await ready(openWindow)
  // Another site: the browser lets it open a window, and the window's own policy takes the handle away.
  const shop = shopOf(world)
  await page.route(`${shop}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Shop</h1>' }),
  )
  await page.goto(`${shop}/`)
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate((address) => {
      Object.assign(globalThis, {
        handle: globalThis.open(address, 'w3m-approve', 'popup,width=440,height=760'),
      })
    }, window.address),
  ])
  await popup.getByRole('button', { name: 'Approve with passkey' }).waitFor()
  const seen = await page.evaluate(() => {
    const { handle } = globalThis as unknown as { handle: Window | null }
    const before = { isClosed: handle?.closed }
    handle?.close()
    return before
  })
  expect(seen).toEqual({ isClosed: true })
  expect(popup.isClosed()).toBe(false)
  expect(await popup.evaluate(() => globalThis.opener as unknown)).toBeNull()
  await popup.close()
  expect(await stateOf(person, asked.id)).toBe('open')

  await page.evaluate((address) => {
    const frame = document.createElement('iframe')
    frame.src = address
    document.body.append(frame)
  }, `${world.origin}/approve`)
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  problems.expect(/frame-ancestors|X-Frame-Options|ERR_BLOCKED_BY_RESPONSE/)
})

test('[A-20] a PIN or a passkey that another page got hold of is worth nothing there', async () => {
  const person = await createPerson(world)
  const asked = await person.ask()
  const { api } = person.frame.context
  const proof = { kind: 'pin', pin: '481516' } as const
  const body = { decision: 'approve', digest: asked.digest, proof } as const
  // Even the frame's own session takes no PIN: only a window of the wallet does.
  await expect(api.call('approvalDecide', { params: { id: asked.id }, body })).rejects.toMatchObject({
    code: expect.stringMatching(/WINDOW_NEEDED|FOREIGN_CALLER|FACTOR/),
  })
  const elsewhere = await fetch(`${world.origin}/api/v1/approvals/${asked.id}/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://wallet.example.evil' },
    body: JSON.stringify(body),
  })
  expect(elsewhere.status).toBe(403)
  expect(await stateOf(person, asked.id)).toBe('open')
})

test('[A-54] what strangers wrote stays text, and the page that asks stays first', async ({ openWindow }) => {
  const text = `<img src=x onerror="document.title='owned'">\u202Ereversed ${'👩‍👩‍👧‍👦'.repeat(50)}`
  const { page, window } = await ready(openWindow, (address) => ({
    method: 'eth_signTypedData_v4',
    params: [
      address,
      {
        domain: { name: 'wallet.example', chainId: 31337 },
        types: { Note: [{ name: 'text', type: 'string' }] },
        primaryType: 'Note',
        message: { text },
      },
    ],
  }))
  await page.goto(window.address)
  await heading(page, 'Sign data')
  expect(await page.locator('main img').count()).toBe(0)
  expect(await page.title()).toBe('Approve · Wallet')
  const shown = (await page.locator('main').textContent()) ?? ''
  expect(shown).toMatch(/^Asked byhttps:\/\/shop\.example/)
  expect(shown).toContain('<img src=x')
  expect(shown).not.toMatch(/[\u202E\u200D]/)
})

test('[A-33] the link of a mail does nothing without the number, and ends after three wrong ones', async ({
  openWindow,
}) => {
  const frame = await openRealFrame(world)
  const before = world.mail.mails[0]?.id ?? 0
  const { matchNumber } = await frame.ask('CONNECT_EMAIL', { email: 'victim@example.com' })
  const letter = await world.mail.next('victim@example.com', before)
  const { page, problems } = await openWindow(world, `${world.origin}/device#${tokenOf(letter.text)}`)
  problems.expect(/403/)
  problems.expect(/410/)
  await heading(page, 'Is it you who signs in?')
  await page.getByText('https://shop.example').waitFor()
  const wrong = matchNumber === '11' ? '12' : '11'
  for (const left of [2, 1]) {
    await page.getByLabel('The number that the app shows you').fill(wrong)
    await page.getByRole('button', { name: 'Confirm the sign-in' }).click()
    await page.getByText('That is not the number shown in the app').waitFor()
    expect(left).toBeGreaterThan(0)
  }
  await page.getByLabel('The number that the app shows you').fill(wrong)
  await page.getByRole('button', { name: 'Confirm the sign-in' }).click()
  await heading(page, 'Too many wrong numbers')
  await page.reload()
  await heading(page, 'Nothing to confirm here')
})

test('[A-64] [A-65] nothing foreign runs in a window, and the worker of keys has no way out', async ({
  openWindow,
}) => {
  const { page, problems } = await openWindow(world, `${world.origin}/keep`)
  await heading(page, 'This link is incomplete')
  problems.expect(
    /Content Security Policy|Trusted|script-src|style-src|connect-src|require-trusted-types-for|blocked|Refused|Failed to/,
  )
  const probes = await page.evaluate(async () => {
    const told: Record<string, string> = {}
    const attempt = async (name: string, run: () => unknown) => {
      try {
        await run()
        told[name] = 'ran'
      } catch {
        told[name] = 'refused'
      }
    }
    await attempt('markup', () => {
      document.body.innerHTML = '<b>x</b>'
    })
    await attempt('worker', () => new Worker('/assets/any.js'))
    await attempt('fetch', () => fetch('https://evil.example/'))
    const script = document.createElement('script')
    await attempt('script', () => {
      script.text = 'globalThis.owned = true'
    })
    document.head.append(script)
    const style = document.createElement('style')
    style.textContent = 'body { display: none }'
    document.head.append(style)
    return { ...told, owned: 'owned' in globalThis, display: getComputedStyle(document.body).display }
  })
  expect(probes).toEqual({
    markup: 'refused',
    worker: 'refused',
    fetch: 'refused',
    script: 'refused',
    owned: false,
    display: 'grid',
  })
  const file = readdirSync(join(walletDist, 'assets')).find((name) => /^main-.*\.js$/.test(name)) ?? ''
  const served = await fetch(`${world.origin}/assets/${file}`)
  expect(served.headers.get('content-security-policy')).toContain("default-src 'none'")

  // The worker of a real piece of work, kept alive to be looked into, as code of a package of it would look around.
  await page.addInitScript(() => {
    Worker.prototype.terminate = () => {}
  })
  const person = await createPerson(world)
  await page.goto((await person.openWindow('enrol')).address)
  const [worker] = await Promise.all([page.waitForEvent('worker'), enrolPasskey(page)])
  await heading(page, 'Your wallet is locked')
  const left = await worker.evaluate(() => {
    const toServers = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'navigator']
    const toDisks = ['indexedDB', 'caches']
    const toPages = ['importScripts', 'BroadcastChannel', 'Worker']
    return [...toServers, ...toDisks, ...toPages].filter((way) => way in globalThis)
  })
  expect(left).toEqual([])
})
