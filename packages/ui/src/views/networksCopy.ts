/** What the list of networks says. */
import { en } from '../copy/en.js'
import type { Translate } from '../copy/text.js'
import { useWords } from '../copy/useWords.js'

export const copy = {
  'networks.list': 'Networks',
  'networks.current': 'Current',
  'networks.waiting': 'Approve in your wallet',
  'networks.testnet': 'Testnet',
  'networks.search': 'Search networks',
  'networks.none': 'No network found',
  'networks.none-detail': 'Nothing here is called “{search}”.',
  'networks.help': 'What is a network?',
  'networks.declined': 'Declined. Press to try again',
  'networks.not-known': 'Your wallet does not support it',
  'networks.not-approved': 'Not approved in your wallet',
  'networks.unsupported': 'This app does not use the network your wallet is on. Choose one it does.',
} as const

/** With the words that every view has. */
const all = { ...en, ...copy } as const

export type NetworksText = Translate<typeof all>

/** `const t = useNetworksText()`. */
export const useNetworksText = (): NetworksText => useWords(all)
