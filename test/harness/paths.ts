/** Where the parts of the house lie, for tests that start or serve them. */
import { resolve } from 'node:path'

export const houseFolder = resolve(import.meta.dirname, '../..')
export const supervisor = resolve(houseFolder, 'local/dist/main.js')
export const pagesFolder = resolve(import.meta.dirname, 'pages')
export const shotsFolder = resolve(import.meta.dirname, '../e2e/__shots__')
export const walletDist = resolve(houseFolder, 'apps/wallet/dist')
