/** Where a wallet asks who an app is: an unmodified one, not told that it is tested, with every request of the process heard. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stringToHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../scale/folder.js'
import { type App, ownApp, signClientApp } from './apps.js'
import { port, type Relay, startRelay } from './relay.js'
import { openWallet, type Wallet } from './wallet.js'

/** What the process asks over HTTP. Nothing leaves: everybody is answered that there is nothing. */
function hearRequests(): readonly URL[] {
  const urls: URL[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    urls.push(new URL(input instanceof Request ? input.url : input))
    return new Response(null, { status: 404 })
  })
  return urls
}

/** Everything that makes a wallet wonder who asks: a proposal, a request, a sign-in. */
async function useAll(app: App, wallet: Wallet): Promise<void> {
  const { uri, approval } = await app.connect()
  const [{ topic }] = await Promise.all([approval, wallet.approve(uri)])
  const asked = app.request(topic, stringToHex('hello'), wallet.account.address)
  await Promise.all([asked, wallet.answerNext()])
  const signIn = await app.authenticate?.(randomUUID().replaceAll('-', ''))
  if (!signIn) throw new Error('this client cannot sign in')
  await Promise.all([signIn.response, wallet.authenticate(signIn.uri)])
}

describe.each([
  ['tells wallets not to ask, as it does unless it is told otherwise', undefined, []],
  // The proposal, the request, the sign-in, and the proposal that comes beside it for wallets that cannot sign in.
  ['leaves it to wallets', '0', Array.from({ length: 4 }, () => 'verify.walletconnect.org')],
] as const)('a relay that %s', (_, flag, asked) => {
  const folder = temporaryFolder()
  let relay: Relay
  let relayUrl: string

  beforeAll(async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    relay = await startRelay(data, port + 40, flag ? { LATCHKEY_RELAY_SKIP_ATTESTATION: flag } : {})
    relayUrl = `${relay.origin.replace(/^http/, 'ws')}/relay`
  })
  afterAll(async () => {
    await relay.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })

  test.each([
    ['our client', (url: string) => ownApp(url)],
    ['sign-client 2.21.8', signClientApp],
  ] as const)(`from %s: ${asked.length} questions to servers that verify`, async (__, open) => {
    vi.stubEnv('IS_VITEST', 'false')
    const urls = hearRequests()
    const wallet = await openWallet({ relayUrl })
    const app = await open(relayUrl)
    await useAll(app, wallet)
    const hosts = urls.map(({ hostname }) => hostname)
    expect(hosts.filter((host) => host.startsWith('verify.'))).toEqual(asked)
    expect(urls.filter(({ pathname }) => pathname.includes('attestation'))).toHaveLength(asked.length)
    await app.close()
    await wallet.close()
  })
})
