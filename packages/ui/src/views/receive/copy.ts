/** What the view of receiving says. */
export const copy = {
  'receive.code': 'QR code to pay {address}',
  'receive.lead': 'Scan to pay this account',
  'receive.only': 'Only send assets on {network} to this address.',
  'receive.only-detail': 'What is sent on another kind of network is lost.',
  'receive.unknown': 'The wallet is on a network that this app does not use.',
  'receive.copy': 'Copy address',
  'receive.copied': 'Address copied',
  'receive.copy-link': 'Copy payment link',
  'receive.copied-link': 'Payment link copied',
  'receive.share': 'Share',
  'receive.share-title': 'My address on {network}',
  'receive.off': 'Receiving is switched off',
  'receive.off-detail': 'This app does not offer it.',
} as const
