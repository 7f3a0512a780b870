/** The list as it is shipped: complete, clean, and answered as the wire says. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { walletRecord } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { directoryFolder } from '../paths.js'
import { createDirectory } from './directory.js'
import { readStoredImages, readStoredNetworks, readStoredWallets } from './stored.js'
import type { WalletQuery } from './walletList.js'

const directory = createDirectory({ folder: directoryFolder })
const list = (query: Partial<WalletQuery> = {}) => directory.list({ page: 1, entries: 100, ...query })
const names = (query: Partial<WalletQuery> = {}) => list(query).data.map(({ name }) => name)
const wallets = readStoredWallets(directoryFolder)
const dataFile = (name: string) => readFileSync(join(directoryFolder, name), 'utf8')

type RawWallet = Record<string, unknown> & {
  readonly name: string
  readonly inferred: readonly string[]
  readonly provenance: Readonly<Record<string, readonly string[]>>
}
/** With who said what, which is not served. */
const rawWallets = JSON.parse(dataFile('wallets.json')) as readonly RawWallet[] // held to its shape by `stored.ts`
/** Made by us, or about the other fields. */
const ownFields = new Set(['id', 'slug', 'inferred', 'provenance'])
const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null)

/** At least so many wallets have each field: a little less than when the list was last looked at. */
const leastFilled = {
  app_store: 400,
  play_store: 410,
  chrome_store: 112,
  firefox_store: 19,
  edge_store: 12,
  mobile_link: 415,
  universal_link: 255,
  desktop_link: 39,
  desktop_universal: 62,
  webapp_link: 50,
  browse_link: 10,
  rdns: 104,
  injected: 50,
  aliases: 36,
  imageAliases: 500,
} as const
const leastInNamespace = { eip155: 510, solana: 35, bip122: 12, polkadot: 5 } as const

