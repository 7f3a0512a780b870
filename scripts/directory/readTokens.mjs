/** Tokens with their names, symbols and decimals by network and address, and pictures by symbol. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { svgPicture } from './images.mjs'
import { constantsOf } from './literals.mjs'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** Test networks that are gone. */
const gone = ['3', '5', '420', '1442', '421613', '84531']

/** @typedef {[address: string, symbol: string, name: string, decimals: number]} Token */

/** @param {string} folder @returns {Map<string, Token[]>} */
export function readTokens(folder) {
  const root = join(folder, 'src/data')
  /** @type {Map<string, Token[]>} */
  const tokens = new Map()
  for (const chainId of readdirSync(join(root, 'evm')).filter(
    (name) => /^\d+$/.test(name) && !gone.includes(name),
  )) {
    /** @type {[string, string, string, number, string, string, string, boolean, boolean][]} */
    const rows = JSON.parse(readFileSync(join(root, 'evm', chainId, 'erc20.json'), 'utf8'))
    const listed = rows
      .filter(([, , , , , , , , isDelisted]) => !isDelisted)
      .map(([, , symbol, decimals, name, , address]) => token(address.toLowerCase(), symbol, name, decimals))
    tokens.set(`eip155:${chainId}`, unique(listed))
  }
  /** @type {[string, string, string, string, string, number][]} */
  const spl = JSON.parse(readFileSync(join(root, 'spl.json'), 'utf8'))
  tokens.set(
    solana,
    unique(spl.map(([, , name, symbol, address, decimals]) => token(address, symbol, name, decimals))),
  )
  return new Map(
    [...tokens]
      .filter(([, list]) => list.length > 0)
      .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })),
  )
}

/** @param {string} address @param {string} symbol @param {string} name @param {number} decimals @returns {Token | undefined} */
function token(address, symbol, name, decimals) {
  const clean = (/** @type {string} */ text) => text.replace(/[\p{C}\s]+/gu, ' ').trim()
  const [shortName, longName] = [clean(symbol), clean(name)]
  const isFine =
    /^(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(address) &&
    shortName.length > 0 &&
    shortName.length <= 32 &&
    longName.length > 0 &&
    longName.length <= 100 &&
    Number.isInteger(decimals) &&
    decimals >= 0 &&
    decimals <= 36
  return isFine ? [address, shortName, longName, decimals] : undefined
}

/** @param {readonly (Token | undefined)[]} list @returns {Token[]} */
const unique = (list) =>
  [...new Map(list.filter((item) => item !== undefined).map((item) => [item[0], item])).values()].sort(
    ([a], [b]) => (a < b ? -1 : 1),
  )

/** Pictures worth their bytes: tokens that many people hold. */
const lowestRank = 400
const mostBytes = 4 * 1024

/** @param {{ names: string, pictures: string }} folders */
export function readTokenPictures({ names, pictures }) {
  const { tokens } = constantsOf(readFileSync(join(names, 'dist/metadata/tokens.js'), 'utf8'), 'tokens.js')
  /** @type {Map<string, import('./images.mjs').Picture>} */
  const found = new Map()
  /** @type {{ symbol: string, filePath: string, marketCapRank?: number }[]} */
  const ranked = tokens.filter((/** @type {any} */ { marketCapRank }) => marketCapRank <= lowestRank)
  // Two tokens may share a symbol; the better known one has it.
  for (const { symbol, filePath } of ranked.sort((a, b) => (a.marketCapRank ?? 0) - (b.marketCapRank ?? 0))) {
    const key = symbol.toUpperCase()
    const path = join(pictures, 'dist/svgs/tokens/background', `${filePath.slice('token:'.length)}.svg.js`)
    if (found.has(key) || !/^[A-Z0-9.]{1,16}$/.test(key) || !existsSync(path)) continue
    const picture = svgPicture(String(Object.values(constantsOf(readFileSync(path, 'utf8'), 'icon.js'))[0]))
    if (picture && picture.bytes.byteLength <= mostBytes) found.set(key, picture)
  }
  return found
}
