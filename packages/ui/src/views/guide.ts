/** Where a person finds a wallet: a neutral list that sells nothing. Only ever opened by a click. */
export const walletGuideUrl = 'https://ethereum.org/wallets/find-wallet/'
