/** What windows say whatever they are for. */
export const copy = {
  'stage.bar': 'Your wallet at {host}',
  'stage.footer': 'Nobody of us ever asks you for your PIN, your passkey or your recovery code elsewhere.',

  // A sentence that is followed by another; most errors come without a full stop.
  'stage.sentence': '{text}.',

  'stage.failed': 'This did not work',
  'stage.again': 'Try again',
  'stage.over': 'This window cannot be used any more',
  'stage.over-detail': 'Open it again from the app.',

  'stage.too-small': 'Make this window larger to see the whole request.',
  'stage.no-share': 'Open this window from the app again: it needs the wallet of that page.',
  'stage.not-opened': 'Open this window from the app that needs your wallet.',

  // {why}: a whole sentence about what the wallet is to do.
  'stage.lock-why': '{why} For that it needs a lock of its own.',
  'stage.lock-elsewhere':
    'This wallet has no passkey and no PIN yet, and this device has no part of its keys. Set one up where the wallet works.',
} as const
