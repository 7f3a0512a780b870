/**
 * Assembles the directory from its sources: `npm run directory`. Runs again at any time and writes the same files from
 * the same sources; the sources are fetched once and checked by their content.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectorPictures } from './connectors.mjs'
import * as curated from './curated.mjs'
import { drawCurrencies } from './currencies.mjs'
import { fetchSources } from './fetchSources.mjs'
import { fileSourcesText } from './fileSources.mjs'
import { cleanWebp, drawPictures, nameByContent, readDataImage } from './images.mjs'
import { groupClaims, idOf, mergeGroup, plainName, slugOf } from './mergeWallets.mjs'
import { copyLicences, copyNoticeText, noticeText } from './notice.mjs'
import { readAppkit, readAppkitButtons, readOnboard, readSats, readSolana } from './readAdapters.mjs'
import { readDynamic, readRainbowkit, readThirdweb } from './readKits.mjs'
import { readNetworks } from './readNetworks.mjs'
import { readTokenPictures, readTokens } from './readTokens.mjs'
import { solanaAdapters } from './sources.mjs'
import { writeFonts } from './writeFonts.mjs'
import { writeTopWallets } from './writeTopWallets.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const data = join(root, 'apps/gateway/data/directory')

const folderOf = await fetchSources(join(root, '.cache/directory'))
const appkit = readAppkit(folderOf('appkit'))

/** Wallets as the sources list them; the first source that has a field wins. */
const known = [
  ...Object.entries(appkit.explorerIds).map(([name, id]) => ({ source: 'appkit', name, aliases: [id] })),
  ...Object.entries(readAppkitButtons(folderOf('appkitButtons'))).map(([name, id]) => ({
    source: 'appkitButtons',
    name,
    aliases: [id],
  })),
]
const connectorImages = Object.entries(appkit.connectorImages)
  .filter(([name]) => /[a-z]/.test(name))
  .map(([name, id]) => ({ source: 'appkit', name, imageAliases: [id] }))
const more = [
  ...readRainbowkit(folderOf('rainbowkit')),
  ...readDynamic(folderOf('dynamic')),
  ...readOnboard(folderOf('onboard')),
  ...Object.keys(solanaAdapters).flatMap((key) => readSolana(folderOf(`solana-${key}`), key)),
  ...readSats(folderOf('sats')),
]
const groups = groupClaims(readThirdweb(folderOf('thirdweb')), more)
for (const claim of [...known, ...connectorImages]) {
  const group = groups.find(({ claims }) =>
    claims.some(({ name }) => plainName(name) === plainName(claim.name)),
  )
  group?.claims.push(claim)
}

const merged = groups
  .map(mergeGroup)
  // A wallet that nobody can open, fetch or visit is only a name.
  .filter(
    ({ wallet }) =>
      wallet['homepage'] ?? wallet['mobile_link'] ?? wallet['app_store'] ?? wallet['chrome_store'],
  )
  .filter(({ wallet: { name } }) => !curated.takenDown.includes(name) && !curated.examples.test(name))

for (const name of curated.topNames) {
  if (!merged.some(({ wallet }) => wallet['name'] === name))
    throw new Error(`${name} is ranked and not listed`)
}
const placeOf = (/** @type {string} */ name) => {
  const place = curated.topNames.indexOf(name)
  return place === -1 ? curated.topNames.length : place
}
merged.sort(
  (a, b) =>
    placeOf(a.wallet['name']) - placeOf(b.wallet['name']) ||
    b.sourceCount - a.sourceCount ||
    a.wallet['name'].localeCompare(b.wallet['name'], 'en'),
)

/** @type {Map<string, import('./images.mjs').Picture>} */
const pictures = new Map()
/** @param {import('./images.mjs').Picture | undefined} picture */
function keep(picture) {
  if (picture) pictures.set(picture.id, picture)
  return picture?.id ?? null
}

const toDraw = merged.flatMap(({ icon }, index) => {
  const image = icon === undefined ? undefined : readDataImage(icon)
  return icon === undefined || (image && cleanWebp(image.bytes)) ? [] : [{ key: String(index), source: icon }]
})
const drawn = await drawPictures(toDraw)

