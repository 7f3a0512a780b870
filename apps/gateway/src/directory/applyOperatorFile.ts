/** Changes the list as its operator says: adds, hides, ranks and describes otherwise, or tells every mistake. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Image, imageFrom } from './images.js'
import { type Described, DirectoryError, readOperatorFile } from './operatorFile.js'
import type { Wallet } from './stored.js'

export interface OperatorList {
  /** In the order of the list. */
  readonly wallets: readonly Wallet[]
  readonly images: readonly Image[]
}

export function applyOperatorFile(path: string, wallets: readonly Wallet[]): OperatorList {
  const file = readOperatorFile(path)
  const problems: string[] = []
  const images: Image[] = []
  const find = (list: readonly Wallet[], word: string, place: string): Wallet | undefined => {
    const found = list.find((wallet) => isCalled(wallet, word))
    if (!found) problems.push(`${place}: there is no wallet "${word}"`)
    return found
  }
  const describe = (wallet: Wallet, said: Described, place: string): Wallet => {
    const { icon, badge_type, ...rest } = said
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    const image = icon === undefined ? undefined : readIcon(path, icon, `${place}.icon`, problems)
    if (image) images.push(image)
    return {
      ...wallet,
      ...given,
      ...(said.chains ? { namespaces: namespacesOf(said.chains) } : {}),
      ...(badge_type ? { badge: badge_type } : {}),
      ...(image ? { image: image.id, imageAliases: [] } : {}),
    }
  }

  const added = file.add.map(({ slug, ...said }, index) => {
    const place = `add[${index}]`
    if ([...wallets, ...file.add.slice(0, index)].some((other) => other.slug === slug))
      problems.push(`${place}.slug: "${slug}" is taken; use override to change a wallet of the list`)
    return describe({ ...blank, id: idOf(slug), slug, name: said.name }, said, place)
  })
  const all = [...added, ...wallets]
  const overridden = new Map(
    Object.entries(file.override).flatMap(([word, said]) => {
      const place = `override.${word}`
      const wallet = find(all, word, place)
      return wallet ? [[wallet.id, describe(wallet, said, place)] as const] : []
    }),
  )
  const hidden = new Set(file.hide.map((word, index) => find(all, word, `hide[${index}]`)?.id))
  const first = file.rank.map((word, index) => find(all, word, `rank[${index}]`)?.id)
  const described = all
    .filter(({ id }) => !hidden.has(id))
    .map((wallet) => overridden.get(wallet.id) ?? wallet)
  problems.push(...sharedNames(described))
  if (problems.length > 0) throw new DirectoryError(path, problems)

  const placeOf = ({ id }: Wallet) => (first.includes(id) ? first.indexOf(id) : first.length)
  // Sorting is stable: what is not ranked stays in its order.
  const listed = described.sort((a, b) => placeOf(a) - placeOf(b))
  return { wallets: listed, images }
}

const ethereum = 'eip155:1'
const blank = {
  homepage: null,
  mobile_link: null,
  universal_link: null,
  desktop_link: null,
  desktop_universal: null,
  webapp_link: null,
  browse_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  firefox_store: null,
  edge_store: null,
  rdns: [],
  injected: [],
  chains: [ethereum],
  namespaces: ['eip155'],
  aliases: [],
  image: null,
  imageAliases: [],
  badge: 'none',
  description: null,
} satisfies Omit<Wallet, 'id' | 'slug' | 'name'>

const idOf = (slug: string) => createHash('sha256').update(`wallet:${slug}`).digest('hex')

const namespacesOf = (chains: readonly string[]) => [
  ...new Set(chains.map((id) => id.slice(0, id.indexOf(':')))),
]

/** A name that stands for two wallets would find one of them by chance. */
function sharedNames(wallets: readonly Wallet[]): string[] {
  const owners = new Map<string, Wallet>()
  return wallets.flatMap((wallet) =>
    [wallet.id, wallet.slug, ...wallet.aliases, ...wallet.rdns].flatMap((name) => {
      const owner = owners.get(name.toLowerCase()) ?? wallet
      owners.set(name.toLowerCase(), owner)
      return owner === wallet || owner.slug === wallet.slug
        ? []
        : [`"${name}" names both ${owner.name} and ${wallet.name}`]
    }),
  )
}

/** By id, alias, rdns or slug, whatever the case. */
function isCalled({ id, slug, aliases, rdns }: Wallet, word: string): boolean {
  const name = word.toLowerCase()
  return (
    id === name ||
    slug === name ||
    rdns.includes(name) ||
    aliases.some((alias) => alias.toLowerCase() === name)
  )
}

function readIcon(path: string, icon: string, place: string, problems: string[]): Image | undefined {
  try {
    const bytes = /^data:/i.test(icon) ? dataBytes(icon) : readFileSync(resolve(dirname(path), icon))
    return imageFrom(bytes)
  } catch (cause) {
    problems.push(`${place}: ${(cause as Error).message}`)
    return undefined
  }
}

function dataBytes(source: string): Buffer<ArrayBuffer> {
  const [, encoding, data = ''] =
    /^data:image\/[a-z+.-]+(?:;charset=[\w-]+)?(;base64)?,([\s\S]*)$/i.exec(source) ?? []
  return encoding ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data))
}
