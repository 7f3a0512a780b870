/** What a demo wallet can be told to do: with the next question, or at once. */
import type { LabWallet } from 'latchkey/testing'
import type { PageWallet } from './pageWallet.js'

export interface Misbehaviour {
  readonly name: string
  /** What it stands for. */
  readonly note: string
  run(): void
}

/** Holds for one question. */
export const nextTime = ({ controls, namespace, signing }: PageWallet): readonly Misbehaviour[] => {
  const { next } = controls
  return [
    { name: 'Reject', note: 'The person says no.', run: () => next.reject() },
    { name: 'Be locked', note: 'It shares no account.', run: () => next.answerLocked() },
    { name: 'Be busy', note: 'An earlier question is still open: -32002.', run: () => next.sayPending() },
    { name: 'Hang', note: 'It never answers.', run: () => next.hang() },
    {
      name: 'Answer late',
      note: 'After eight seconds.',
      run: () => {
        next.wait()
        void controls.asked().then((prompt) => setTimeout(() => prompt.approve(), 8000))
      },
    },
    {
      name: 'Fail',
      note: 'With an error of its own.',
      run: () => next.fail({ code: -32000, message: 'The extension was updated. Reload the page.' }),
    },
    ...(namespace === 'eip155'
      ? [{ name: 'Forget the network', note: 'It does not know it: 4902.', run: () => next.forgetChain() }]
      : []),
    { name: 'Sign with another key', note: 'The kit must notice.', run: () => next.signWrongly(signing) },
  ]
}

interface Common {
  lock(): void
  unlock(): void
  revoke(): void
}

/** What wallets of every namespace can do. */
export const anyAtOnce = (wallet: Common): readonly Misbehaviour[] => [
  { name: 'Lock', note: 'Its accounts are gone.', run: () => wallet.lock() },
  { name: 'Unlock', note: 'And back.', run: () => wallet.unlock() },
  { name: 'Revoke', note: 'The permission is taken back.', run: () => wallet.revoke() },
]

export const changeAccount = (run: () => void): Misbehaviour => ({
  name: 'Change account',
  note: 'As if chosen in the wallet.',
  run,
})

/** An id that no network of the page has. */
const nowhere = 424_242

export const eip155AtOnce = (wallet: LabWallet): readonly Misbehaviour[] => [
  changeAccount(() => wallet.switchAccount(wallet.addresses.length - 1)),
  {
    name: 'Change network',
    note: 'To Ethereum, or back.',
    run: () => wallet.switchChain(wallet.chainId === 1 ? 31337 : 1),
  },
  {
    name: 'Leave the page’s networks',
    note: 'To one it never asked for.',
    run: () => wallet.switchChain(nowhere),
  },
  ...anyAtOnce(wallet),
  { name: 'Vanish', note: 'The extension is removed.', run: () => wallet.vanish() },
]