/** @type {Set<string>} */
const slugs = new Set()
const wallets = merged.map(({ wallet, icon, said, inferred }, index) => {
  const base = slugOf(wallet['name'])
  let slug = base
  for (let n = 2; slugs.has(slug); n += 1) slug = `${base}-${n}`
  slugs.add(slug)
  const image = icon === undefined ? undefined : readDataImage(icon)
  const bytes = (image && cleanWebp(image.bytes)) ?? drawn.get(String(index))
  const { name, rdns, chains, namespaces, aliases, imageAliases, injected, ...links } = wallet
  // Clients of this wire compare ids with constants, so that a known one is the id; ours is then another name.
  const own = idOf(slug)
  const [known] = aliases
  return {
    id: known ?? own,
    slug,
    name,
    ...links,
    rdns,
    injected,
    chains,
    namespaces,
    aliases: known ? [own, ...aliases.slice(1)] : [],
    image: bytes ? keep(nameByContent(bytes, 'webp')) : null,
    imageAliases,
    inferred,
    provenance: Object.fromEntries(Object.entries(said).map(([source, fields]) => [source, [...fields]])),
  }
})

const networks = (
  await readNetworks({
    names: folderOf('web3iconsNames'),
    pictures: folderOf('web3icons'),
    networkImages: appkit.networkImages,
  })
).map(({ icon, aliases, ...network }) => ({
  ...network,
  image: keep(icon),
  imageAliases: aliases,
}))

const tokens = readTokens(folderOf('ledger'))
const tokenPictures = readTokenPictures({
  names: folderOf('web3iconsNames'),
  pictures: folderOf('web3icons'),
})
const images = {
  connectors: Object.fromEntries(
    [...connectorPictures(appkit.connectorImages, folderOf('web3icons'))].map(([id, picture]) => [
      id,
      keep(picture),
    ]),
  ),
  tokens: Object.fromEntries(
    [...tokenPictures.keys()].sort().map((symbol) => [symbol, keep(tokenPictures.get(symbol))]),
  ),
  currencies: Object.fromEntries(drawCurrencies().map(([code, picture]) => [code, keep(picture)])),
}

rmSync(join(data, 'images'), { recursive: true, force: true })
mkdirSync(join(data, 'images'), { recursive: true })
for (const { id, type, bytes } of pictures.values())
  writeFileSync(join(data, 'images', `${id}.${type}`), bytes)

/** One entry a line, so that a change of the sources reads as one. @param {readonly unknown[]} list */
const lines = (list) => `[\n${list.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`
writeFileSync(join(data, 'wallets.json'), lines(wallets))
writeFileSync(join(data, 'networks.json'), lines(networks))
writeFileSync(
  join(data, 'tokens.json'),
  `{\n${[...tokens].map(([id, list]) => `"${id}":${lines(list).trimEnd()}`).join(',\n')}\n}\n`,
)
writeFileSync(join(data, 'images.json'), `${JSON.stringify(images, null, 1)}\n`)
writeFileSync(join(data, 'sources.json'), fileSourcesText())
writeFileSync(join(data, 'NOTICE.md'), noticeText())
copyLicences(folderOf, join(data, 'licences'))
writeFileSync(join(root, 'packages/ui/src/data/NOTICE.md'), copyNoticeText())
writeFonts({ from: folderOf('inter'), to: join(root, 'apps/gateway/data/fonts') })

const small = await drawPictures(
  wallets.slice(0, 32).flatMap(({ id, image }) => {
    const picture = image ? pictures.get(image) : undefined
    return picture ? [{ key: id, source: `data:image/webp;base64,${picture.bytes.toString('base64')}` }] : []
  }),
  { edge: 72, quality: 0.75 },
)
const written = writeTopWallets({ wallets, icons: small, to: join(root, 'packages/ui/src/data') })
execFileSync('npx', ['biome', 'format', '--write', ...written], { cwd: root, stdio: 'ignore' })

const count = (/** @type {(wallet: any) => unknown} */ has) => wallets.filter(has).length
process.stdout.write(
  `${wallets.length} wallets: ${count(({ image }) => image)} with a picture, ${count(({ homepage }) => homepage)} homepage, ` +
    `${count((w) => w.mobile_link ?? w.universal_link)} mobile link, ${count(({ rdns }) => rdns.length)} rdns, ` +
    `${count(({ injected }) => injected.length)} injected ids\n` +
    `${networks.length} networks: ${networks.filter(({ image }) => image).length} with a picture\n` +
    `${[...tokens.values()].flat().length} tokens on ${tokens.size} networks, ${tokenPictures.size} pictures by symbol\n` +
    `${readdirSync(join(data, 'images')).length} pictures, ${[...pictures.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)} bytes\n`,
)
