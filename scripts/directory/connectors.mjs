/** Pictures of the ways to connect that are no wallet; clients of this wire ask for them by fixed ids. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { svgPicture } from './images.mjs'
import { constantsOf } from './literals.mjs'

/** A window with a purse in it, for a browser wallet without a name. */
const browserWallet = `<svg viewBox="0 0 40 40" width="40" height="40"><rect width="40" height="40" fill="#3d4452"/>
<path d="M9 13a3 3 0 0 1 3-3h16a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3zM9 16h22M22 23h9M13 13h.01M16 13h.01"
fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/**
 * @param {Record<string, string>} ids by connector @param {string} folder of the pictures
 * @returns {Map<string, import('./images.mjs').Picture>} by id
 */
export function connectorPictures(ids, folder) {
  const path = join(folder, 'dist/svgs/wallets/background/wallet-connect.svg.js')
  const walletConnect = String(Object.values(constantsOf(readFileSync(path, 'utf8'), 'icon.js'))[0])
  const sources = { WALLET_CONNECT: walletConnect, INJECTED: browserWallet }
  return new Map(
    Object.entries(sources).flatMap(([name, source]) => {
      const [id, picture] = [ids[name], svgPicture(source)]
      return id && picture ? [[id, picture]] : []
    }),
  )
}
