/** The list of wallets: asked of the gateway, joined with the app's own, and never a lie about being empty. */
import { limits } from '@latchkey/spec/limits'
import type { CustomWallet } from '@latchkey/spec/options'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../context.js'
import { startFeature } from '../../feature.js'
import { createFakeFetch, createTestKit, type FakeFetch, type TestKitInput } from '../../testing/index.js'
import { directory } from '../onDemand.js'
import type { Directory } from './directory.js'
import type { DirectoryWallet } from './wallet.js'

const gatewayUrl = 'https://gateway.test'

/** A listing as a gateway sends it, with the fields of the contract. */
const listing = (name: string, more: object = {}) => ({
  id: name.toLowerCase().padEnd(64, '0'),
  name,
  homepage: `https://${name.toLowerCase()}.test`,
  image_id: `image-${name.toLowerCase()}`,
  order: 1,
  mobile_link: `${name.toLowerCase()}://`,
  desktop_link: null,
  webapp_link: null,
  link_mode: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  rdns: null,
  injected: null,
  chains: ['eip155:1'],
  badge_type: 'none',
  ...more,
})

const builtIn = (name: string): DirectoryWallet => ({
  id: name.toLowerCase(),
  slug: `${name.toLowerCase()}-wallet`,
  aliases: [`${name.toLowerCase()}-of-old`],
  name,
  rdns: `test.${name.toLowerCase()}`,
  image_id: null,
  image_url: 'data:image/webp;base64,UklGRg==',
  homepage: null,
  chains: ['eip155:1'],
  mobile_link: null,
  link_mode: null,
  desktop_link: null,
  desktop_universal: null,
  webapp_link: null,
  browse_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  firefox_store: null,
  edge_store: null,
  injected: [],
  supports_wc: true,
  badge_type: 'none',
  source: 'built-in',
})
const copy = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Alpine'].map(builtIn)

async function open(options: TestKitInput & { readonly fetch?: FakeFetch } = {}) {
  const fetch = options.fetch ?? createFakeFetch()
  const world = createTestKit({ ...options, fetch })
  const opened = (await startFeature(contextOf(world.kit), directory)) as Directory // it is never switched off
  opened.useBuiltIn(async () => copy)
  return { ...world, fetch, directory: opened }
}

const page = (names: readonly string[], count = names.length) => ({
  json: { data: names.map((name) => listing(name)), count },
})
const queryOf = (url: string | undefined) => Object.fromEntries(new URL(url ?? '').searchParams)
const namesOf = (wallets: readonly DirectoryWallet[]) => wallets.map(({ name }) => name)

