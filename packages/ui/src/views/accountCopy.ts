/** What is said of an account, of the wallets that hold it and of its details. */
import { en } from '../copy/en.js'
import type { Translate } from '../copy/text.js'
import { useWords } from '../copy/useWords.js'

export const copy = {
  'account.copy': 'Copy address',
  'account.copied': 'Address copied',
  'account.balance-failed': 'Balance unavailable',
  'account.wallet': 'Connected wallet',
  'account.accounts': '{count, plural, one {# account} other {# accounts}}',
  'account.wallets-more': 'and {count} more',
  'account.onramp': 'Buy',
  'account.swaps': 'Swap',
  'account.receive': 'Receive',
  'account.send': 'Send',
  'account.missing': 'Not available on {namespace}: {features}',
  'account.network': 'Network',
  'account.disconnect': 'Disconnect',
  'account.disconnecting': 'Disconnecting…',

  'settings.address': 'Address',
  'settings.type': 'Account type',
  'settings.plain': 'Standard account',
  'settings.smart': 'Smart account',
  'settings.network-id': 'Network id',
  'settings.name': 'Get a name',
  'settings.name-more': 'Get another name',
  'settings.name-detail': 'In place of a long address',

  'profile.active': 'In use',
  'profile.accounts': 'Accounts of {wallet}',
  'profile.current': 'This account signs',
  'profile.use': 'Use',
  'profile.switching': 'Switching…',
  'profile.switched': 'Account switched',
  'profile.switch-failed': 'The account was not switched',
  'profile.add': 'Add another wallet',
  'profile.replace': 'Use another wallet',
  'profile.disconnect-one': 'Disconnect {wallet}',
  'profile.disconnect-all': 'Disconnect all',
  'profile.empty': 'No wallet connected',
  'profile.empty-detail': 'The wallet ended the connection. Connect again to go on.',
} as const

export type AccountCopyKey = keyof typeof copy

/** With the words that every view has. */
const all = { ...en, ...copy } as const

export type AccountText = Translate<typeof all>

/** `const t = useAccountText()`. */
export const useAccountText = (): AccountText => useWords(all)
