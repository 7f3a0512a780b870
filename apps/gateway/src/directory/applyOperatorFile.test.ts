/** The operator's file: what it changes, and what it is told when it is wrong. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { directoryFolder } from '../paths.js'
import { createDirectory } from './directory.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-directory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function open(content: unknown) {
  files += 1
  const operatorFile = join(folder, `${files}.json`)
  writeFileSync(operatorFile, typeof content === 'string' ? content : JSON.stringify(content))
  const directory = createDirectory({ folder: directoryFolder, operatorFile })
  const list = (query = {}) => directory.list({ page: 1, entries: 100, ...query })
  return { directory, list, names: (query = {}) => list(query).data.map(({ name }) => name) }
}

const acme = { slug: 'acme', name: 'Acme', homepage: 'https://acme.example', chains: ['eip155:1'] }
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1z"/></svg>'

test('adds a wallet, which is then found by all its names and searched like any other', () => {
  const { list, names } = open({ add: [{ ...acme, rdns: ['example.acme'], mobile_link: 'acme://' }] })
  expect(names({ include: ['acme'] })).toEqual(['Acme'])
  expect(names({ include: ['example.acme'] })).toEqual(['Acme'])
  expect(names({ search: 'acm' })).toContain('Acme')
  expect(list({ include: ['acme'] }).data[0]).toMatchObject({
    mobile_link: 'acme://',
    badge_type: 'none',
    image_id: null,
  })
})

test('takes its picture from a file beside it or from the file itself', () => {
  writeFileSync(join(folder, 'acme.svg'), svg)
  const { directory, list } = open({
    add: [
      { ...acme, icon: './acme.svg' },
      { ...acme, slug: 'bcme', name: 'Bcme', icon: `data:image/svg+xml,${encodeURIComponent(svg)}` },
    ],
  })
  const ids = list({ include: ['acme', 'bcme'] }).data.map(({ image_id }) => image_id)
  expect(ids[0]).toBe(ids[1])
  const found = directory.image('wallet', ids[0] ?? '')
  expect(found?.image.type).toBe('image/svg+xml')
  expect(Buffer.from(found?.image.bytes ?? []).toString()).toBe(svg)
})

test('hides wallets and their pictures', () => {
  const before = open({})
  const picture = before.list({ include: ['metamask'] }).data[0]?.image_id ?? ''
  const { names, directory } = open({ hide: ['io.metamask', 'phantom'] })
  expect(names()).not.toContain('MetaMask')
  expect(names({ include: ['metamask', 'phantom'] })).toEqual([])
  expect(names({ search: 'metamask' })).not.toContain('MetaMask')
  expect(before.directory.image('wallet', picture)).toBeDefined()
  expect(directory.image('wallet', picture)).toBeUndefined()
})

test('puts wallets first, in its order, and leaves the others in theirs', () => {
  const usual = open({}).names()
  const { names } = open({ add: [acme], rank: ['rainbow', 'acme'] })
  expect(names()).toEqual(['Rainbow', 'Acme', ...usual.filter((name) => name !== 'Rainbow')].slice(0, 100))
})

test('takes the place of a wallet that it hides', () => {
  const { names } = open({ add: [{ ...acme, rdns: ['io.metamask'] }], hide: ['metamask'] })
  expect(names({ include: ['io.metamask'] })).toEqual(['Acme'])
})

test('describes a wallet otherwise, and only what it says changes', () => {
  const { list } = open({
    override: {
      metamask: { badge_type: 'certified', description: 'Ours', webapp_link: 'https://app.example' },
    },
  })
  const [metamask] = list({ include: ['metamask'] }).data
  expect(metamask).toMatchObject({
    name: 'MetaMask',
    badge_type: 'certified',
    description: 'Ours',
    webapp_link: 'https://app.example',
    mobile_link: 'metamask://',
  })
  expect(list({ badge_type: 'certified' }).count).toBe(1)
})

describe('is refused with the place of every mistake when', () => {
  test.each([
    ['it is not JSON', '{', 'is not JSON'],
    ['it is a list', [], 'the file'],
    ['it has an unknown part', { remove: [] }, 'remove'],
    ['a wallet has no name', { add: [{ slug: 'x' }] }, 'add.0.name'],
    ['a wallet has an unknown field', { add: [{ ...acme, logo: 'x' }] }, 'add.0.logo'],
    [
      'a link is one that runs',
      { add: [{ ...acme, mobile_link: 'javascript://%0aalert(1)' }] },
      'add.0.mobile_link',
    ],
    [
      'a homepage is not on the web',
      { add: [{ ...acme, homepage: 'http://acme.example' }] },
      'add.0.homepage',
    ],
    ['a network is none', { add: [{ ...acme, chains: ['1'] }] }, 'add.0.chains.0'],
    ['a slug is taken', { add: [{ ...acme, slug: 'metamask' }] }, 'add[0].slug: "metamask" is taken'],
    ['a slug is given twice', { add: [acme, acme] }, 'add[1].slug: "acme" is taken'],
    [
      'a reverse domain name is taken',
      { add: [{ ...acme, rdns: ['io.metamask'] }] },
      '"io.metamask" names both Acme and MetaMask',
    ],
    [
      'an alias is taken',
      { override: { rainbow: { aliases: ['trust-wallet'] } } },
      '"trust-wallet" names both Trust Wallet and Rainbow',
    ],
    ['a hidden wallet is not listed', { hide: ['metamsk'] }, 'hide[0]: there is no wallet "metamsk"'],
    ['a ranked wallet is not listed', { rank: ['metamask', 'x'] }, 'rank[1]: there is no wallet "x"'],
    ['an overridden wallet is not listed', { override: { x: {} } }, 'override.x: there is no wallet "x"'],
    [
      'an icon is no picture',
      { add: [{ ...acme, icon: 'data:image/png;base64,AAAA' }] },
      'add[0].icon: is neither',
    ],
    ['an icon is not there', { add: [{ ...acme, icon: './gone.svg' }] }, 'add[0].icon: ENOENT'],
    [
      'an icon is a page',
      { add: [{ ...acme, icon: 'data:image/svg+xml,<html><svg></html>' }] },
      'add[0].icon',
    ],
  ])('%s', (_, content, problem) => {
    expect(() => open(content)).toThrow(problem)
    expect(() => open(content)).toThrow(`LATCHKEY_DIRECTORY ${folder}`)
  })

  test('it is not there', () => {
    const operatorFile = join(folder, 'gone.json')
    expect(() => createDirectory({ folder: directoryFolder, operatorFile })).toThrow('cannot be read: ENOENT')
  })

  test('several things are wrong, all of which are told', () => {
    expect(() => open({ hide: ['a1'], rank: ['b1'] })).toThrow(/hide\[0\][^]*rank\[0\]/)
  })
})
