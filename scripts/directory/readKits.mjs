/** Wallets as connection kits list them. Fields that a kit lacks, or that make no sense, are left out. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { one, text, tidy } from './claim.mjs'
import * as links from './links.mjs'
import { constantsOf, parse, valueOf, walk } from './literals.mjs'

/** @typedef {import('./claim.mjs').Claim} Claim */

/** @param {string} folder @returns {Claim[]} */
export function readThirdweb(folder) {
  const root = join(folder, 'src/wallets/__generated__/wallet')
  return readdirSync(root)
    .sort()
    .map((id) => {
      const { wallet } = constantsOf(text(join(root, id, 'index.ts')))
      const { image } = constantsOf(text(join(root, id, 'image.ts')))
      const { app = {}, mobile = {}, desktop = {} } = wallet
      const homepage = links.webLink(wallet.homepage)
      return tidy({
        source: 'thirdweb',
        name: wallet.name.trim(),
        homepage,
        rdns: one(links.rdnsOf(wallet.rdns)),
        mobile_link: links.schemeLink(mobile.native),
        universal_link: links.openLink(mobile.universal),
        desktop_link: links.schemeLink(desktop.native),
        desktop_universal: links.openLink(desktop.universal, homepage),
        webapp_link: links.openLink(app.browser, homepage),
        app_store: links.appStore(app.ios),
        play_store: links.playStore(app.android),
        chrome_store: links.chromeStore(app.chrome) ?? links.chromeStore(app.browser),
        firefox_store: links.firefoxStore(app.firefox),
        edge_store: links.edgeStore(app.edge),
        icon: image,
        imageAliases: one(wallet.image_id),
      })
    })
}

/** Kits of one vendor, pseudo wallets and generic ways to connect; none is a wallet of the list. */
const rainbowkitOthers = ['injectedWallet', 'walletConnectWallet']

/** @param {string} folder @returns {Claim[]} */
export function readRainbowkit(folder) {
  const root = join(folder, 'dist/wallets/walletConnectors')
  /** @type {Claim[]} */
  const claims = []
  for (const file of readdirSync(root)
    .filter((name) => /^chunk-.*\.js$/.test(name))
    .sort()) {
    const program = parse(text(join(root, file)), file)
    const nodes = [...walk(program)]
    const names = nodes.filter(({ type }) => type === 'ExportSpecifier').map(({ local }) => local.name)
    if (
      !names.some((name) => name.endsWith('Wallet')) ||
      names.some((name) => rainbowkitOthers.includes(name))
    )
      continue
    const wallet = nodes
      .filter(({ type }) => type === 'ObjectExpression')
      .map((node) => valueOf(node))
      .find((value) => value.id && value.name && value.iconBackground)
    if (!wallet) continue
    const { downloadUrls = {} } = wallet
    const flags = nodes
      .filter(({ type, key }) => type === 'Property' && key.name === 'flag')
      .map(({ value }) => valueOf(value))
      .filter((flag) => typeof flag === 'string')
    // `zerion://wc?uri=${…}`: what stands before the link is how the app is opened.
    const opened = nodes
      .filter(({ type }) => type === 'TemplateLiteral')
      .map(({ quasis }) => quasis[0].value.cooked)
      .filter((start) => start.endsWith('wc?uri='))
      .map((start) => start.replace(/wc\?uri=$/, ''))
    const icon = nodes
      .filter(({ type }) => type === 'ImportExpression')
      .map(({ source }) => valueOf(source))
      .find((path) => typeof path === 'string')
    claims.push(
      tidy({
        source: 'rainbowkit',
        name: wallet.name,
        homepage: siteOf([
          downloadUrls.browserExtension,
          downloadUrls.desktop,
          downloadUrls.mobile,
          downloadUrls.qrCode,
        ]),
        rdns: one(links.rdnsOf(wallet.rdns)),
        mobile_link: opened.map(links.schemeLink).find(Boolean),
        universal_link: opened.map((start) => links.openLink(start)).find(Boolean),
        app_store: links.appStore(downloadUrls.ios),
        play_store: links.playStore(downloadUrls.android),
        chrome_store: links.chromeStore(downloadUrls.chrome),
        firefox_store: links.firefoxStore(downloadUrls.firefox),
        edge_store: links.edgeStore(downloadUrls.edge),
        injected: [...new Set(flags)].map((injected_id) => ({ namespace: 'eip155', injected_id })),
        namespaces: ['eip155'],
        icon:
          icon &&
          Object.values(constantsOf(text(join(root, icon)), 'icon.js')).find((value) =>
            String(value).startsWith('data:'),
          ),
      }),
    )
  }
  return claims
}

