import {
  abis,
  type Channel,
  canonical,
  type Evm,
  type Farcaster,
  localAccounts,
  localChain,
  networkId,
  signAs,
  signSignIn,
  startEvm,
  startFarcaster,
} from '@latchkey/local'
import { walletLimits } from '@latchkey/spec/walletApi'
import { createWalletClient, encodeFunctionData, http, pad } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WalletAnswer, WalletBrowser } from '../../testing/walletBrowser.js'
import { page, startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'

let evm: Evm
let farcaster: Farcaster
let world: WalletWorld
beforeAll(async () => {
  evm = await startEvm({ seeded: false })
  farcaster = await startFarcaster()
  world = await startWalletWorld({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [networkId]: [evm.url] }),
    LATCHKEY_FARCASTER: JSON.stringify(farcaster.settings(networkId)),
  })
})
afterAll(async () => {
  await world.stop()
  await farcaster.stop()
  await evm.close()
})

const code = ({ body }: WalletAnswer) => body.error?.code
const { people } = localAccounts()
const alice = { privateKey: people[0]?.privateKey ?? '0x', fid: 1001, username: 'alice' } as const
const mallory = { privateKey: generatePrivateKey(), fid: 1001, username: 'alice' } as const

let browsers = 0
async function start() {
  browsers += 1
  const browser = world.browser({ 'x-forwarded-for': `203.0.${browsers}.77` })
  const { body } = await browser.ask('farcasterStart', { body: { origin: page } })
  const token = new URL(String(body.url)).searchParams.get('channelToken') ?? ''
  const channel = farcaster.channels.find(token)
  if (!channel) throw new Error('The relay has no such channel')
  return { browser, attemptId: String(body.attemptId), channel }
}

/** Waits until the attempt is no longer with the provider. */
async function decided(browser: WalletBrowser, attemptId: string): Promise<unknown> {
  for (;;) {
    const { body } = await browser.ask('attemptWait', {
      params: { id: attemptId },
      query: { known: 'provider' },
    })
    if (body.state !== 'provider') return body.error?.code ?? body.state
  }
}

const finish = (browser: WalletBrowser, attemptId: string) =>
  browser.ask('farcasterFinish', { body: { attemptId } })

test('[S1-02] somebody signs in with Farcaster: by the id whose custody key signed, and is the same person next time', async () => {
  const { browser, attemptId, channel } = await start()
  expect(channel.request).toMatchObject({ domain: new URL(world.origin).host })
  const signed = await signAs(channel, 'alice')
  if (signed) channel.answer = signed
  expect(await decided(browser, attemptId)).toBe('verified')
  const { body } = await finish(browser, attemptId)
  expect(body).toMatchObject({ provider: 'farcaster', userName: 'alice', level: 1 })
  // Used up.
  expect(code(await finish(browser, attemptId))).toBe('ATTEMPT_EXPIRED')

  const again = await start()
  const second = await signAs(again.channel, 'alice')
  if (second) again.channel.answer = second
  expect(await decided(again.browser, again.attemptId)).toBe('verified')
  expect((await finish(again.browser, again.attemptId)).body.userId).toBe(body.userId)
  expect((await again.browser.ask('me')).body).toMatchObject({ identities: [{ provider: 'farcaster' }] })
})

test('[A-51] what is signed names the page that asks, and the wallet’s own page asks for nobody', async () => {
  const { browser, attemptId, channel } = await start()
  expect(new URL(channel.request.siweUri).searchParams.get('for')).toBe(page)
  channel.answer = await signSignIn(channel, alice, { uri: `${world.origin}/` })
  expect(await decided(browser, attemptId)).toBe('refused')
  const own = await browser.ask('farcasterStart', { body: { origin: world.origin } })
  expect(code(own)).toBe('ORIGIN_NOT_ALLOWED')
})

test('the page of the stand-in names who asks and signs as the person that is chosen', async () => {
  const { browser, attemptId, channel } = await start()
  const url = `${farcaster.url}/farcaster/siwf`
  const shown = await (await fetch(`${url}?channelToken=${channel.token}`)).text()
  expect(shown).toContain(new URL(world.origin).host)
  expect(shown).toContain('stand-in')
  const body = new URLSearchParams({ channelToken: channel.token, person: 'bob' })
  expect(await (await fetch(url, { method: 'POST', body })).text()).toContain('Go back to the app')
  expect(await decided(browser, attemptId)).toBe('verified')
  expect((await finish(browser, attemptId)).body).toMatchObject({ userName: 'bob' })
})

