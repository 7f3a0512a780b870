/** What the page says that shows the words or a key of the wallet. */
export const copy = {
  'export.footer': 'Whoever has these words has everything in this wallet. Nobody of us ever asks for them.',
  'export.wait': 'One moment…',
  'export.no-share': 'Open this window from an app in which the wallet works.',
  'export.why': 'The words of your wallet are shown to you, and to nobody else.',
  'export.not-now': 'Not now',

  'export.title': 'Take the keys out of the wallet?',
  'export.warn-all':
    'Whoever sees them can take everything, at once and for ever. There is no way to take them back.',
  'export.warn-nobody':
    'No page, no helper and no friend needs them. Somebody who asks for them wants to rob you.',
  'export.warn-mail': 'Your mailbox is told about this.',
  'export.what': 'What do you take out?',
  'export.what-words': 'Twelve words: every account',
  'export.what-eip155': 'One key: Ethereum account',
  'export.what-owner': 'One key: owner of the smart account',
  'export.what-solana': 'One key: Solana account',
  'export.what-bip122': 'One key: Bitcoin address',
  // {word}: the same in every language, in Latin letters.
  'export.type': 'Type {word} to go on',
  'export.type-again': 'Type the word {word}.',
  'export.show-words': 'Show the words',
  'export.show-key': 'Show the key',
  'export.no': 'No, close this',

  'export.alone': 'Is nobody looking?',
  'export.alone-detail': 'It comes in a moment. Close the window if you have changed your mind.',
  'export.close': 'Close',

  'export.words': 'The words of your wallet',
  'export.words-detail':
    'Twelve words, in this order. Any wallet that knows BIP-39 can read them. A smart account is not found by them: it needs the key of its owner.',
  'export.key': 'The key of one account',
  // {key}: one of the `what` above.
  'export.key-detail': '{key}. Other wallets import it as a private key.',
  'export.hold': 'Hold to show',
  'export.copy': 'Copy for a minute',
  'export.copied': 'Copied. It is wiped in a minute.',
  'export.done': 'Done',
  'export.done-words': 'The words are not shown any more. You can close this window.',
  'export.done-key': 'The key is not shown any more. You can close this window.',
} as const
