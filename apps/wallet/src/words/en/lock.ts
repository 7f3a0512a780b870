/** What the pages say that give a wallet its lock. */
export const copy = {
  'lock.looking': 'One moment…',
  'lock.first': 'With a lock, nobody moves anything without you, whatever page asks.',
  'lock.done': 'Your wallet is locked',
  'lock.done-detail': 'From now on only you can open it. You can close this window.',

  'lock.title': 'Protect your wallet',
  'lock.passkey': 'With a passkey',
  'lock.passkey-hint': 'Your face, your finger or the lock of your device. Recommended.',
  'lock.pin': 'With a PIN',
  'lock.pin-hint': 'Six digits that you remember. Five wrong tries lock it.',
  'lock.not-made': 'No passkey was made. Try again, or choose a PIN.',
  'lock.making': 'Follow your browser…',
  'lock.locking': 'Locking your wallet…',

  'lock.first-use': 'Now use it once',
  'lock.first-use-detail':
    'The passkey is made. Using it shows that it works, and lets it bring your wallet back on another device.',
  'lock.use-passkey': 'Use the passkey',
  'lock.not-shown': 'The passkey was not shown. Try again.',

  'lock.code-beside-passkey': 'Your passkey can approve, but it cannot bring the wallet back. This code can.',
  'lock.code-beside-pin': 'If you lose this device, this code brings your wallet back.',
  'lock.recovery': 'If you lose this device',
  'lock.recovery-detail': 'How do you want to get back to your wallet?',
  'lock.recovery-code': 'With a recovery code',
  'lock.recovery-code-hint': 'You write it down. Only you can use it.',
  'lock.recovery-vault': 'With your mailbox and your PIN',
  'lock.recovery-vault-hint': 'Server recovery: the operator’s vault helps, and so has to be trusted.',
} as const
