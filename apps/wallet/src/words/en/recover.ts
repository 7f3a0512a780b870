/** What the window says that brings a wallet to a new device. */
export const copy = {
  'recover.looking': 'Looking for the ways back…',
  'recover.no-opener': 'Open this window from the app that needs your wallet.',
  'recover.none': 'No way back is set up',
  'recover.none-detail':
    'This wallet lives on one device only. Use it there, and add a way of recovery in its settings.',

  'recover.title': 'Bring your wallet to this device',
  'recover.detail':
    'You are signed in, but this device has no part of the keys yet. How do you want to prove that they are yours?',
  'recover.passkey': 'With your passkey',
  'recover.passkey-hint': 'The one that you made for this wallet; it may be on your phone.',
  'recover.code': 'With your recovery code',
  'recover.code-hint': 'Nine groups of letters and digits that you wrote down.',
  'recover.vault': 'With your mailbox and your PIN',
  'recover.vault-hint': 'Server recovery: the operator’s vault helps.',

  'recover.working': 'Putting your wallet together…',
  'recover.done': 'Your wallet is here',
  'recover.done-detail': 'Go on in the app. You can close this window.',
  'recover.done-vault-detail':
    'It came back with the help of the server. In a day, add a passkey or a recovery code in the settings, so that only you can do that.',
  'recover.not-shown': 'The passkey was not shown. Try again, or another way.',
  'recover.failed': 'That did not open your wallet. Try again, or another way.',

  'recover.passkey-removed': 'This passkey was removed from the wallet.',
  'recover.passkey-no-secret': 'This browser cannot read the secret of that passkey. Try another way.',

  'recover.type-code': 'Type your recovery code',
  'recover.type-code-detail': 'Small letters and missing dashes are fine.',
  'recover.type-code-label': 'Recovery code',
  'recover.type-code-wrong': 'A letter is missing or wrong. Compare it with what you wrote down.',
  'recover.go': 'Recover',

  'recover.vault-sending': 'The vault sends you a mail…',
  'recover.vault-ask': 'Mailbox and PIN',
  'recover.vault-ask-detail': 'The vault wrote to you by itself. Five wrong PINs lock it.',
  'recover.vault-code': 'Code from the vault’s mail',
  'recover.vault-code-missing': 'Type the code from the vault’s mail.',
  'recover.vault-code-first': 'Type the code from the vault’s mail first.',
  'recover.vault-pin': 'Your PIN',
  'recover.vault-pin-length': 'A PIN has six digits.',
  'recover.vault-forgot': 'I forgot the PIN',
  'recover.vault-new-pin': 'The vault has its new PIN',
  'recover.vault-new-pin-detail': 'One more mail: its code and the new PIN bring your wallet here.',
  'recover.vault-send': 'Send me the mail',
} as const