const storeHosts =
  /(?:^|\.)(?:google|apple|mozilla|microsoft|opera|github|app|link|onelink|page)\.(?:com|org|me|link)$/

/** The site that a download page belongs to. @param {readonly unknown[]} pages */
function siteOf(pages) {
  const hosts = pages.map(links.webLink).flatMap((page) => (page ? [new URL(page).hostname] : []))
  const host = hosts.find(
    (name) => !storeHosts.test(name) && !/^(?:link|links|get|download|dl|learn|app|apps)\./.test(name),
  )
  return host && links.webLink(`https://${host}`)
}

/** CAIP namespaces of a chain family. @type {Record<string, string>} */
const families = {
  evm: 'eip155',
  sol: 'solana',
  btc: 'bip122',
  starknet: 'starknet',
  algo: 'algorand',
  cosmos: 'cosmos',
  sui: 'sui',
  ton: 'ton',
  tron: 'tron',
  dot: 'polkadot',
}
const dynamicOthers =
  /unknown|fallback|walletconnect|turnkey|zerodev|blocto|magic(?!eden)|coinbasesmart|waas|embedded/i

/** @param {unknown} link as this source writes it */
const browseLinkOf = (link) =>
  typeof link === 'string' ? links.browseLink(link.replaceAll('{{encodedDappURI}}', '{url}')) : undefined

/** @param {string} folder @returns {Claim[]} */
export function readDynamic(folder) {
  const { wallets } = constantsOf(text(join(folder, 'wallet-book-fallbacks.js')), 'wallets.js')
  return Object.entries(wallets)
    .filter(([key]) => !dynamicOthers.test(key))
    .map(([, wallet]) => {
      const { desktop = {}, mobile = {}, injectedConfig = [], chains = [] } = wallet
      /** @type {{ chain: string, extensionLocators?: { flag: string, value: boolean }[], windowLocations?: string[] }[]} */
      const configs = injectedConfig
      const injected = configs.flatMap(({ chain, extensionLocators = [], windowLocations = [] }) => {
        const namespace = families[chain]
        if (!namespace) return []
        const flags = extensionLocators.filter(({ value }) => value).map(({ flag }) => flag)
        // In the page of an Ethereum wallet a flag says who it is; elsewhere it is the place where it stands.
        const ids = namespace === 'eip155' && flags.length > 0 ? flags : windowLocations
        return [...new Set(ids)].map((injected_id) => ({ namespace, injected_id }))
      })
      const listed = chains.filter((/** @type {string} */ id) =>
        /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(id),
      )
      return tidy({
        source: 'dynamic',
        name: wallet.name,
        rdns: one(links.rdnsOf(wallet.eip6963Config?.rdns)),
        mobile_link: links.schemeLink(mobile.native),
        universal_link: links.openLink(mobile.universal),
        browse_link: [mobile.inAppBrowserV2, mobile.inAppBrowser].map(browseLinkOf).find(Boolean),
        app_store: links.appStore(mobile.iosId && `https://apps.apple.com/app/${mobile.iosId}`),
        play_store: links.playStore(
          mobile.androidId && `https://play.google.com/store/apps/details?id=${mobile.androidId}`,
        ),
        chrome_store: links.chromeStore(
          desktop.chromeId && `https://chromewebstore.google.com/detail/${desktop.chromeId}`,
        ),
        firefox_store: links.firefoxStore(
          desktop.firefoxId && `https://addons.mozilla.org/firefox/addon/${desktop.firefoxId}`,
        ),
        edge_store: links.edgeStore(
          desktop.edgeId && `https://microsoftedge.microsoft.com/addons/detail/${desktop.edgeId}`,
        ),
        injected,
        chains: listed,
        namespaces: [
          ...new Set([
            ...configs.map(({ chain }) => families[chain]).filter((name) => name !== undefined),
            ...listed.map((/** @type {string} */ id) => id.split(':')[0]),
          ]),
        ],
      })
    })
}
