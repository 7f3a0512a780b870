/** The wallet origin: its home page, the headers of its frame, and the handshake with an embedding page. */
import { frameChannelOffer, frameUrl } from '@latchkey/spec/frame'
import type { Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { expectAccessible } from '../harness/axe.js'
import { expect, phone, test, type Visit } from '../harness/browse.js'
import { expectFits } from '../harness/layout.js'
import { shoot } from '../harness/shots.js'
import { serve, strictPolicy } from '../harness/site.js'
import { until } from '../harness/until.js'

const { wallet } = inject('origins')
/** Two apps on origins of their own; the frame is made for the first. */
const app = `http://localhost:${inject('base') + 92}`
const otherApp = `http://localhost:${inject('base') + 93}`
const frameAddress = frameUrl(wallet, { origin: app, chainId: 'eip155:31337' })

interface FrameMessage {
  origin: string
  data: { type: string; id?: string; payload?: unknown }
}

/** Opens an app that embeds the frame, gives it a port whenever it is ready, and keeps what it hears of it. */
async function embed(visit: Visit, origin: string, address = frameAddress) {
  const site = await serve({
    port: Number(new URL(origin).port),
    folder: inject('pagesFolder'),
    policy: `${strictPolicy}; frame-src ${wallet}`,
  })
  onTestFinished(() => site.close())
  const { page, problems } = await visit(`${origin}/blank.html`, { origins: [wallet] })
  await page.evaluate(
    ([src, wallet, offer]) => {
      const heard: FrameMessage[] = []
      const documents = new Set<string>()
      const frame = document.createElement('iframe')
      addEventListener('message', ({ origin, data }) => {
        // Said again by the same document where nobody answered in time.
        if (data.type === 'FRAME_READY' && documents.has(data.payload.document)) return
        heard.push({ origin, data })
        if (data.type !== 'FRAME_READY') return
        documents.add(data.payload.document)
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', ({ data }) => heard.push({ origin: 'the port', data }))
        port1.start()
        frame.contentWindow?.postMessage({ type: offer }, wallet, [port2])
        Object.assign(window, { port: port1 })
      })
      frame.id = 'w3m-iframe'
      frame.src = src
      document.body.append(frame)
      Object.assign(window, { heard })
    },
    [address, wallet, frameChannelOffer] as const,
  )
  return { page, problems }
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: FrameMessage[] }).heard)

const waitForType = (page: Page, type: string) =>
  until(async () => (await heard(page)).find(({ data }) => data.type === type), { what: `${type} is heard` })

const ask = (page: Page, message: object) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end
  page.evaluate((message) => (window as unknown as { port: MessagePort }).port.postMessage(message), message)

test('[S4-13] the frame shakes hands with the page that embeds it and answers it', async ({ visit }) => {
  const { page } = await embed(visit, app)

  expect(await waitForType(page, 'FRAME_READY')).toEqual({
    origin: wallet,
    data: { type: 'FRAME_READY', payload: { version: '4', document: expect.any(String) } },
  })
  await ask(page, { type: 'APP_IS_CONNECTED', id: 'q1' })
  expect((await waitForType(page, 'FRAME_IS_CONNECTED_SUCCESS')).data).toEqual({
    type: 'FRAME_IS_CONNECTED_SUCCESS',
    id: 'q1',
    payload: { isConnected: false },
  })
  await ask(page, { type: 'APP_GET_USER', id: 'q2' })
  expect((await waitForType(page, 'FRAME_GET_USER_ERROR')).data).toMatchObject({
    id: 'q2',
    payload: { message: 'Nobody is signed in to the wallet' },
  })
})

test('[S7-37] a reload is answered and followed by a new handshake', async ({ visit }) => {
  const { page } = await embed(visit, app)
  await waitForType(page, 'FRAME_READY')
  await ask(page, { type: 'APP_RELOAD', id: 'r1' })
  await waitForType(page, 'FRAME_RELOAD_SUCCESS')
  await until(
    async () => (await heard(page)).filter(({ data }) => data.type === 'FRAME_READY').length === 2,
    {
      what: 'the frame is ready again',
    },
  )
})

test('[S7-32] with enableLogger the frame logs types and ids, and never a payload', async ({ visit }) => {
  const { page } = await embed(visit, app, frameUrl(wallet, { origin: app, enableLogger: 'true' }))
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  await waitForType(page, 'FRAME_READY')
  await ask(page, { type: 'APP_CONNECT_OTP', id: 'e1', payload: { otp: 'secret' } })
  await expect.poll(() => lines).toContain('[latchkey frame] sent FRAME_CONNECT_OTP_ERROR e1')
  expect(lines.join('\n')).not.toContain('secret')
})

test('[S7-32] an address with a chain id that is none starts nothing', async ({ visit }) => {
  const { page } = await visit(`${wallet}/sdk?${new URLSearchParams({ origin: app, chainId: 'nonsense' })}`)
  await page.getByText('The address of this frame is incomplete.').waitFor()
})

test('[D-32] another app cannot embed the frame that was made for the first', async ({ visit }) => {
  const { page, problems } = await embed(visit, otherApp)
  await until(() => problems.all.some(({ text }) => text.includes('frame-ancestors')), {
    what: 'the browser refuses the frame',
  })
  problems.expect(/frame-ancestors/)
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  expect(await heard(page)).toEqual([])
})

test('[D-32] the frame is served for one origin, with a policy that lets nothing else in', async () => {
  const answer = await fetch(frameAddress)
  expect(answer.status).toBe(200)
  const policy = answer.headers.get('content-security-policy') ?? ''
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/)
      return [name, values.join(' ')]
    }),
  )
  expect(directives.get('default-src')).toBe("'none'")
  expect(directives.get('script-src')).toBe("'self'")
  expect(directives.get('style-src')).toBe("'self'")
  expect(directives.get('frame-ancestors')).toBe(app)
  expect(policy).not.toContain('unsafe')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('[D-31] the top-level pages of the wallet origin cannot be framed at all', async () => {
  const answer = await fetch(wallet)
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('every script and style of the wallet origin carries its hash', async () => {
  for (const address of [wallet, frameAddress]) {
    const html = await (await fetch(address)).text()
    const tags = html.match(/<(?:script|link rel="stylesheet")[^>]*>/g) ?? []
    expect(tags.length).toBeGreaterThan(0)
    for (const tag of tags) expect(tag).toMatch(/ integrity="sha384-[A-Za-z0-9+/]{64}"/)
  }
})

test('the home page says what this origin is', async ({ visit }) => {
  const { page } = await visit(`${wallet}/`, { viewport: phone })
  await page.getByRole('heading', { level: 1, name: 'This is the wallet origin' }).waitFor()
  await expectFits(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await shoot(page, 'wallet')
})

test('the frame opened by hand says that it only works inside an app', async ({ visit }) => {
  const { page } = await visit(frameAddress)
  await page.getByText('It works only inside the app that it was opened for.').waitFor()
})
