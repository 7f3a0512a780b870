/** What is said where a wallet gets a way of recovery: a code to write down, or the vault. */
export const copy = {
  'backup.code': 'Write this code down',
  'backup.code-detail': 'It is shown once. Paper is best; a picture of it is as good as the code itself.',
  'backup.code-kept': 'I have it where only I can find it.',
  'backup.go-on': 'Go on',
  'backup.check': 'Do you have it?',
  'backup.check-detail': 'Read the end of the code from where you wrote it.',
  'backup.check-label': 'The last two groups of the code',
  'backup.check-wrong': 'That is not how the code ends. Look again.',
  'backup.check-done': 'Done',
  'backup.check-again': 'Show it again',
  'backup.keeping': 'Keeping the way back…',
  'backup.unreadable': 'The code could not be read back.',

  'backup.vault-sending': 'The vault sends you a mail…',
  'backup.vault': 'One more mail',
  'backup.vault-detail': 'The vault wrote to {email} by itself. It does not believe anybody else.',
  'backup.vault-code': 'Code from the vault’s mail',
  'backup.vault-code-missing': 'Type the code from the mail.',
  'backup.vault-set-up': 'Set up recovery',
} as const
