/** A hostile page around the frame: it loads only where it was served for, tells nothing, and decides nothing of value. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { walletApprovals } from '../../apps/gateway/src/store/schema.js'
import { startWalletWorld, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { test as browse } from '../harness/browse.js'
import { walletDist } from '../harness/paths.js'
import { type RealFrame, signInByEmail } from './realFrame.js'

let world: WalletWorld
let shop: string
let evil: string
/** Pages of other sites, on this machine: a browser lets no page of elsewhere reach into it. */
const sites = createServer((_, answer) => {
  answer.setHeader('content-type', 'text/html')
  answer.end('<!doctype html><title>Shop</title><style>body { margin: 0 }</style>')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => sites.listen(0, '127.0.0.1', resolve))
  // It listens on TCP.
  const { port } = sites.address() as AddressInfo
  shop = `http://shop.localhost:${port}`
  evil = `http://evil.localhost:${port}`
  const project = { id: 'shop', name: 'Shop', allowedOrigins: [shop] }
  world = await startWalletWorld({
    LATCHKEY_WALLET_DIR: walletDist,
    LATCHKEY_PROJECTS: JSON.stringify([project]),
  })
})
afterAll(async () => {
  await world.stop()
  sites.closeAllConnections()
  await new Promise((resolve) => sites.close(resolve))
})

const frameFor = (origin: string) =>
  `${world.origin}/sdk?${new URLSearchParams({ projectId: 'shop', origin, chainId: 'eip155:31337' })}`

const test = browse.extend('context', async ({ browser }, { onCleanup }): Promise<BrowserContext> => {
  // High enough for the whole request: what is out of the frame nobody can press.
  const context = await browser.newContext({ viewport: { width: 1280, height: 1400 } })
  onCleanup(() => context.close())
  context.setDefaultTimeout(20_000)
  return context
})

async function embed(page: Page | Frame, address: string): Promise<void> {
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.append(frame)
  }, address)
}

/** What a browser shows instead of a page that does not want to be in a frame. */
const refused = /^chrome-error:/

test('[A-1] [A-2] another site gets no frame, neither in the name of a project nor in its own', async ({
  context,
}) => {
  const page = await context.newPage()
  await page.goto(evil)
  await embed(page, frameFor(shop))
  await expect.poll(() => page.frames()[1]?.url()).toMatch(refused)
  const own = frameFor(evil)
  const [answer] = await Promise.all([page.waitForResponse(own), embed(page, own)])
  expect(answer.status()).toBe(403)
})

test('[A-3] a page that may embed the frame cannot be embedded with it', async ({ context }) => {
  const page = await context.newPage()
  await page.goto(evil)
  await embed(page, shop)
  await expect.poll(() => page.frames()[1]?.url()).toBe(`${shop}/`)
  const [, inside] = page.frames()
  if (!inside) throw new Error('The shop is not there')
  await embed(inside, frameFor(shop))
  await expect.poll(() => page.frames()[2]?.url()).toMatch(refused)
  // The same page, on its own, has it.
  await page.goto(shop)
  await embed(page, frameFor(shop))
  await expect.poll(() => page.frames()[1]?.url()).toContain('/sdk?')
})

test('[A-12] the page reads nothing of the frame: not its document, storage, name, address or timing', async ({
  context,
}) => {
  const page = await context.newPage()
  await page.goto(shop)
  const address = frameFor(shop)
  await openHost(page, address)
  const read = await page.evaluate((src) => {
    const frame = document.querySelector('iframe')
    const inside = frame?.contentWindow
    const attempt = (look: (view: Window) => unknown) => {
      try {
        return inside ? look(inside) : 'no frame'
      } catch (error) {
        return (error as Error).name
      }
    }
    const [timing] = performance.getEntriesByName(src) as PerformanceResourceTiming[]
    return {
      document: frame?.contentDocument,
      asWindow: attempt((view) => view.document),
      local: attempt((view) => view.localStorage),
      session: attempt((view) => view.sessionStorage),
      name: attempt((view) => view.name),
      address: attempt((view) => view.location.href),
      databases: attempt((view) => view.indexedDB),
      history: history.length,
      timing: timing && [timing.responseStart, timing.transferSize, timing.decodedBodySize],
    }
  }, address)
  const closed = 'SecurityError'
  expect(read).toEqual({
    document: null,
    asWindow: closed,
    local: closed,
    session: closed,
    name: closed,
    address: closed,
    databases: closed,
    // The blank page, and this one.
    history: 2,
    timing: [0, 0, 0],
  })
})

interface Told {
  readonly type: string
  readonly payload?: unknown
}
interface Host {
  tell(type: string, id: string, payload: unknown): Promise<Told>
}