describe('a page of the list', () => {
  test('[S7-24] [S7-25] [S9-11] asks for 40 wallets of the kit’s networks, and says who asks', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl, projectId: 'shop', excludeWalletIds: ['bad'] })
    fetch.answer(page(['Alpha'], 41))
    const first = await directory.getWallets()
    expect(first).toMatchObject({ count: 41, hasMore: true, source: 'directory' })
    const { pathname } = new URL(fetch.calls[0]?.url ?? '')
    expect(pathname).toBe('/getWallets')
    expect(queryOf(fetch.calls[0]?.url)).toEqual({
      page: '1',
      entries: '40',
      chains: 'eip155:1,eip155:10',
      exclude: 'bad',
      st: 'latchkey',
      sv: expect.any(String),
      projectId: 'shop',
    })
    kit.destroy()
  })

  test('[S2-17] [S9-11] a search is trimmed and asks for 100', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl })
    fetch.answer(page(['Alpha']))
    await directory.getWallets({ search: '  alp  ' })
    expect(queryOf(fetch.calls[0]?.url)).toMatchObject({ search: 'alp', entries: '100' })
    kit.destroy()
  })

  test('[S7-26] pictures are on the gateway, under its own path', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl: 'https://app.test/gateway', projectId: 'p' })
    fetch.answer(page(['Alpha']))
    const { wallets } = await directory.getWallets()
    expect(wallets[0]?.image_url).toMatch(
      /^https:\/\/app\.test\/gateway\/getWalletImage\/image-alpha\?projectId=p&st=latchkey&sv=/,
    )
    kit.destroy()
  })

  test('[S9-02] the same page asked for again within 5 minutes is not fetched again', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl })
    fetch.answer(page(['Alpha']))
    await directory.getWallets({ page: 2 })
    await directory.getWallets({ page: 2 })
    expect(fetch.calls).toHaveLength(1)
    kit.destroy()
  })

  test('[S3-17] the app’s own wallets come first on the first page, are searched too, and are not listed twice', async () => {
    const customWallets: CustomWallet[] = [
      { id: 'own', name: 'Own Wallet', mobile_link: 'own://', image_url: '/own.svg' },
      { id: listing('Alpha').id, name: 'Alpha of ours' },
    ]
    const { directory, fetch, kit } = await open({ gatewayUrl, customWallets })
    fetch.always(() => page(['Alpha', 'Beta'], 50))
    const first = await directory.getWallets()
    expect(namesOf(first.wallets)).toEqual(['Own Wallet', 'Alpha of ours', 'Beta'])
    expect(first.count).toBe(52)
    expect(namesOf((await directory.getWallets({ page: 2 })).wallets)).toEqual(['Beta'])
    expect(namesOf((await directory.getWallets({ search: 'own' })).wallets)).toEqual([
      'Own Wallet',
      'Alpha',
      'Beta',
    ])
    kit.destroy()
  })

  test('[S3-17] a wallet of the app keeps its links and stores, and is offered on its networks', async () => {
    const said = {
      link_mode: 'https://go.own.test',
      browse_link: 'own://browse?url={url}',
      app_store: 'https://apps.apple.com/app/id1',
      play_store: 'https://play.google.com/store/apps/details?id=own',
      chrome_store: 'https://chromewebstore.google.com/detail/own',
      firefox_store: 'https://addons.mozilla.org/firefox/addon/own/',
      edge_store: 'https://microsoftedge.microsoft.com/addons/detail/own',
    }
    const own = (name: string, chains: CustomWallet['chains']): CustomWallet => ({
      id: name,
      name,
      ...said,
      ...(chains && { chains }),
    })
    const customWallets = [own('One', ['eip155:1']), own('Sol', ['solana:a']), own('Any', undefined)]
    const { directory, fetch, kit } = await open({ gatewayUrl, customWallets })
    fetch.always(() => page([]))
    const { wallets } = await directory.getWallets()
    expect(namesOf(wallets)).toEqual(['One', 'Any'])
    expect(wallets[0]).toMatchObject({ ...said, chains: ['eip155:1'] })
    kit.destroy()
  })

  test('[S3-17] only included wallets are asked for; ids that no gateway could know ask nobody', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl, includeWalletIds: ['alpha', 'io.beta'] })
    fetch.answer(page(['Alpha']))
    await directory.getWallets()
    expect(queryOf(fetch.calls[0]?.url)).toMatchObject({ include: 'alpha,io.beta' })
    expect(await directory.getWallets({ include: ['a,b', '', 'x'.repeat(65)] })).toMatchObject({
      wallets: [],
      count: 0,
    })
    expect(fetch.calls).toHaveLength(1)
    kit.destroy()
  })

  test('[D-13] a gateway that fails is an error and not an empty list; asking again may succeed', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl })
    fetch.always(() => ({ status: 404 }))
    await expect(directory.getWallets()).rejects.toMatchObject({ code: 'http.status', context: { n: 404 } })
    fetch.always(() => page(['Alpha']))
    expect(namesOf((await directory.getWallets()).wallets)).toEqual(['Alpha'])
    kit.destroy()
  })

  test('[D-10] a gateway that never answers is given up after 15 s', async () => {
    const { directory, fetch, kit, clock } = await open({ gatewayUrl })
    fetch.always(() => 'hang')
    const waiting = expect(directory.getWallets()).rejects.toMatchObject({ code: 'http.timeout' })
    await clock.advanceAsync(limits.walletListDeadline)
    await waiting
    kit.destroy()
  })

  test('a caller that gives up waits no longer', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl })
    fetch.always(() => 'hang')
    const controller = new AbortController()
    const waiting = expect(directory.getWallets({ signal: controller.signal })).rejects.toMatchObject({
      code: 'request.aborted',
    })
    controller.abort('enough')
    await waiting
    kit.destroy()
  })

  test('[S3-07] what a listing says of the protocol, the wallet’s own browser and further links is kept', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl })
    const said = {
      supports_wc: false,
      browse_link: 'https://a.test/browse/{url}',
      desktop_universal: 'https://desk.a.test',
      edge_store: 'https://microsoftedge.microsoft.com/addons/detail/a',
    }
    fetch.answer({ json: { data: [listing('Alpha', said), listing('Beta')], count: 2 } })
    const { wallets } = await directory.getWallets()
    expect(wallets[0]).toMatchObject(said)
    // Who says nothing of it is believed to speak it.
    expect(wallets[1]).toMatchObject({ supports_wc: true, browse_link: null })
    kit.destroy()
  })

  test('[D-10] a list that another gateway sends loosely is read, and nonsense is refused', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl })
    fetch.answer({ json: { data: [{ id: 'a', name: 'A' }] } })
    const { wallets } = await directory.getWallets({ page: 3 })
    expect(wallets[0]).toMatchObject({
      id: 'a',
      chains: [],
      mobile_link: null,
      injected: [],
      image_url: null,
    })
    fetch.answer({ json: { data: 'none' } })
    await expect(directory.getWallets({ page: 4 })).rejects.toMatchObject({ code: 'http.answer-malformed' })
    kit.destroy()
  })
})