describe('the data', () => {
  test('has at least 500 wallets, nearly all with a homepage and a picture', () => {
    expect(wallets.length).toBeGreaterThanOrEqual(500)
    const share = (has: (wallet: (typeof wallets)[number]) => unknown) =>
      wallets.filter(has).length / wallets.length
    expect(share(({ homepage }) => homepage)).toBeGreaterThan(0.98)
    expect(share(({ image }) => image)).toBeGreaterThan(0.98)
    expect(share(({ mobile_link, universal_link }) => mobile_link ?? universal_link)).toBeGreaterThan(0.8)
  })

  test.each(Object.entries(leastFilled))('at least as many wallets as there were have %s', (field, least) => {
    expect(rawWallets.filter((wallet) => isFilled(wallet[field])).length).toBeGreaterThanOrEqual(least)
  })

  test.each(Object.entries(leastInNamespace))(
    'at least as many wallets as there were are of %s',
    (namespace, least) => {
      const found = wallets.filter(({ namespaces }) => namespaces.includes(namespace))
      expect(found.length).toBeGreaterThanOrEqual(least)
    },
  )

  test('every field of a wallet has somebody who said it, or was concluded', () => {
    const notice = dataFile('NOTICE.md')
    for (const { inferred, provenance, ...wallet } of rawWallets) {
      const said = new Set(Object.values(provenance).flat())
      for (const [field, value] of Object.entries(wallet)) {
        if (ownFields.has(field) || !isFilled(value)) continue
        // Of networks, each one that was concluded is named.
        const isConcluded =
          inferred.includes(field) || [value].flat().every((item) => inferred.includes(String(item)))
        expect(said.has(field) || isConcluded, `${wallet.name}: ${field}`).toBe(true)
      }
      for (const field of said) expect(isFilled(wallet[field]), `${wallet.name}: ${field}`).toBe(true)
      for (const source of Object.keys(provenance)) expect(notice).toContain(noticeRow(source))
    }
  })

  test('[S7-26] networks, tokens and pictures have a source too, and the notice has its licence', () => {
    const notice = dataFile('NOTICE.md')
    const sources: Record<string, Record<string, readonly string[]>> = JSON.parse(dataFile('sources.json'))
    expect(Object.keys(sources['images.json'] ?? {})).toEqual(Object.keys(readStoredImages(directoryFolder)))
    expect(sources['tokens.json']?.['*']?.length).toBeGreaterThan(0)
    const networks = readStoredNetworks(directoryFolder)
    for (const field of ['image', 'imageAliases'] as const) {
      expect(networks.some((network) => isFilled(network[field]))).toBe(true)
      expect(sources['networks.json']?.[field]?.length).toBeGreaterThan(0)
    }
    const named = Object.values(sources).flatMap((fields) => Object.values(fields).flat())
    for (const source of new Set([...named, ...networks.map((network) => network.source)]))
      expect(notice).toContain(noticeRow(source))
  })

  test('every picture has the hash of its content as its name, and somebody shows it', () => {
    const { connectors, tokens, currencies } = readStoredImages(directoryFolder)
    const shown = new Set([
      ...[...wallets, ...readStoredNetworks(directoryFolder)].map(({ image }) => image),
      ...[connectors, tokens, currencies].flatMap((images) => Object.values(images)),
    ])
    shown.delete(null)
    const folder = join(directoryFolder, 'images')
    const ids = readdirSync(folder).map((file) => {
      const [id = ''] = file.split('.')
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')
      expect(digest.slice(0, id.length), file).toBe(id)
      expect(id).toHaveLength(40)
      return id
    })
    expect(new Set(ids)).toEqual(shown)
  })

  test('no id, slug, alias or reverse domain name stands for two wallets', () => {
    const all = wallets.flatMap(({ id, slug, aliases, rdns }) => [id, slug, ...aliases, ...rdns])
    expect(new Set(all).size).toBe(all.length)
  })

  test('every picture that is named exists, is small, and is what it says', () => {
    for (const { image, name } of wallets) {
      if (image === null) continue
      const found = directory.image('wallet', image)
      expect(found?.isByContent, name).toBe(true)
      expect(found?.image.bytes.byteLength).toBeLessThan(24 * 1024)
      expect(Buffer.from(found?.image.bytes ?? []).toString('latin1', 8, 12)).toBe('WEBP')
    }
  })

  test('pictures of networks and tokens hold shapes and nothing that runs, loads or points elsewhere', () => {
    const pictures = ['eip155-1', 'eip155-8453', 'eip155-137'].map((id) => directory.image('asset', id))
    pictures.push(...['USDC', 'ETH', 'DAI'].map((id) => directory.image('token', id)))
    pictures.push(...['USD', 'EUR', 'BTC'].map((id) => directory.image('currency', id)))
    for (const found of pictures) {
      const svg = Buffer.from(found?.image.bytes ?? []).toString()
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
      expect(svg).not.toMatch(
        /<(?!\/?(?:svg|g|path|rect|circle|ellipse|line|poly\w+|defs|linearGradient|radialGradient|stop|clipPath|mask)\b)/,
      )
      expect(svg).not.toMatch(/\bon\w+=|href|style=|url\((?!#)/)
    }
  })

  test('networks have names, currencies and explorers; tokens names, symbols and decimals', () => {
    expect(directory.network('eip155:1')).toMatchObject({
      name: 'Ethereum',
      explorer: { url: 'https://etherscan.io' },
    })
    expect(directory.network('eip155:31337')).toBeUndefined()
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    expect(directory.token('eip155:1', usdc)).toMatchObject({
      symbol: 'USDC',
      decimals: 6,
      image: expect.any(String),
    })
    expect(directory.token('eip155:1', `0x${'0'.repeat(40)}`)).toBeUndefined()
    expect(directory.token('nowhere:1', usdc)).toBeUndefined()
  })
})

describe('[S7-25] the list', () => {
  test('[S3-07] every wallet is sent as the contract says', () => {
    for (let page = 1; page <= 6; page += 1) {
      for (const record of list({ page }).data)
        expect(v.safeParse(walletRecord, record).issues, record.name).toBeUndefined()
    }
  })

  test('is cut into pages that together are the whole list, once', () => {
    const { count } = list()
    const ids = Array.from(
      { length: Math.ceil(count / 40) },
      (_, at) => list({ page: at + 1, entries: 40 }).data,
    )
    const all = ids.flat().map(({ id }) => id)
    expect(all).toHaveLength(count)
    expect(new Set(all).size).toBe(count)
    expect(list({ page: 10_000 })).toEqual({ data: [], count })
  })

  test('is asked for wallets by id, alias, rdns or slug, and keeps the order of the question', () => {
    const [metamask] = list({ include: ['metamask'] }).data
    expect(names({ include: ['rainbow', 'IO.METAMASK', 'phantom'] })).toEqual([
      'Rainbow',
      'MetaMask',
      'Phantom',
    ])
    const explorerId = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
    expect(list({ include: [explorerId] }).data).toEqual([metamask])
    expect(list({ include: [metamask?.id ?? ''] }).data).toEqual([metamask])
    // Clients compare ids with constants, so that an id which is known publicly is the one that is sent.
    expect(metamask?.id).toBe(explorerId)
    const own = createHash('sha256').update('wallet:metamask').digest('hex')
    expect(list({ include: [own] }).data).toEqual([metamask])
    // Two names of one wallet are one wallet.
    expect(names({ include: ['metamask', 'io.metamask', explorerId] })).toEqual(['MetaMask'])
    expect(list({ include: ['nobody'] })).toEqual({ data: [], count: 0, unknown: ['nobody'] })
  })

  test('says which names nobody has, and nothing where somebody has each', () => {
    expect(list({ include: ['metamask', 'nobody'], exclude: ['nowhere', 'nobody'] }).unknown).toEqual([
      'nobody',
      'nowhere',
    ])
    expect(list({ include: ['metamask'], exclude: ['me.rainbow'] })).not.toHaveProperty('unknown')
  })

  test('serves what a phone and other browsers need: the wallet’s own browser, further links and stores', () => {
    const [phantom] = list({ include: ['phantom'] }).data
    expect(phantom).toMatchObject({
      browse_link: 'https://phantom.app/ul/browse/{url}?ref={origin}',
      supports_wc: false,
    })
    const [metamask] = list({ include: ['metamask'] }).data
    expect(metamask?.edge_store).toMatch(/^https:\/\/microsoftedge\.microsoft\.com\//)
    expect(metamask?.supports_wc).toBe(true)
    const [zerion] = list({ include: ['zerion'] }).data
    expect([zerion?.desktop_link, zerion?.desktop_universal]).toEqual([
      'zerion://',
      'https://wallet.zerion.io/',
    ])
  })

  test('leaves out what is excluded, by any of its names', () => {
    const { count } = list()
    const without = list({ exclude: ['metamask', 'com.trustwallet.app', 'nobody'] })
    expect(without.count).toBe(count - 2)
    expect(without.data.map(({ name }) => name)).not.toContain('MetaMask')
    expect(names({ include: ['metamask', 'rainbow'], exclude: ['io.metamask'] })).toEqual(['Rainbow'])
  })

  test('is filtered by networks, any of them; a wallet takes every network of its namespace and says so', () => {
    const solana = list({ chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] })
    expect(solana.count).toBeLessThan(100)
    expect(solana.data.map(({ name }) => name)).toContain('Phantom')
    expect(solana.data.map(({ name }) => name)).not.toContain('Rainbow')
    const local = list({ chains: ['eip155:31337'], include: ['rainbow'] })
    expect(local.data[0]?.chains).toContain('eip155:31337')
    expect(list({ include: ['rainbow'] }).data[0]?.chains).not.toContain('eip155:31337')
    expect(list({ chains: ['cip34:1-764824073'] }).count).toBe(0)
  })

  test('is searched within the other filters', () => {
    expect(names({ search: 'rainbow' })[0]).toBe('Rainbow')
    expect(names({ search: 'rainbow', exclude: ['rainbow'] })).not.toContain('Rainbow')
    expect(names({ search: 'wallet', include: ['trust-wallet', 'metamask'] })).toEqual(['Trust Wallet'])
    expect(list({ search: 'no such wallet at all' })).toEqual({ data: [], count: 0 })
    // A text of signs is a question that nothing answers.
    expect(list({ search: '???' }).count).toBe(0)
  })

  test('is asked for names and reverse domain names together', () => {
    expect(names({ names: ['metamask'], rdns: ['me.rainbow'] })).toEqual(['MetaMask', 'Rainbow'])
  })

  test('certifies nobody by itself', () => {
    expect(list({ badge_type: 'certified' }).count).toBe(0)
    expect(list({ badge_type: 'none' }).count).toBe(list().count)
  })
})

describe('[S7-26] pictures', () => {
  test('are found under the ids that clients of this wire know', () => {
    expect(directory.image('asset', 'ba0ba0cd-17c6-4806-ad93-f9d174f17900')).toMatchObject({
      isByContent: false,
    })
    // A browser wallet without a name, and the relay.
    expect(directory.image('asset', '07ba87ed-43aa-4adf-4540-9e6a2b9cae00')).toMatchObject({
      isByContent: false,
    })
    expect(directory.image('asset', 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400')).toMatchObject({
      isByContent: false,
    })
    expect(directory.image('wallet', 'e30d09fe-c0dd-4b61-81e2-d6dc09eb9700')?.image.type).toBe('image/webp')
  })

  test('are not found under anything else', () => {
    for (const id of ['', '..', 'NOTICE.md', '__proto__', 'constructor', 'toString'])
      for (const kind of ['wallet', 'asset', 'currency', 'token'] as const)
        expect(directory.image(kind, id)).toBeUndefined()
  })
})

/** What is ours has no row of its own. */
const noticeRow = (source: string) =>
  source === 'curated' ? '`curated`' : `| \`${source.replace(/^solana-.*/, 'solana-*')}\` |`