/** A page that speaks to the frame by itself, without our widget: what any script in it can do. */
async function openHost(page: Page, address: string): Promise<Pick<RealFrame, 'ask'>> {
  await page.evaluate(async (src) => {
    const frame = document.createElement('iframe')
    Object.assign(frame.style, {
      position: 'fixed',
      inset: '0',
      width: '400px',
      height: '1200px',
      border: '0',
    })
    frame.src = src
    const ready = new Promise<void>((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source === frame.contentWindow && data.type === 'FRAME_READY') resolve()
      })
    })
    // The page's timings have the frame from here on, which may be after it says that it is ready.
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await Promise.all([ready, loaded])
    const { port1, port2 } = new MessageChannel()
    const waiting = new Map<string, (told: Told) => void>()
    port1.addEventListener('message', ({ data }) => waiting.get(data.id)?.(data))
    port1.start()
    const host: Host = {
      tell: (type, id, payload) =>
        new Promise((resolve) => {
          waiting.set(id, resolve)
          port1.postMessage({ type, id, ...(payload === undefined ? {} : { payload }) })
        }),
    }
    Object.assign(globalThis, { host })
    frame.contentWindow?.postMessage({ type: 'APP_CHANNEL' }, new URL(src).origin, [port2])
  }, address)
  let ids = 0
  return {
    async ask(method, ...[payload]) {
      const id = `h${(ids += 1)}`
      for (;;) {
        const told = await page.evaluate(
          ([type, request, given]) =>
            (globalThis as unknown as { host: Host }).host.tell(type, request, given), // put there above
          [`APP_${method}`, id, payload] as const,
        )
        if (told.type === `FRAME_${method}_SUCCESS`) return told.payload as never // the table types each result
        const { message } = told.payload as { message: string }
        if (!message.endsWith('_PENDING')) throw new Error(message)
      }
    },
  }
}

/** Ways to have somebody press what they do not see (2.9 of the design); --x and --y are where the button is. */
const covers = [
  { name: 'opacity and filter', style: 'opacity: 0.01; filter: opacity(0)' },
  { name: 'clip-path', style: 'clip-path: circle(12px at var(--x) var(--y))' },
  { name: 'mask', style: 'mask: linear-gradient(transparent, transparent)' },
  { name: 'zoom', style: 'zoom: 0.2' },
  {
    name: 'a moving frame, a hidden cursor and a popover above it',
    style: 'transform: translate(300px, 40px); cursor: none',
  },
]

const permitOf = (owner: string) => ({
  domain: { name: 'USD Coin', chainId: 31337, verifyingContract: `0x${'11'.repeat(20)}` },
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: { owner, spender: `0x${'22'.repeat(20)}`, value: '1000000', nonce: '0', deadline: '4102444800' },
})

interface Part {
  readonly x: number
  readonly y: number
}

/** Which part of the frame it is in. A page can only guess that; it built the request, so it guesses well. */
const partOf = (button: Locator): Promise<Part> =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight }
  })

async function cover(page: Page, style: string, part: Part): Promise<void> {
  await page.evaluate(
    ([css, { x, y }]) => {
      const element = document.querySelector('iframe')
      if (!element) throw new Error('The frame is not there')
      element.style.cssText += `; --x: ${x * 100}%; --y: ${y * 100}%; ${css}`
      const above = document.createElement('div')
      above.popover = 'manual'
      above.style.cssText = 'inset: 0; width: 100%; height: 100%; pointer-events: none'
      document.body.append(above)
      if (css.includes('cursor')) above.showPopover()
    },
    [style, part] as const,
  )
}

/** One press, and the window that it opens. */
async function pressThrough(page: Page, button: Locator): Promise<Page | undefined> {
  let nudge = 0
  // A browser that has not drawn the cover yet sends a press elsewhere; it says so of a mouse that moves there.
  const reaches = async () => {
    const { x, y } = await partOf(button)
    const box = await page.evaluate(() => {
      const {
        left = 0,
        top = 0,
        width = 0,
        height = 0,
      } = document.querySelector('iframe')?.getBoundingClientRect() ?? {}
      return { left, top, width, height }
    })
    nudge = 1 - nudge
    await page.mouse.move(box.left + box.width * x + nudge, box.top + box.height * y)
    return button.evaluate((element) => element.matches(':hover'))
  }
  await expect.poll(reaches, { message: 'the mouse does not reach the button' }).toBe(true)
  const opening = page.context().waitForEvent('page', { timeout: 15_000 })
  const opened = opening.catch(() => undefined)
  await page.mouse.down()
  await page.mouse.up()
  return opened
}

// Each in a context of its own: every window that a page opens is waited for, and a browser lets it wait for six answers.
test.for(covers)(
  '[A-14] through $name, a press on what moves value opens the window and decides nothing',
  async ({ style }, { context }) => {
    const page = await context.newPage()
    await page.goto(shop)
    const host = await openHost(page, frameFor(shop))
    await signInByEmail(world, host, `covered-${crypto.randomUUID()}@example.com`)
    const { address } = await host.ask('GET_USER', { preferredAccountType: 'eoa' })
    const approvals = () => world.gateway.deps.db.query.select().from(walletApprovals)
    const before = new Set((await approvals()).map(({ id }) => id))
    const answers: unknown[] = []
    const params = [address, permitOf(address)]
    const asking = host.ask('RPC_REQUEST', { method: 'eth_signTypedData_v4', params }).then(
      (signature) => void answers.push(signature),
      // Also when the page is closed while the question is open.
      (error: unknown) => String(error),
    )
    const [, frame] = page.frames()
    if (!frame) throw new Error('The frame is not there')
    const button = frame.getByRole('button', { name: 'Review in the wallet window' })
    const shown = await Promise.race([button.waitFor(), asking])
    expect(shown, 'what the frame said instead of showing the request').toBeUndefined()
    expect(await frame.getByRole('button', { name: /approve/i }).count()).toBe(0)

    await button.scrollIntoViewIfNeeded()
    await cover(page, style, await partOf(button))
    const popup = await pressThrough(page, button)
    expect(popup, 'the press opens no window').toBeDefined()
    expect(context.pages(), 'one press, one window').toHaveLength(2)
    await popup?.close()
    const asked = (await approvals()).filter(({ id }) => !before.has(id))
    expect(asked.map(({ state }) => state)).toEqual(['open'])
    expect(answers).toEqual([])
    await page.close()
    await asking
  },
)
