/** Wallets as the adapters of single networks list them, and the ids by which clients know them. */
import { join } from 'node:path'
import { one, text, tidy } from './claim.mjs'
import * as links from './links.mjs'
import { constantsOf, parse, valueOf, walk } from './literals.mjs'

/** @typedef {import('./claim.mjs').Claim} Claim */

/** @param {string} folder @returns {Claim[]} */
export function readOnboard(folder) {
  /** @type {Record<string, Record<string, string>>} */
  const tables = {}
  for (const node of walk(parse(text(join(folder, 'dist/types.js')), 'types.js'))) {
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') continue
    const [table, key, value] = [node.left.object.name, valueOf(node.left.property), valueOf(node.right)]
    if (typeof value === 'string') (tables[table] ??= {})[key] = value
  }
  const named = (/** @type {import('./literals.mjs').Node} */ node) =>
    node.type === 'MemberExpression' ? tables[node.object.name]?.[node.property.name] : undefined
  /** @type {Claim[]} */
  const claims = []
  for (const node of walk(parse(text(join(folder, 'dist/wallets.js')), 'wallets.js'))) {
    if (node.type !== 'VariableDeclarator' || node.init?.type !== 'ObjectExpression') continue
    const wallet = valueOf(node.init, named)
    if (typeof wallet.label !== 'string' || wallet.label === 'Detected Wallet') continue
    const inside = [...walk(node.init)]
    const flag = inside
      .filter(({ type, object }) => type === 'MemberExpression' && object.name === 'ProviderIdentityFlag')
      .map((member) => named(member))
      .find((value) => value?.startsWith('is'))
    const path = inside
      .filter(({ type }) => type === 'ImportExpression')
      .map(({ source }) => valueOf(source))[0]
    const icon = path && walkDefault(text(join(folder, 'dist', path)))
    claims.push(
      tidy({
        source: 'onboard',
        name: wallet.label,
        homepage: links.chromeStore(wallet.externalUrl) ? undefined : links.webLink(wallet.externalUrl),
        chrome_store: links.chromeStore(wallet.externalUrl),
        injected: one(flag).map((injected_id) => ({ namespace: 'eip155', injected_id })),
        namespaces: ['eip155'],
        icon:
          icon &&
          (icon.trim().startsWith('<svg')
            ? `data:image/svg+xml,${encodeURIComponent(icon.trim())}`
            : icon.trim()),
      }),
    )
  }
  return claims
}

/** @param {string} source @returns {string | undefined} */
function walkDefault(source) {
  for (const node of walk(parse(source, 'icon.js'))) {
    if (node.type === 'ExportDefaultDeclaration') return valueOf(node.declaration)
  }
  return undefined
}

/** @param {string} folder @param {string} key @returns {Claim[]} */
export function readSolana(folder, key) {
  const source = text(join(folder, 'lib/esm/adapter.js'))
  const constants = constantsOf(source, 'adapter.js')
  /** @type {Record<string, string>} */
  const said = {}
  const nodes = [...walk(parse(source, 'adapter.js'))]
  for (const node of nodes) {
    if (node.type !== 'AssignmentExpression' || node.left.object?.type !== 'ThisExpression') continue
    said[node.left.property.name] ??= valueOf(node.right, ({ name }) => constants[name])
  }
  if (!said['name']) return []
  // `…/browse/${url}?ref=${ref}`: where the app is sent to open the page by itself.
  const browse = nodes
    .filter(({ type, quasis }) => type === 'TemplateLiteral' && quasis.length === 3)
    .map(({ quasis }) => quasis.map((/** @type {any} */ { value }) => value.cooked))
    .filter(([before, between]) => before.endsWith('/browse/') && between === '?ref=')
    .map(([before, between, after]) => `${before}{url}${between}{origin}${after}`)
  return [
    tidy({
      source: `solana-${key}`,
      name: said['name'],
      homepage: links.webLink(said['url']),
      browse_link: browse.map(links.browseLink).find(Boolean),
      namespaces: ['solana'],
      icon: said['icon'],
    }),
  ]
}

/** @param {string} folder @returns {Claim[]} */
export function readSats(folder) {
  const { DefaultAdaptersInfo } = constantsOf(text(join(folder, 'dist/index.mjs')), 'index.mjs')
  return Object.values(DefaultAdaptersInfo).map((wallet) =>
    tidy({
      source: 'sats',
      name: wallet.name,
      homepage: links.webLink(wallet.webUrl),
      app_store: links.appStore(wallet.iOSAppStoreUrl),
      play_store: links.playStore(wallet.googlePlayStoreUrl),
      chrome_store: links.chromeStore(wallet.chromeWebStoreUrl),
      injected: [{ namespace: 'bip122', injected_id: wallet.id }],
      namespaces: ['bip122'],
      icon: wallet.icon,
    }),
  )
}

/** Wallets as the buttons of a client call them: the key there, the name of the list. */
const buttons = /** @type {Record<string, string>} */ ({
  coinbase: 'Coinbase Wallet',
  okx: 'OKX Wallet',
  binance: 'Binance Wallet',
  uniswap: 'Uniswap Wallet',
  bybit: 'Bybit Wallet',
  'timeless-x': 'Timeless X',
  oneinch: '1inch Wallet',
  'crypto-com': 'Crypto.com Onchain',
  'magic-eden': 'Magic Eden',
})

/** Ids by which a client's buttons ask for wallets. @param {string} folder @returns {Record<string, string>} by name */
export function readAppkitButtons(folder) {
  const path = join(folder, 'dist/esm/src/utils/ConstantsUtil.js')
  for (const node of walk(parse(text(path), 'ConstantsUtil.js'))) {
    if (node.type !== 'Property' || node.key.name !== 'WalletButtonsIds') continue
    return Object.fromEntries(
      Object.entries(valueOf(node.value)).map(([key, id]) => [buttons[key] ?? key, id]),
    )
  }
  throw new Error('The ids of the buttons are not where they were')
}

/** Ids by which clients of this wire know wallets and networks. @param {string} folder */
export function readAppkit(folder) {
  const root = join(folder, 'dist/esm/src')
  const { ConstantsUtil } = constantsOf(text(join(root, 'ConstantsUtil.js')), 'ConstantsUtil.js')
  /** @type {Record<string, string>} */
  const connectors = {
    COINBASE: 'Coinbase Wallet',
    COINBASE_SDK: 'Coinbase Wallet',
    SAFE: 'Safe',
    LEDGER: 'Ledger Wallet',
    OKX: 'OKX Wallet',
  }
  /** @param {import('./literals.mjs').Node} node */
  const resolve = (node) => {
    if (node.type !== 'MemberExpression') return undefined
    const name = node.property.name
    return ConstantsUtil[name] ?? connectors[name] ?? name
  }
  for (const node of walk(parse(text(join(root, 'PresetsUtil.js')), 'PresetsUtil.js'))) {
    if (node.type !== 'VariableDeclarator' || node.id.name !== 'PresetsUtil') continue
    const { ConnectorExplorerIds, NetworkImageIds, ConnectorImageIds } = valueOf(node.init, resolve)
    return /** @type {Record<'explorerIds' | 'networkImages' | 'connectorImages', Record<string, string>>} */ ({
      explorerIds: ConnectorExplorerIds,
      networkImages: NetworkImageIds,
      connectorImages: ConnectorImageIds,
    })
  }
  throw new Error('The presets are not where they were')
}
