/** What the offline kit says, long after the window that made it is closed. */
export const copy = {
  // Its title.
  'kit.page': 'Offline kit of a wallet',
  'kit.damaged': 'This file is damaged',
  'kit.damaged-detail': 'Use another copy of it.',
  'kit.title': 'Your wallet, without the server',
  'kit.lead':
    'This file and your recovery code bring your wallet back, with nobody’s help. Take the network away first: unplug the cable, or switch on flight mode. Nothing is sent from here.',
  'kit.opens': 'What it opens',
  'kit.account': '{network}: {address}',
  'kit.smart-account': '{network}, smart account: {address}',
  'kit.code': 'Your recovery code',
  'kit.show': 'Show the words',
  'kit.no-code': 'That is no recovery code. Look for a letter that is wrong or missing.',
  'kit.other-code': 'This code does not open this file. It may be the code of another one.',
  'kit.words': 'The words of your wallet',
  'kit.words-detail':
    'Any wallet that knows BIP-39 can read them, in this order. Whoever sees them can take everything.',
  'kit.keys': 'Single keys',
  'kit.keys-detail': 'A smart account is not found by the words: it needs the key of its owner.',
  'kit.key-account': '{network} account',
  'kit.key-owner': 'Owner of the smart account',
  'kit.key-address': '{network} address',
  'kit.hide': 'Hide',
} as const
