/** Keys for Solana lab wallets: the first accounts of the test mnemonic everybody knows (m/44'/501'/n'/0'), funded on local chains, worth nothing elsewhere. */

/** Three accounts, known to everybody. */
export const solanaLabKeys: readonly [string, string, string] = [
  'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
  '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
  '8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e',
]

/** Signs where a wallet is told to sign wrongly; none of the accounts above. */
export const solanaStrangerKey = 'f5606f75eaffadd56cc1247896e4e79237c37fe57cc970cfb12fb7d304323661'
