/** What the frame says inside of the modal of an app. */
export const copy = {
  'panel.incomplete': 'The address of this frame is incomplete. Apps open it through Latchkey.',
  'panel.alone':
    'This is the frame of the embedded wallet. It works only inside the app that it was opened for.',

  'panel.working': 'Approved. Signing…',
  'panel.approve': 'Approve',
  'panel.reject': 'Reject',
  'panel.cancel': 'Cancel',
  'panel.failed': 'That did not work. Try again.',
  'panel.review': 'Review in the wallet window',
  'panel.does-not-fit': 'The request does not fit in here. The window shows all of it.',
  'panel.open': 'Open the wallet window',
  'panel.opened': 'Go on in the window. It did not open? Press the button again.',
  'panel.not-opened': 'The window could not be opened.',

  'panel.enrol': 'Lock your wallet',
  'panel.enrol-detail': 'Add a passkey or a PIN, and a way to get your wallet back.',
  'panel.recover': 'Bring your wallet to this device',
  'panel.recover-detail': 'You are signed in, but this device has no part of the keys yet.',
  'panel.export': 'Take your keys with you',
  'panel.export-detail': 'The wallet shows them in a window of its own.',
  'panel.settings': 'Wallet settings',
  'panel.settings-detail': 'Devices, ways of recovery and passkeys are in a window of their own.',
  'panel.email': 'Is it you?',
  'panel.email-detail': 'Confirm it in the wallet’s own window first.',

  'panel.passkey': 'Sign in with a passkey',
  'panel.passkey-detail': 'Your face, your finger or the lock of this device. There is nothing to remember.',
  'panel.use-passkey': 'Use your passkey',
  'panel.make-passkey': 'Make a new passkey',
  'panel.no-passkey': 'No passkey was shown. Make one, or try again.',
  'panel.number': 'Type this number in the window: {number}',
} as const
