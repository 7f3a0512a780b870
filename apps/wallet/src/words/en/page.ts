/** Titles of the windows and of the frame, as their HTML has them too. */
export const copy = {
  'page.approve': 'Approve · Wallet',
  'page.device': 'Confirm your sign-in · Wallet',
  'page.email': 'Your address · Wallet',
  'page.enrol': 'Protect your wallet · Wallet',
  'page.export': 'Export your wallet · Wallet',
  'page.handoff': 'Signed in · Wallet',
  'page.keep': 'Keep your PIN · Wallet',
  'page.passkey': 'Passkey · Wallet',
  'page.recover': 'Recover your wallet · Wallet',
  'page.sdk': 'Embedded wallet · Latchkey',
  'page.settings': 'Settings · Wallet',
} as const
