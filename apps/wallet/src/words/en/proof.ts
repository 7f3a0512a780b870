/** What is said where somebody proves once more who they are. */
export const copy = {
  'proof.title': 'Is it you?',
  'proof.use-passkey': 'Use your passkey',
  'proof.not-shown': 'The passkey was not shown.',
  'proof.no-passkey': 'This wallet has no passkey.',

  'proof.use-pin': 'Use your PIN',
  'proof.pin': 'Your PIN',
  'proof.pin-length': 'A PIN has six digits.',
  'proof.forgot-pin': 'I forgot the PIN',
  'proof.go-on': 'Go on',
  'proof.wait': 'A new PIN takes time',
  'proof.wait-detail':
    'You can set one in {hours, plural, one {# hour} other {# hours}}, in this same place. Until then we write to you every day, so that nobody does this without you.',

  'proof.sending': 'Sending you a code…',
  'proof.mail': 'Look into your mailbox',
  'proof.mail-detail': 'We sent a code to {email}.',
  'proof.mail-code': 'Code from the mail',
  'proof.mail-code-missing': 'Type the code from the mail.',
  'proof.mail-again': 'Send it again',
} as const
