/** The list of all wallets, for the registry of views and for the row that leads there. */
export const loadAllWallets = () => import('./AllWallets.js')
