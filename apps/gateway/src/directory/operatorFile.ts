/** What an operator says about the list: wallets to add, hide, put first, or describe otherwise (`LATCHKEY_DIRECTORY`). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as v from 'valibot'
import { type Image, imageFrom } from './images.js'
import { injectedId, linkFields, networkIdText, rdnsText, type Wallet } from './stored.js'

const badge = v.picklist(['none', 'certified'])
const slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Expected small letters, digits and dashes'),
)
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(256))

const fields = {
  ...linkFields,
  description: v.nullable(v.pipe(v.string(), v.maxLength(2048))),
  rdns: v.pipe(v.array(rdnsText), v.maxLength(16)),
  injected: v.pipe(v.array(injectedId), v.maxLength(32)),
  chains: v.pipe(v.array(networkIdText), v.minLength(1), v.maxLength(200)),
  aliases: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(64))), v.maxLength(16)),
  badge_type: badge,
  /** A file beside this one, or a `data:` image; SVG, PNG or WebP. */
  icon: v.pipe(v.string(), v.minLength(1), v.maxLength(512 * 1024)),
}

const called = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const operatorFile = v.strictObject({
  add: v.optional(
    v.pipe(
      v.array(v.strictObject({ slug, name, ...v.partial(v.object(fields)).entries })),
      v.maxLength(1000),
    ),
    [],
  ),
  hide: v.optional(v.pipe(v.array(called), v.maxLength(2000)), []),
  rank: v.optional(v.pipe(v.array(called), v.maxLength(2000)), []),
  override: v.optional(
    v.record(called, v.strictObject({ name: v.optional(name), ...v.partial(v.object(fields)).entries })),
    {},
  ),
})

type Described = v.InferOutput<typeof operatorFile>['override'][string]

export interface OperatorList {
  /** In the order of the list. */
  readonly wallets: readonly Wallet[]
  readonly images: readonly Image[]
}

/** Every problem at once, each with its place in the file. */
class DirectoryError extends Error {
  override readonly name = 'DirectoryError'
  constructor(path: string, problems: readonly string[]) {
    super(`LATCHKEY_DIRECTORY ${path}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
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
  if (problems.length > 0) throw new DirectoryError(path, problems)

  const placeOf = ({ id }: Wallet) => (first.includes(id) ? first.indexOf(id) : first.length)
  const listed = all
    .filter(({ id }) => !hidden.has(id))
    .map((wallet) => overridden.get(wallet.id) ?? wallet)
    // Sorting is stable: what is not ranked stays in its order.
    .sort((a, b) => placeOf(a) - placeOf(b))
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

function readOperatorFile(path: string): v.InferOutput<typeof operatorFile> {
  const parsed = v.safeParse(operatorFile, readJson(path))
  if (parsed.success) return parsed.output
  const problems = parsed.issues
    .slice(0, 20)
    .map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  throw new DirectoryError(path, problems)
}

function readJson(path: string): unknown {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!Array.isArray(content)) return content
  } catch (cause) {
    const reason =
      cause instanceof SyntaxError
        ? `is not JSON: ${cause.message}`
        : `cannot be read: ${(cause as Error).message}`
    throw new DirectoryError(path, [reason])
  }
  throw new DirectoryError(path, ['the file: Expected an object'])
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
