/** What the list of all wallets says. */
import { en } from '../copy/en.js'
import type { Translate } from '../copy/text.js'
import { useWords } from '../copy/useWords.js'

export const copy = {
  'all.search': 'Search wallets',
  'all.list': 'Wallets',
  'all.filters': 'Show only',
  'all.certified': 'Certified',
  'all.found': '{count, plural, one {# wallet} other {# wallets}}',
  'all.none': 'No wallet found',
  'all.none-detail': 'Nothing here is called “{search}”.',
  'all.none-filter': 'No wallet fits these filters.',
  'all.clear': 'Show all wallets',
  'all.failed': 'The full list could not be loaded. Well-known wallets are shown instead.',
  'all.failed-more': 'The rest of the list could not be loaded.',
} as const

/** With the words that every view has. */
const all = { ...en, ...copy } as const

export type AllWalletsText = Translate<typeof all>

/** `const t = useAllWalletsText()`. */
export const useAllWalletsText = (): AllWalletsText => useWords(all)
