/** What is explained of wallets and networks. */
export const copy = {
  'network-help.ledger': 'A shared record',
  'network-help.ledger-detail': 'Each network keeps its own list of who owns what. Nobody owns the list.',
  'network-help.fees': 'Its own fees',
  'network-help.fees-detail': 'A transaction is paid for in the currency of the network it runs on.',
  'network-help.same': 'One account, many networks',
  'network-help.same-detail': 'Your address is the same on networks of a kind; what you hold there is not.',

  'wallets.keys': 'Your keys, in one place',
  'wallets.keys-detail': 'A wallet is an app that holds the keys to what you own. Nobody else has them.',
  'wallets.sign': 'One way to sign in everywhere',
  'wallets.sign-detail': 'Instead of a password, you approve each request in your wallet.',
  'wallets.ask': 'It always asks first',
  'wallets.ask-detail': 'An app sees your address. To move anything, it has to ask you.',
  'wallets.get': 'Getting one takes two minutes',
  'wallets.get-steps': 'Install a wallet, write down its recovery phrase on paper, and come back here.',
} as const