describe('without a gateway', () => {
  test('[D-10] the copy inside the widget is the list', async () => {
    const { directory, kit } = await open()
    expect(await directory.getWallets()).toMatchObject({
      count: copy.length,
      source: 'built-in',
      hasMore: false,
    })
    expect(namesOf((await directory.getWallets({ search: 'alp' })).wallets)).toEqual(['Alpha', 'Alpine'])
    expect(namesOf((await directory.getWallets({ page: 2, entries: 4 })).wallets)).toEqual([
      'Epsilon',
      'Alpine',
    ])
    expect(namesOf((await directory.getWallets({ include: ['gamma', 'test.beta'] })).wallets)).toEqual([
      'Gamma',
      'Beta',
    ])
    expect(namesOf((await directory.getWallets({ exclude: ['ALPHA', 'beta'] })).wallets)).not.toContain(
      'Alpha',
    )
    expect((await directory.getWallets({ chains: ['solana:x'] })).count).toBe(0)
    kit.destroy()
  })
})

test('[D-10] [S3-17] with the gateway away the copy answers the same question, with all that the app wishes', async () => {
  const { directory, fetch, kit } = await open({
    gatewayUrl,
    includeWalletIds: ['delta', 'alpha', 'beta'],
    excludeWalletIds: ['alpha'],
    customWallets: [{ id: 'own', name: 'Own Wallet' }],
  })
  expect(await directory.getBuiltInWallets()).toMatchObject({ count: 3, source: 'built-in' })
  expect(namesOf((await directory.getBuiltInWallets()).wallets)).toEqual(['Own Wallet', 'Delta', 'Beta'])
  expect(namesOf((await directory.getBuiltInWallets({ search: ' BET ' })).wallets)).toEqual(['Beta'])
  expect(namesOf((await directory.getBuiltInWallets({ chains: ['solana:x'] })).wallets)).toEqual([
    'Own Wallet',
  ])
  expect(fetch.calls).toHaveLength(0)
  kit.destroy()
})

test('[S3-17] wallets of the copy are featured and left out by their slug or an alias', async () => {
  const { directory, kit } = await open({
    featuredWalletIds: ['gamma-of-old'],
    excludeWalletIds: ['alpha-wallet'],
  })
  expect(namesOf(await directory.getFeatured())).toEqual(['Gamma'])
  expect(namesOf(await directory.getRecommended())).toEqual(['Beta', 'Delta', 'Epsilon', 'Alpine'])
  kit.destroy()
})

test('[S3-17] what is wrong with a wallet of the app is told with its place; one without a name is left out', async () => {
  const customWallets = [{ id: 'own', name: 'Own', app_store: 'apps.apple.com' }, { id: 'nameless' }]
  const { directory, kit, context } = await open({ customWallets: customWallets as CustomWallet[] }) // as a page without types might
  expect(namesOf(directory.custom)).toEqual(['Own'])
  expect(context.log.entries().flatMap(({ level, text }) => (level === 'error' ? [text] : []))).toEqual([
    'The option customWallets[0].app_store: a web address is expected',
    'The option customWallets[1].name: a text is expected',
  ])
  kit.destroy()
})

