/** What the page of the account’s address says. */
export const copy = {
  'address.looking': 'One moment…',
  'address.no-opener': 'Open this window from the app that needs it.',
  'address.why-change': 'The address of your wallet becomes {email}.',
  'address.why-return': 'Your wallet comes back to the app when it is you who asks.',
  'address.done': 'Go on in the app',
  'address.done-change-detail': 'It asks for the codes that we send you by mail. You can close this window.',
  'address.done-detail': 'You can close this window.',

  'address.title': 'Is this your address?',
  'address.detail': 'Whoever reads its mail can sign in to your wallet, and gets its warnings.',
  'address.new': 'New address of your wallet',
  'address.asked-at': 'Asked at',
  'address.use': 'Use this address',
  'address.refuse': 'Not this one',
  'address.refused': 'Nothing was changed',
  'address.refused-detail': 'Your wallet stays as it is. You can close this window.',

  'address.undo': 'Was it not you?',
  'address.undo-detail':
    'The address of your wallet was changed. You can take that back; it also signs out everywhere.',
  'address.undo-go': 'Take the change back',
  'address.undone': 'Your wallet has its old address again',
  'address.undone-detail': 'It is {email}. Everybody is signed out; sign in again in your apps.',
  'address.undo-over': 'Nothing to take back',
} as const
