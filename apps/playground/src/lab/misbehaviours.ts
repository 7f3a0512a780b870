/** What a demo wallet can be told to do: with the next question, or at once. */
import type { LabWallet } from 'latchkey/testing'

export interface Misbehaviour {
  readonly name: string
  /** What it stands for. */
  readonly note: string
  run(wallet: LabWallet): void
}

/** Holds for one question. */
export const nextTime: readonly Misbehaviour[] = [
  { name: 'Reject', note: 'The person says no.', run: ({ next }) => next.reject() },
  { name: 'Be locked', note: 'It shares no account.', run: ({ next }) => next.answerLocked() },
  {
    name: 'Be busy',
    note: 'An earlier question is still open: -32002.',
    run: ({ next }) => next.sayPending(),
  },
  { name: 'Hang', note: 'It never answers.', run: ({ next }) => next.hang() },
  {
    name: 'Answer late',
    note: 'After eight seconds.',
    run: (wallet) => {
      wallet.next.wait()
      void wallet.asked().then((prompt) => setTimeout(() => prompt.approve(), 8000))
    },
  },
  {
    name: 'Fail',
    note: 'With an error of its own.',
    run: ({ next }) => next.fail({ code: -32000, message: 'The extension was updated. Reload the page.' }),
  },
  { name: 'Forget the network', note: 'It does not know it: 4902.', run: ({ next }) => next.forgetChain() },
  {
    name: 'Sign with another key',
    note: 'The kit must notice.',
    run: ({ next }) => next.signWrongly('personal_sign'),
  },
]

/** An id that no network of the page has. */
const nowhere = 424_242

export const atOnce: readonly Misbehaviour[] = [
  {
    name: 'Change account',
    note: 'As if chosen in the wallet.',
    run: (wallet) => wallet.switchAccount(wallet.addresses.length - 1),
  },
  {
    name: 'Change network',
    note: 'To Ethereum, or back.',
    run: (wallet) => wallet.switchChain(wallet.chainId === 1 ? 31337 : 1),
  },
  {
    name: 'Leave the page’s networks',
    note: 'To one it never asked for.',
    run: (wallet) => wallet.switchChain(nowhere),
  },
  { name: 'Lock', note: 'Its accounts are gone.', run: (wallet) => wallet.lock() },
  { name: 'Unlock', note: 'And back.', run: (wallet) => wallet.unlock() },
  { name: 'Revoke', note: 'The permission is taken back.', run: (wallet) => wallet.revoke() },
  { name: 'Vanish', note: 'The extension is removed.', run: (wallet) => wallet.vanish() },
]
