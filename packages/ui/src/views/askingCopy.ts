/** What a wallet is asked, and how it answers: to connect, and to switch the network. */
import { en } from '../copy/en.js'
import type { Translate } from '../copy/text.js'
import { useWords } from '../copy/useWords.js'

export const copy = {
  'connecting.idle': 'Connect with {wallet}',
  'connecting.idle-detail': 'Your wallet will ask whether this app may see your address.',
  'connecting.start': 'Open {wallet}',
  'connecting.waiting': 'Continue in {wallet}',
  'connecting.waiting-detail': 'Approve the request in your wallet.',
  'connecting.slow': 'No prompt? Open {wallet} and look for the request.',
  'connecting.declined': 'Request declined',
  'connecting.declined-detail': 'You said no in {wallet}. Nothing was shared.',
  'connecting.locked': '{wallet} is locked',
  'connecting.locked-detail': 'Unlock it, or let it share an account with this app, then try again.',
  'connecting.pending': 'A request is already open',
  'connecting.pending-detail': 'Open {wallet} and answer it there, or try again.',
  'connecting.failed': 'Could not connect',
  'connecting.failed-detail': 'The wallet gave no reason.',
  'connecting.timeout': '{wallet} did not answer',
  'connecting.timeout-detail': 'It may be locked or still waiting for you. Open it, then try again.',
  'connecting.done': 'Connected',
  'connecting.done-detail': '{wallet} is ready to use.',

  'multi.title': 'Where do you want to connect?',
  'multi.detail': '{wallet} has accounts in several places. Choose one now and add the others later.',
  'multi.list': 'Places',

  'switch.waiting': 'Approve in {wallet}',
  'switch.waiting-detail': 'Your wallet asks whether it should move to {network}.',
  'switch.declined': 'Switch declined',
  'switch.declined-detail': 'You said no in {wallet}. {network} was not chosen.',
  'switch.unsupported': 'Network not supported',
  'switch.unsupported-detail': '{wallet} does not know {network} and would not add it.',
  'switch.gone': 'This network is gone',
  'switch.gone-detail': 'The app no longer offers it. Choose another one.',
} as const

/** With the words that every view has. */
const all = { ...en, ...copy } as const

export type AskingText = Translate<typeof all>

/** `const t = useAskingText()`. */
export const useAskingText = (): AskingText => useWords(all)
