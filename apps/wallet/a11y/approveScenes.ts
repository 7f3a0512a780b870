/** The window where a request is decided: what is asked, how it is confirmed, and every end that it comes to. */
import type { ApprovalView } from '../src/request/facts.js'
import { approval, calls, greeting, payment, viewOf } from './requests.js'
import { type Answers, type Hand, me, opened, passkey, pin, type Scene } from './scene.js'

const paymentView = viewOf(payment)
const approvalView = viewOf(approval, {
  simulation: { status: 'unavailable', changes: [] },
  warnings: [{ kind: 'not-simulated', text: 'Nobody could try this' }],
})
const greetingView = viewOf(greeting, { simulation: undefined, factor: 'passkey' })

const asked = (view: ApprovalView, answers: Answers = {}) =>
  opened('approve', {
    approvalRead: () => view,
    me: () => me(view.factor === 'pin' ? {} : { passkeys: [passkey] }),
    ...answers,
  })

/** The button sleeps for a moment after the window came or got its focus back; then a press of it counts. */
async function wake({ page, say, see, pass }: Hand, key: string): Promise<void> {
  await see(key)
  const button = page.getByRole('button', { name: say(key) })
  for (let tries = 0; tries < 20; tries += 1) {
    await pass(1_000)
    if ((await button.getAttribute('aria-disabled')) === null) return
  }
}

export const approveScenes: readonly Scene[] = [
  { name: 'reading', ...asked(paymentView, { approvalRead: () => 'never' }), shows: 'approve.wait' },
  { name: 'a payment', ...asked(paymentView), shows: 'approve.with-pin' },
  {
    name: 'a payment, with the PIN typed',
    ...asked(paymentView),
    async play(hand) {
      await hand.fill('approve.pin', pin)
      await wake(hand, 'approve.with-pin')
    },
    shows: 'approve.with-pin',
  },
  {
    name: 'a wrong PIN',
    ...asked(paymentView, { approvalDecide: () => ({ refused: 'PIN_INVALID', left: 3 }) }),
    async play(hand) {
      await hand.fill('approve.pin', pin)
      await wake(hand, 'approve.with-pin')
      // A mouse that is suddenly there was put there.
      await hand.page.mouse.move(5, 5)
      await hand.page.mouse.move(50, 50)
      await hand.press('approve.with-pin')
    },
    shows: ['error.pin-invalid', { left: 3 }],
  },
  {
    name: 'a danger, with what has to be ticked',
    ...asked(approvalView),
    async play({ see, tickAll }) {
      await see('approve.dangerous')
      await tickAll()
    },
    shows: 'approve.dangerous',
  },
  {
    name: 'several calls',
    ...asked(viewOf(calls)),
    shows: 'approve.reject',
  },
  {
    name: 'a message',
    ...asked(greetingView),
    play: (hand) => wake(hand, 'approve.with-passkey'),
    shows: 'approve.with-passkey',
  },
  {
    name: 'a request that fails',
    ...asked(viewOf(payment, { simulation: { status: 'reverted', reason: 'Too little left', changes: [] } })),
    shows: ['request.fails-because', { reason: 'Too little left' }],
  },
  {
    name: 'of another page',
    ...asked(viewOf({ ...payment, origin: 'https://other.example' })),
    shows: 'approve.other-page',
  },
  {
    name: 'no lock yet',
    ...asked(paymentView, { me: () => me({ hasPin: false }) }),
    shows: 'lock.title',
  },
  { name: 'approved', ...asked(viewOf(payment, { state: 'approved' })), shows: 'approve.approved' },
  { name: 'rejected', ...asked(viewOf(payment, { state: 'rejected' })), shows: 'approve.rejected' },
  { name: 'expired', ...asked(viewOf(payment, { state: 'expired' })), shows: 'approve.expired' },
  {
    name: 'used up',
    ...asked(paymentView, { windowOpen: () => ({ refused: 'LINK_USED' }) }),
    shows: 'approve.over',
  },
  {
    name: 'no answer',
    ...asked(paymentView, { approvalRead: () => ({ refused: 'UNAVAILABLE' }) }),
    shows: 'stage.failed',
  },
]