test('[S3-17] ids that no wallet has are told to the developer, once', async () => {
  const { directory, fetch, kit, context } = await open({
    gatewayUrl,
    featuredWalletIds: ['beta', 'f'.repeat(64)],
    excludeWalletIds: ['e'.repeat(64), 'Own'],
    customWallets: [{ id: 'own', name: 'Own' }],
  })
  const warnings = () => context.log.entries().flatMap(({ level, text }) => (level === 'warn' ? [text] : []))
  const unknown = ['f'.repeat(64), 'e'.repeat(64), 'Own', 'asked.by.nobody']
  fetch.always(() => ({ json: { data: [listing('Beta')], count: 1, unknown } }))
  await directory.getFeatured()
  await directory.getWallets()
  expect(warnings()).toEqual([
    `The directory knows no wallet called ${'f'.repeat(64)}, ${'e'.repeat(64)}: a slug or a reverse domain name finds it`,
  ])
  kit.destroy()
})

describe('[S9-11] what is recommended', () => {
  test('are the first four that the app does not feature', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl, featuredWalletIds: ['alpha'] })
    fetch.answer(page(['Beta']))
    await directory.getRecommended()
    expect(queryOf(fetch.calls[0]?.url)).toMatchObject({ entries: '4', exclude: 'alpha' })
    kit.destroy()
  })

  test('[D-24] on a phone those come first that open from there', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl, isMobile: true })
    const phantom = 'https://phantom.test/browse/{url}?ref={origin}'
    const data = [
      listing('Extension', { mobile_link: null, supports_wc: false }),
      listing('Inside', { mobile_link: null, supports_wc: false, browse_link: phantom }),
      listing('Bare', { mobile_link: null }),
      listing('App'),
      listing('Site', { mobile_link: null, webapp_link: 'https://site.test' }),
      listing('Other'),
    ]
    fetch.answer({ json: { data, count: 6 } })
    expect(namesOf(await directory.getRecommended())).toEqual(['Inside', 'App', 'Site', 'Other'])
    expect(queryOf(fetch.calls[0]?.url)).toMatchObject({ entries: '16' })
    kit.destroy()
  })

  test('[D-10] comes from the copy inside the widget when the gateway is away', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl, featuredWalletIds: ['beta'] })
    fetch.always(() => ({ status: 404 }))
    expect(namesOf(await directory.getRecommended())).toEqual(['Alpha', 'Gamma', 'Delta', 'Epsilon'])
    expect(namesOf(await directory.getFeatured())).toEqual(['Beta'])
    kit.destroy()
  })

  test('[D-10] does not keep a person waiting for a gateway that hangs', async () => {
    const { directory, fetch, kit, clock } = await open({ gatewayUrl })
    fetch.always(() => 'hang')
    const advice = directory.getRecommended()
    await clock.advanceAsync(limits.walletAdviceDeadline)
    expect(namesOf(await advice)).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
    kit.destroy()
  })

  test('[S3-17] featured wallets are asked for by the app’s names and in its order', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl, featuredWalletIds: ['beta', 'alpha'] })
    fetch.answer(page(['Beta', 'Alpha']))
    expect(namesOf(await directory.getFeatured())).toEqual(['Beta', 'Alpha'])
    expect(queryOf(fetch.calls[0]?.url)).toMatchObject({ include: 'beta,alpha', entries: '2' })
    kit.destroy()
  })

  test('an app that features nobody asks nobody', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl })
    expect(await directory.getFeatured()).toEqual([])
    expect(fetch.calls).toHaveLength(0)
    kit.destroy()
  })
})

describe('one wallet', () => {
  test('is found by any of its names, the app’s own first', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl, customWallets: [{ id: 'own', name: 'Own' }] })
    expect((await directory.getWallet('own'))?.source).toBe('custom')
    fetch.answer(page(['Alpha']))
    expect((await directory.getWallet('io.alpha'))?.name).toBe('Alpha')
    expect(queryOf(fetch.calls[0]?.url)).toMatchObject({ include: 'io.alpha', entries: '1' })
    kit.destroy()
  })

  test('that nobody knows is none', async () => {
    const { directory, fetch, kit } = await open({ gatewayUrl })
    fetch.answer(page([]))
    expect(await directory.getWallet('nobody')).toBeUndefined()
    kit.destroy()
  })
})
