/** What the page says that keeps a PIN as it is. */
export const copy = {
  'keep.incomplete': 'This link is incomplete',
  'keep.incomplete-detail': 'Open the whole link from the mail.',
  'keep.title': 'Did you forget your PIN?',
  'keep.detail': 'Somebody asked to set another PIN for your wallet. If it was not you, stop it here.',
  'keep.keep': 'Keep my PIN',
  'keep.kept': 'Your PIN stays',
  'keep.kept-detail': 'Whoever asked for another one does not get it.',
  'keep.over': 'Nothing to stop',
  'keep.over-detail': 'This link has expired.',
} as const
