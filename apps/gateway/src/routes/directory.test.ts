/** The directory over HTTP: what clients of this wire send, what strangers send, and what a browser makes of a picture. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EndpointAnswer, endpoints, failureBody } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStoredWallets } from '../directory/stored.js'
import { directoryFolder } from '../paths.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

const evil = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`
const folder = mkdtempSync(join(tmpdir(), 'latchkey-operator-'))
const operatorFile = join(folder, 'directory.json')

let gateway: TestGateway
beforeAll(async () => {
  const icon = `data:image/svg+xml,${encodeURIComponent(evil)}`
  const acme = { slug: 'acme', name: 'Acme', homepage: 'https://acme.example', badge_type: 'certified', icon }
  writeFileSync(operatorFile, JSON.stringify({ add: [acme], hide: ['taho'] }))
  gateway = await startTestGateway({ LATCHKEY_DIRECTORY: operatorFile })
})
afterAll(async () => {
  await gateway.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function wallets(query: string): Promise<EndpointAnswer<'wallets'>> {
  const answer = await gateway.ask(`/getWallets?${query}`)
  expect(answer.status).toBe(200)
  return v.parse(endpoints.wallets.response, await answer.json()) as EndpointAnswer<'wallets'> // just parsed by its schema
}

describe('[S7-24] [S7-25] GET /getWallets', () => {
  test('[S9-11] answers 40 wallets where nothing else is asked for, and how many there are', async () => {
    const { data, count } = await wallets('projectId=p&st=appkit&sv=react-wagmi-1.7.8')
    expect(data).toHaveLength(40)
    expect(count).toBeGreaterThan(500)
  })

  test('[S2-17] trims what was typed, and finds it in spite of a slip', async () => {
    expect((await wallets('search=%20metmask%20&entries=100')).data[0]?.name).toBe('MetaMask')
  })

  test('an empty filter is none', async () => {
    const { count } = await wallets('')
    expect((await wallets('include=&exclude=&chains=&search=&page=1')).count).toBe(count)
  })

  test('what the operator adds, hides and certifies is served so', async () => {
    expect((await wallets('badge_type=certified')).data.map(({ name }) => name)).toEqual(['Acme'])
    expect((await wallets('include=taho')).count).toBe(0)
  })

  test('[S3-07] sends every field, with null for what a wallet lacks', async () => {
    const [acme] = (await wallets('include=acme')).data
    expect(acme).toMatchObject({
      mobile_link: null,
      desktop_link: null,
      webapp_link: null,
      rdns: null,
      injected: null,
    })
    expect(acme?.chains).toEqual(['eip155:1'])
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=NaN',
    'page=1&page=2',
    'entries=0',
    'entries=101',
    'entries=%00',
    'chains=1',
    'chains=eip155',
    'chains=eip155:1;drop',
    `search=${'a'.repeat(101)}`,
    `include=${'a,'.repeat(201)}`,
    `include=${'a'.repeat(65)}`,
    'badge_type=gold',
    'include_pay_only=maybe',
    'sort=random',
    `rdns=${'x'.repeat(300)}`,
  ])('refuses %s with 400 and says why', async (query) => {
    const answer = await gateway.ask(`/getWallets?${query}`)
    expect(answer.status).toBe(400)
    expect(v.safeParse(failureBody, await answer.json()).success).toBe(true)
  })

  test.each([
    'search=%F0%9F%92%A9',
    'search=%00%01',
    'search=((((((((((((',
    'search=.*.*.*.*.*.*.*.*.*x',
    'search=__proto__',
    'include=__proto__,constructor,toString',
    'exclude=__proto__',
    'names=hasOwnProperty',
    'rdns=..',
    'chains=eip155:1,solana:x,starknet:SN_MAIN',
    `search=${encodeURIComponent('ａ'.repeat(100))}`,
    'page=10000',
    'include_pay_only=true&sort=wcpay&unknown=1',
  ])('answers %s like any other question', async (query) => {
    expect((await gateway.ask(`/getWallets?${query}`)).status).toBe(200)
  })

  test('changes nothing for what no source says of any wallet', async () => {
    for (const filter of ['entries=100', 'include=phantom,metamask', 'search=wallet']) {
      const answer = await wallets(filter)
      expect(answer.count).toBeGreaterThan(0)
      for (const asked of ['include_pay_only=true', 'include_pay_only=false', 'sort=wcpay', 'sort=default'])
        expect(await wallets(`${filter}&${asked}`)).toEqual(answer)
      expect(await wallets(`${filter}&include_pay_only=true&sort=wcpay`)).toEqual(answer)
    }
  })

  test('other methods are refused', async () => {
    expect((await gateway.ask('/getWallets', { method: 'POST', body: '{}' })).status).toBe(405)
  })
})

describe('[S7-26] pictures', () => {
  const pictureOf = async (wallet: string) => (await wallets(`include=${wallet}`)).data[0]?.image_id ?? ''

  test('by content never change, and a browser that has one is told so', async () => {
    const path = `/getWalletImage/${await pictureOf('metamask')}`
    const answer = await gateway.ask(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')))
    const etag = answer.headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await gateway.ask(path, { headers: { 'if-none-match': known } })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    }
    expect((await gateway.ask(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('by a name are asked for again after a day', async () => {
    for (const path of [
      '/getWalletImage/e30d09fe-c0dd-4b61-81e2-d6dc09eb9700',
      '/public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900',
      '/public/getCurrencyImage/USD',
      '/public/getCurrencyImage/eur',
      '/public/getTokenImage/USDC',
    ]) {
      const answer = await gateway.ask(path)
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
      expect(answer.headers.get('content-type')).toMatch(/^image\//)
    }
  })

  test('that hold a script are served as pictures that may do nothing', async () => {
    const answer = await gateway.ask(`/getWalletImage/${await pictureOf('acme')}`)
    expect(await answer.text()).toBe(evil)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('of hidden wallets are gone, like those that never were', async () => {
    const hidden = readStoredWallets(directoryFolder).find(({ slug }) => slug === 'taho')?.image ?? ''
    const ids = [hidden, 'nothing', 'a'.repeat(128), '0'.repeat(40), '__proto__', 'constructor', '..-..']
    for (const id of ids)
      for (const path of [
        '/getWalletImage',
        '/public/getAssetImage',
        '/public/getCurrencyImage',
        '/public/getTokenImage',
      ])
        expect((await gateway.ask(`${path}/${id}`)).status).toBe(404)
  })

  test.each(['..%2F..%2Fetc%2Fpasswd', '%00', 'a%20b', 'a'.repeat(129), '..%5C'])('refuse %s', async (id) => {
    const answer = await gateway.ask(`/getWalletImage/${id}`)
    expect(answer.status).toBe(400)
  })

  test('need no project and cost nothing of a limit, since tags in pages cannot say whose they are', async () => {
    const strict = await startTestGateway({
      LATCHKEY_LOCAL: '0',
      LATCHKEY_RATE_LIMIT: '60',
      LATCHKEY_RATE_BURST: '1',
    })
    try {
      expect((await strict.ask('/getWallets')).status).toBe(401)
      for (let n = 0; n < 20; n += 1)
        expect((await strict.ask('/public/getTokenImage/USDC')).status).toBe(200)
    } finally {
      await strict.stop()
    }
  })
})

describe('[S7-33] [D-22] the font', () => {
  test('comes with its stylesheet from the gateway itself, and from nowhere else', async () => {
    const sheet = await gateway.ask('/fonts/latchkey.css')
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
    const css = await sheet.text()
    const files = [...css.matchAll(/url\(([^)]+)\)/g)].map(([, address]) => address ?? '')
    expect(files.length).toBeGreaterThan(0)
    for (const address of new Set(files)) {
      const { pathname, origin } = new URL(address, 'http://gateway.test/fonts/latchkey.css')
      expect(origin).toBe('http://gateway.test')
      const font = await gateway.ask(pathname)
      expect(font.status).toBe(200)
      expect(font.headers.get('content-type')).toBe('font/woff2')
      expect(font.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2')
    }
    expect((await gateway.ask('/fonts/other.woff2')).status).toBe(404)
    expect((await gateway.ask('/fonts/OFL.txt')).status).toBe(400)
  })
})

test('a mistake in the operator’s file keeps the gateway from starting, with its place', async () => {
  const path = join(folder, 'broken.json')
  writeFileSync(path, JSON.stringify({ hide: ['metamsk'] }))
  await expect(startTestGateway({ LATCHKEY_DIRECTORY: path })).rejects.toThrow(
    `LATCHKEY_DIRECTORY ${path}:\n  hide[0]: there is no wallet "metamsk"`,
  )
})
