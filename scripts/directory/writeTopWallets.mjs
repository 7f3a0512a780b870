/** The copy inside the widget: the top of the list with small pictures, so that Connect is never empty (D-10). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Wallets in the copy; every ten of them weigh about 9 KB with their pictures. */
const howMany = 24

const head = (/** @type {string} */ about) =>
  `/** ${about} Made by \`npm run directory\`; not edited by hand. */\n`

/** @param {{ aliases: string[], rdns: string[] }} wallet */
const otherNames = ({ aliases, rdns }) => [...aliases, ...rdns.slice(1)]

/** As the gateway tells it: by any link that takes a pairing. @param {Record<string, unknown>} wallet */
const speaks = (wallet) =>
  ['mobile_link', 'universal_link', 'desktop_link', 'desktop_universal', 'webapp_link'].some(
    (link) => wallet[link] !== null,
  )

/**
 * @param {{ wallets: readonly any[], icons: ReadonlyMap<string, Buffer>, to: string }} input icons by wallet id
 * @returns the files written
 */
export function writeTopWallets({ wallets, icons, to }) {
  const top = wallets.slice(0, howMany)
  const entries = top.map((wallet) => ({
    id: wallet.id,
    slug: wallet.slug,
    ...(otherNames(wallet).length > 0 ? { aliases: otherNames(wallet) } : {}),
    name: wallet.name,
    rdns: wallet.rdns[0] ?? null,
    homepage: wallet.homepage,
    chains: wallet.chains,
    mobile_link: wallet.mobile_link ?? wallet.universal_link,
    link_mode: wallet.universal_link,
    desktop_link: wallet.desktop_link ?? wallet.desktop_universal,
    ...(wallet.desktop_link !== null && wallet.desktop_universal !== null
      ? { desktop_universal: wallet.desktop_universal }
      : {}),
    webapp_link: wallet.webapp_link,
    ...(wallet.browse_link === null ? {} : { browse_link: wallet.browse_link }),
    app_store: wallet.app_store,
    play_store: wallet.play_store,
    chrome_store: wallet.chrome_store,
    firefox_store: wallet.firefox_store,
    ...(wallet.edge_store === null ? {} : { edge_store: wallet.edge_store }),
    injected: wallet.injected,
    ...(speaks(wallet) ? {} : { supports_wc: false }),
  }))
  const files = { list: join(to, 'topWallets.ts'), icons: join(to, 'topWalletIcons.ts') }
  writeFileSync(
    files.list,
    `${head('The best known wallets of the directory, for when no gateway can be asked.')}
import type { TopWallet } from './topWallet.js'

export const topWallets: readonly TopWallet[] = ${JSON.stringify(entries)}
`,
  )
  const pictures = Object.fromEntries(
    top.flatMap(({ id }) => {
      const bytes = icons.get(id)
      return bytes ? [[id, `data:image/webp;base64,${bytes.toString('base64')}`]] : []
    }),
  )
  writeFileSync(
    files.icons,
    `${head('Pictures of the wallets in `topWallets`, by id.')}
export const topWalletIcons: Readonly<Record<string, string>> = ${JSON.stringify(pictures)}
`,
  )
  return Object.values(files)
}
