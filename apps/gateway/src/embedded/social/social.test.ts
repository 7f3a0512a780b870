import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { runInNewContext } from 'node:vm'
import { type Identity, standInProviders, startIdentity } from '@latchkey/local'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { page, startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'

let world: WalletWorld
let identity: Identity
beforeAll(async () => {
  // The stand-in answers to one callback only, so that the port is known before either of them listens.
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const walletPort = (probe.address() as { port: number }).port // it listens on TCP
  await new Promise((resolve) => probe.close(resolve))
  const walletUrl = `http://localhost:${walletPort}`
  identity = await startIdentity({ walletUrl: () => walletUrl })
  world = await startWalletWorld({
    LATCHKEY_WALLET_PORT: String(walletPort),
    LATCHKEY_SOCIAL: JSON.stringify(identity.settings),
  })
})
afterAll(async () => {
  await world.stop()
  await identity.stop()
})
beforeEach(() => identity.fail(false))

/** A window of a browser: cookies by host, redirects by hand. */
function createWindow() {
  const jar = new Map<string, string>()
  const send = async (url: string, init: RequestInit = {}) => {
    const { host } = new URL(url)
    const own = [...jar].filter(([key]) => key.startsWith(`${host}|`))
    const cookie = own.map(([key, value]) => `${key.slice(host.length + 1)}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(`${host}|${name}`)
      else jar.set(`${host}|${name}`, value)
    }
    return answer
  }
  /** Follows until a page is there, or until `stop` says that this is far enough. */
  async function go(url: string, init?: RequestInit, stop: (url: string) => boolean = () => false) {
    let here = url
    let answer = await send(here, init)
    for (let hops = 0; hops < 12; hops++) {
      const next = answer.headers.get('location')
      if (next === null) break
      here = new URL(next, here).href
      if (new URL(here).pathname === '/handoff' || !here.startsWith('http://localhost') || stop(here)) break
      answer = await send(here)
    }
    return { url: here, answer }
  }
  return { jar, send, go }
}

const fragmentOf = (url: string) => new URLSearchParams(new URL(url).hash.slice(1))

async function start(provider: string, more: Record<string, unknown> = {}, browser = world.browser()) {
  const { body, status } = await browser.ask('socialStart', { body: { provider, origin: page, ...more } })
  const number = String(body.matchNumber)
  return { browser, body, status, number, uri: String(body.uri), id: String(body.attemptId) }
}

const form = (fields: Record<string, string>, origin?: string): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    ...(origin === undefined ? {} : { origin }),
  },
})

/** On the page before the provider: answers its form, and comes to the provider. */
async function depart(
  window: ReturnType<typeof createWindow>,
  uri: string,
  number?: string,
  origin = world.origin,
) {
  const asked = await (await window.send(uri)).text()
  const [, action = '', attempt = ''] = /action="([^"]+)"[^]*name="attempt" value="([^"]+)"/.exec(asked) ?? []
  const fields = { attempt, ...(number === undefined ? {} : { number }) }
  const answer = await window.send(new URL(action, world.origin).href, form(fields, origin))
  const html = await answer.text()
  const url = /content="0;url=([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  return { asked, answer, html, url }
}

/** At the stand-in: picks a person on its page, and lands where it sends the browser. */
async function choose(
  window: ReturnType<typeof createWindow>,
  { uri, number }: { uri: string; number?: string },
  person: string,
  stop?: (url: string) => boolean,
) {
  const left = await depart(window, uri, number)
  if (left.url === undefined)
    throw new Error(`The provider is not reached: ${left.answer.headers.get('location') ?? left.html}`)
  const ask = await window.go(left.url)
  const html = await ask.answer.text()
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
  const landed = await window.go(new URL(action, ask.url).href, form({ person }), stop)
  // Apple answers by a form that the browser posts by itself.
  const posted = landed.answer.status === 200 ? await landed.answer.text() : ''
  const target = /<form[^>]*action="([^"]+)"/.exec(posted)?.[1]
  if (!target) return landed
  const fields = [...posted.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, key = '', value = '']) => [
    key,
    value,
  ])
  return window.go(target, form(Object.fromEntries(fields)), stop)
}

async function signIn(provider: string, person: string) {
  const begun = await start(provider)
  const { url } = await choose(createWindow(), begun, person)
  const code = fragmentOf(url).get('code')
  const done = await begun.browser.ask('handoff', { body: { code } })
  return { ...begun, url, code, done }
}

test.each(standInProviders)(
  '[D-34] %s signs in by its real protocol, and the same person again is the same account',
  async (provider) => {
    const first = await signIn(provider, 'alice')
    expect(first.done.status).toBe(200)
    expect(first.done.body).toMatchObject({ provider, level: 1 })
    expect(fragmentOf(first.url).get('origin')).toBe(page)
    const again = await signIn(provider, 'alice')
    const other = await signIn(provider, 'bob')
    expect(again.done.body.userId).toBe(first.done.body.userId)
    expect(other.done.body.userId).not.toBe(first.done.body.userId)
  },
)

test('[A-49] the same email at another provider, or by email, is another account', async () => {
  const google = await signIn('google', 'carol')
  const apple = await signIn('apple', 'carol')
  expect(apple.done.body.userId).not.toBe(google.done.body.userId)
  const mail = world.browser()
  await world.signIn(mail, 'carol@example.test')
  expect(mail.session?.userId).not.toBe(google.done.body.userId)
})

test('[A-50] [I-16] a handoff works once, within a minute, and only with the key that began', async () => {
  const begun = await start('github')
  const { browser } = begun
  const code = fragmentOf((await choose(createWindow(), begun, 'alice')).url).get('code')
  const thief = await world.browser().ask('handoff', { body: { code } })
  expect(thief.status).toBe(401)
  expect(thief.body.error).toMatchObject({ code: 'HANDOFF_BINDING' })
  const both = await Promise.all([1, 2].map(() => browser.ask('handoff', { body: { code } })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])

  const late = await start('github')
  const stale = fragmentOf((await choose(createWindow(), late, 'alice')).url).get('code')
  world.clock.shift(61_000)
  expect((await late.browser.ask('handoff', { body: { code: stale } })).status).toBe(410)
})

test('[S2-12] in the same tab the result comes back to the page that asked, and to no other', async () => {
  const open = await start('google', { returnUrl: 'https://evil.example/' })
  expect(open.status).toBe(400)
  const { uri, browser, id } = await start('google', { returnUrl: `${page}/cart?x=1` })
  const { url } = await choose(createWindow(), { uri }, 'alice')
  expect(url.startsWith(`${page}/cart?x=1&result_uri=`)).toBe(true)
  const result = new URL(url).searchParams.get('result_uri') ?? ''
  expect(result.startsWith(`${world.origin}/handoff#code=`)).toBe(true)
  // Nobody typed a number, so only who gets the address of the page has the code; whoever began it just knows.
  const waited = await browser.ask('attemptWait', { params: { id } })
  expect(waited.body).toMatchObject({ state: 'verified' })
  expect(waited.body).not.toHaveProperty('handoff')
  const done = await browser.ask('handoff', { body: { code: fragmentOf(result).get('code') } })
  expect(done.status).toBe(200)
})

test('[A-49] a callback in another browser, with another state, twice, or of another provider is refused', async () => {
  const stopAtCallback = (url: string) => url.includes('/callback')
  const begun = await start('google')
  const { id } = begun
  const window = createWindow()
  const { url } = await choose(window, begun, 'alice', stopAtCallback)
  const error = async (target: string, from: ReturnType<typeof createWindow>) =>
    fragmentOf((await from.go(target)).url).get('error')

  expect(await error(url, createWindow())).toBe('STATE')
  const changed = new URL(url)
  changed.searchParams.set('state', `${id}.other`)
  expect(await error(changed.href, window)).toBe('STATE')
})

test('[A-49] a code that is replayed, or shown to another provider’s callback, signs nobody in', async () => {
  const stopAtCallback = (url: string) => url.includes('/callback')
  const window = createWindow()
  const { url } = await choose(window, await start('github'), 'alice', stopAtCallback)
  const cookies = new Map(window.jar)
  const mixed = await window.go(url.replace('/oauth/github/', '/oauth/discord/'))
  expect(fragmentOf(mixed.url).get('error')).toBe('STATE')
  expect(fragmentOf((await window.go(url)).url).get('code')).toMatch(/^[\w-]{43}$/)
  for (const [key, value] of cookies) window.jar.set(key, value)
  expect(fragmentOf((await window.go(url)).url).get('error')).toBe('ATTEMPT_EXPIRED')
})

test('[A-49] whoever says no at the provider is told so, and nobody is signed in', async () => {
  const begun = await start('google')
  const { browser, id } = begun
  const { url } = await choose(createWindow(), begun, '')
  expect(fragmentOf(url).get('error')).toBe('IDP_DENIED')
  const { body } = await browser.ask('attemptWait', { params: { id } })
  expect(body).toMatchObject({ state: 'provider' })
  expect(body).not.toHaveProperty('handoff')
})

test('[A-50] nobody comes to a provider who did not type the number on a page that names who asks', async () => {
  const { uri, browser, id, number } = await start('google')
  const window = createWindow()
  const { asked, url } = await depart(window, uri)
  expect(asked).toContain(`<p class="origin">${page}</p>`)
  expect(url).toBeUndefined()
  const other = String((Number(number) + 1) % 100).padStart(2, '0')
  const wrong = await depart(window, uri, other)
  expect(wrong.url).toBeUndefined()
  expect(wrong.html).toContain('That is not the number shown in the app')
  expect(window.jar.size).toBe(0)
  const third = await depart(window, uri, other)
  expect(third.answer.headers.get('location')).toContain('error=ATTEMPT_REFUSED')
  const late = await window.send(uri)
  expect(late.headers.get('location')).toContain('error=ATTEMPT_REFUSED')
  expect((await browser.ask('attemptWait', { params: { id } })).body).toMatchObject({ state: 'refused' })
})

test('[D-10] the right number leads on however often it is typed, and wrong ones still end the attempt', async () => {
  const { uri, browser, id, number } = await start('google')
  for (let tried = 0; tried < 4; tried += 1)
    expect((await depart(createWindow(), uri, number)).url).toMatch(/^http:/)
  const wrong = number === '00' ? '01' : '00'
  for (let tried = 0; tried < 3; tried += 1) {
    await depart(createWindow(), uri, number)
    await depart(createWindow(), uri, wrong)
  }
  const late = await createWindow().send(uri)
  expect(late.headers.get('location')).toContain('error=ATTEMPT_REFUSED')
  expect((await browser.ask('attemptWait', { params: { id } })).body).toMatchObject({ state: 'refused' })
})

test('[A-50] a page that knows the number cannot answer for its visitor, nor show the question in a frame', async () => {
  const { uri, number } = await start('google')
  const window = createWindow()
  const posted = await depart(window, uri, number, page)
  expect(posted.answer.headers.get('location')).toContain('error=FOREIGN_CALLER')
  expect(window.jar.size).toBe(0)
  const shown = await window.send(uri)
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(shown.headers.get('x-frame-options')).toBe('DENY')
  // Whoever typed it once cannot send somebody on from there.
  await depart(createWindow(), uri, number)
  expect((await depart(window, uri)).url).toBeUndefined()
})

test('[A-50] in the same tab the person still says yes on a page that names who asks', async () => {
  const { uri } = await start('google', { returnUrl: `${page}/` })
  const window = createWindow()
  const asked = await window.send(uri)
  expect(asked.status).toBe(200)
  expect(await asked.text()).toContain(`<p class="origin">${page}</p>`)
  expect((await depart(window, uri)).url).toMatch(/^http:/)
})

test('[A-16] in the same tab the page lets go of whoever opened it, and its button sleeps after every change of focus', async () => {
  const { uri } = await start('google', { returnUrl: `${page}/` })
  const asked = await createWindow().send(uri)
  expect(asked.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  const script = /<script>([^]*)<\/script>/.exec(await asked.text())?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  expect(asked.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}';`)

  const button = { disabled: false }
  const seen = new EventTarget()
  let hasFocus = true
  let wake = () => {}
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    hasFocus: () => hasFocus,
    querySelector: () => button,
  })
  runInNewContext(script, {
    document,
    addEventListener: seen.addEventListener.bind(seen),
    clearTimeout: () => {},
    setTimeout: (run: () => void) => {
      wake = run
    },
  })
  expect(button.disabled).toBe(true)
  wake()
  expect(button.disabled).toBe(false)
  seen.dispatchEvent(new Event('focus'))
  expect(button.disabled).toBe(true)
  hasFocus = false
  wake()
  expect(button.disabled).toBe(true)

  // Beside the page that shows the number, the window has to find its opener again.
  const beside = await createWindow().send((await start('google')).uri)
  expect(beside.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  expect(await beside.text()).not.toContain('<script>')
})

test('[A-50] nobody asks in the name of the wallet’s own page', async () => {
  const { body } = await start('google', { origin: world.origin })
  expect(body.error?.code).toBe('ORIGIN_NOT_ALLOWED')
})

test('without an opener the frame finds its sign-in by waiting', async () => {
  const begun = await start('google')
  const { browser, id } = begun
  const before = await browser.ask('attemptWait', { params: { id } })
  expect(before.body).toMatchObject({ state: 'provider' })
  expect(before.body).not.toHaveProperty('handoff')
  await choose(createWindow(), begun, 'alice')
  const after = await browser.ask('attemptWait', { params: { id } })
  expect(after.body).toMatchObject({ state: 'verified' })
  expect((await browser.ask('handoff', { body: { code: after.body.handoff } })).status).toBe(200)
})

test('[F-S] a provider in trouble is told as such, and the same attempt goes on when it is back', async () => {
  const begun = await start('github')
  const window = createWindow()
  const { url } = await choose(window, begun, 'alice', (next) => next.includes('/callback'))
  identity.fail(true)
  expect(fragmentOf((await window.go(url)).url).get('error')).toBe('IDP')
  identity.fail(false)
  // The stand-in remembers whom it asked; another window is asked anew.
  const again = await choose(createWindow(), begun, 'alice')
  expect(fragmentOf(again.url).get('code')).toMatch(/^[\w-]{43}$/)
})

test('[D-34] a service that is not set up is not offered', async () => {
  const bare = await startWalletWorld()
  try {
    const { body } = await bare.browser().ask('socialStart', { body: { provider: 'google', origin: page } })
    expect(body.error).toMatchObject({ code: 'PROVIDER_OFF' })
  } finally {
    await bare.stop()
  }
})
