/** What the page says that shows what protects the wallet. */
export const copy = {
  'settings.wait': 'One moment…',
  'settings.title': 'What protects your wallet',
  'settings.none': 'None yet.',
  'settings.remove': 'Remove',
  'settings.remove-named': 'Remove: {name}',
  'settings.change': 'Change',
  'settings.change-named': 'Change: {name}',
  'settings.stop': 'Stop',
  'settings.stop-named': 'Stop: {name}',
  'settings.why': 'This changes what protects your wallet.',
  'settings.declined': 'The passkey was not shown. Nothing was changed.',

  'settings.locks': 'Locks',
  'settings.passkey': 'Passkey',
  'settings.passkey-synced': 'On all your devices',
  'settings.passkey-single': 'On one device only',
  'settings.pin': 'PIN',
  'settings.pin-hint': 'Six digits',
  'settings.first-lock': 'Set up a lock',
  'settings.first-lock-why': 'With a lock, nobody moves anything without you, whatever page asks.',
  'settings.add-passkey': 'Add a passkey',
  'settings.set-pin': 'Set a PIN',

  'settings.ways': 'Ways back, if you lose a device',
  'settings.way-passkey': 'Passkey',
  'settings.way-passkey-hint': 'Brings the wallet back by itself',
  'settings.way-code': 'Recovery code',
  'settings.way-code-hint': 'Written down by you',
  'settings.way-vault': 'Mailbox and PIN',
  'settings.way-vault-hint': 'Server recovery, with the PIN that you chose for it',
  'settings.add-code': 'Add a recovery code',
  'settings.add-code-why': 'If you lose your devices, this code brings your wallet back.',
  'settings.held-email':
    'Passkeys and recovery codes can be added when the change of your email address is final.',
  'settings.held-device':
    'Passkeys and recovery codes can be added a day after your wallet came to this device.',

  'settings.devices': 'Devices',
  'settings.device': '{days, plural, =0 {used today} =1 {used yesterday} other {used # days ago}}',
  'settings.device-this':
    'this one, {days, plural, =0 {used today} =1 {used yesterday} other {used # days ago}}',
  // {label}: what the browser and its system are called.
  'settings.device-label':
    '{label}, {days, plural, =0 {used today} =1 {used yesterday} other {used # days ago}}',
  'settings.device-label-this':
    '{label}, this one, {days, plural, =0 {used today} =1 {used yesterday} other {used # days ago}}',

  'settings.permissions': 'What apps may do without asking',
  // {lines}: one or more whole sentences.
  'settings.permission': '{lines} On {network}, until {until}',
  'settings.permission-stopped':
    'Stopped: nothing more is signed for it. {network} forgets it at {until} at the latest',
  // What the button does, and what it leaves to the app: closing a session costs a fee, and is asked for as any request.
  'settings.stop-hint':
    'Stop works at once: your wallet signs nothing more for the app. What it signed before can still arrive until the end. To close it on the network too, for a network fee, open that app, and press Revoke under Account details, Permissions.',

  'settings.done': 'Done',
  'settings.done-detail': 'You can close this window.',
} as const