type Lie = (channel: Channel) => Promise<NonNullable<Channel['answer']>>
test.concurrent.each<[string, Lie]>([
  ['another domain', (channel) => signSignIn(channel, alice, { domain: 'evil.example' })],
  ['another page', (channel) => signSignIn(channel, alice, { uri: 'https://evil.example/' })],
  ['an old nonce', (channel) => signSignIn(channel, alice, { nonce: 'a0b1c2d3e4f5a6b7' })],
  ['another network', (channel) => signSignIn(channel, alice, { chainId: 1 })],
  ['a time that is over', (channel) => signSignIn(channel, alice, { expirationTime: new Date(0) })],
  [
    'a time that has not come',
    (channel) => signSignIn(channel, alice, { notBefore: new Date(Date.now() + 3_600_000) }),
  ],
  [
    'no time at all',
    ({ nonce, request: { siweUri, domain } }) => signSignIn({ nonce, request: { siweUri, domain } }, alice),
  ],
  ['another statement', (channel) => signSignIn(channel, alice, { statement: 'Give me everything' })],
  ['the id of somebody else', (channel) => signSignIn(channel, { ...alice, fid: 1002 })],
  [
    'two ids',
    (channel) => signSignIn(channel, alice, { resources: ['farcaster://fid/1001', 'farcaster://fid/1002'] }),
  ],
  ['no id', (channel) => signSignIn(channel, alice, { resources: [] })],
  ['a key that is nobody’s', (channel) => signSignIn(channel, mallory)],
  [
    'a signature of somebody else',
    async (channel) => ({
      ...(await signSignIn(channel, alice)),
      signature: (await signSignIn(channel, mallory)).signature,
    }),
  ],
  ['an id that the relay made up', async (channel) => ({ ...(await signSignIn(channel, alice)), fid: 1002 })],
  ['success without a message', async () => ({ message: '', signature: '0x', fid: 1001, username: 'alice' })],
])('[A-51] a Farcaster sign-in with %s is refused', async (_, lie) => {
  const { browser, attemptId, channel } = await start()
  channel.answer = await lie(channel)
  expect(await decided(browser, attemptId)).toBe('refused')
  expect(code(await finish(browser, attemptId))).toBe('SIWF_INVALID')
})

test('[A-51] a sign-in is finished by the key that began it, and only when it was verified', async () => {
  const { browser, attemptId, channel } = await start()
  expect(code(await finish(browser, attemptId))).toBe('ATTEMPT_EXPIRED')
  channel.answer = await signSignIn(channel, alice)
  expect(await decided(browser, attemptId)).toBe('verified')
  expect(code(await finish(world.browser(), attemptId))).toBe('HANDOFF_BINDING')
})

test('an address that the id lists for signing in is as good as custody, until it is taken off the list', async () => {
  const helper = generatePrivateKey()
  const key = pad(privateKeyToAccount(helper).address)
  const account = privateKeyToAccount(alice.privateKey)
  const client = createWalletClient({ account, chain: localChain(evm.url), transport: http(evm.url) })
  const write = (data: `0x${string}`) => client.sendTransaction({ to: canonical.farcasterKeys, data })
  const attempt = async () => {
    const { browser, attemptId, channel } = await start()
    channel.answer = { ...(await signSignIn(channel, { ...alice, privateKey: helper })) }
    return decided(browser, attemptId)
  }
  const abi = abis.farcasterKeys
  // A key of another kind signs posts, not people in.
  await write(encodeFunctionData({ abi, functionName: 'add', args: [1, key] }))
  expect(await attempt()).toBe('refused')
  await write(encodeFunctionData({ abi, functionName: 'add', args: [2, key] }))
  expect(await attempt()).toBe('verified')
  await write(encodeFunctionData({ abi, functionName: 'remove', args: [key] }))
  expect(await attempt()).toBe('refused')
})

test('[F-S] a relay in trouble is told at the start, and one that comes back finds the attempt as it was', async () => {
  farcaster.fail(true)
  const asked = await world.browser().ask('farcasterStart', { body: { origin: page } })
  expect(code(asked)).toBe('IDP')
  farcaster.fail(false)
  const { browser, attemptId, channel } = await start()
  farcaster.fail(true)
  channel.answer = await signSignIn(channel, alice)
  const state = async () => (await browser.ask('attemptWait', { params: { id: attemptId } })).body.state
  expect(await state()).toBe('provider')
  farcaster.fail(false)
  expect(await decided(browser, attemptId)).toBe('verified')
})

test('a name that is none is not shown', async () => {
  const { browser, attemptId, channel } = await start()
  const username = '<img src=x onerror=alert(1)>'
  channel.answer = { ...(await signSignIn(channel, alice)), username }
  expect(await decided(browser, attemptId)).toBe('verified')
  const { body } = await browser.ask('attemptWait', { params: { id: attemptId } })
  expect(body.userName).toBe('!1001')
})

test('without the setting, or without a node of its network, there is no such sign-in', async () => {
  const off = await startWalletWorld({
    LATCHKEY_FARCASTER: JSON.stringify({ relay: farcaster.url }),
  })
  try {
    const asked = await off.browser().ask('farcasterStart', { body: { origin: page } })
    expect(code(asked)).toBe('PROVIDER_OFF')
  } finally {
    await off.stop()
  }
})

test('one network begins only so many sign-ins an hour', async () => {
  const browser = world.browser({ 'x-forwarded-for': '198.51.100.7' })
  const ask = () => browser.ask('farcasterStart', { body: { origin: page } })
  const answers = []
  for (let time = 0; time <= walletLimits.loginsPerNetworkHour; time += 1) answers.push(await ask())
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(walletLimits.loginsPerNetworkHour)
  expect(code(answers.at(-1) as WalletAnswer)).toBe('RATE')
})
