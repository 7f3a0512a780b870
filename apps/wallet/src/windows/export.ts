/** The words of the wallet, or one key of it, for a person who wants to leave: after a step-up, a typed word and a wait, and only while they hold a button. */
import type { KeyRole } from '../keys/deriveKeys.js'
import { h } from '../look/draw.js'
import { busy, button, field, head, select } from './parts.js'
import { reachLevel } from './reachLevel.js'
import { openWindowSession, type WindowSession } from './session.js'
import { isFinal, openStage, textOf, WindowProblem } from './stage.js'
import { withWorker } from './work.js'

const stage = openStage(
  'Whoever has these words has everything in this wallet. Nobody of us ever asks for them.',
)
const word = 'EXPORT'
/** All of it, or one account; only the words can be made into the others again. */
type Taken = 'words' | KeyRole
const names: Readonly<Record<Taken, string>> = {
  words: 'Twelve words: every account',
  eip155: 'One key: Ethereum account',
  smartAccountOwner: 'One key: owner of the smart account',
  solana: 'One key: Solana account',
  bip122: 'One key: Bitcoin address',
}

/** How long a copy may lie in the clipboard. */
const clipboardLife = 60_000

async function start(): Promise<void> {
  stage.wait('One moment…')
  try {
    const session = await openWindowSession()
    if (!session.share) throw new WindowProblem('Open this window from an app in which the wallet works.')
    await reachLevel(stage, session, 3, 'The words of your wallet are shown to you, and to nobody else.')
    warn(session)
  } catch (error) {
    failed(error)
  }
}

function warn(session: WindowSession): void {
  const go = () => void open()
  const typed = field({ label: `Type ${word} to go on`, kind: 'text', length: 12, enter: go })
  const what = select('What do you take out?', names)
  const next = button('Show the words', go, { look: 'danger' })
  what.input.addEventListener('change', () =>
    next.replaceChildren(what.value() === 'words' ? 'Show the words' : 'Show the key'),
  )
  async function open(): Promise<void> {
    if (typed.input.value.trim().toUpperCase() !== word) return typed.say(`Type the word ${word}.`)
    const taken = what.value()
    try {
      const { secret, waits } = await busy(next, () => secretOf(session, taken))
      await countDown(waits)
      reveal(taken, secret)
      await session.finish({})
    } catch (error) {
      failed(error)
    }
  }
  stage.show(
    ...head({ icon: 'alert', tone: 'bad', title: 'Take the keys out of the wallet?' }),
    h(
      'ul',
      { class: 'plain' },
      h(
        'li',
        {},
        'Whoever sees them can take everything, at once and for ever. There is no way to take them back.',
      ),
      h(
        'li',
        {},
        'No page, no helper and no friend needs them. Somebody who asks for them wants to rob you.',
      ),
      h('li', {}, 'Your mailbox is told about this.'),
    ),
    what.root,
    typed.root,
    h(
      'div',
      { class: 'actions' },
      next,
      button('No, close this', () => window.close()),
    ),
  )
}

async function secretOf(
  { api, share }: WindowSession,
  taken: Taken,
): Promise<{ secret: string; waits: number }> {
  if (!share) throw new WindowProblem('Open this window from an app in which the wallet works.')
  const { d, marks, deviceId } = share
  return withWorker(async (worker) => {
    const body = { walletId: marks.walletId, hpkePub: worker.publicKey }
    const { s, epoch, notBefore, now } = await api.call('exportTicket', { body })
    const daily = { d, s, deviceId, epoch, marks: [marks] } as const
    const secret =
      taken === 'words' ? await worker.run('exportWords', daily) : await worker.run('exportKey', daily, taken)
    return { secret, waits: notBefore - now }
  })
}

/** Long enough to think again, and for a person beside one to say stop. */
async function countDown(ms: number): Promise<void> {
  const until = performance.now() + ms
  const left = () => Math.ceil((until - performance.now()) / 1000)
  const clock = h('p', { class: 'big-code', role: 'timer' }, String(left()))
  stage.show(
    ...head({
      icon: 'lock',
      title: 'Is nobody looking?',
      text: 'It comes in a moment. Close the window if you have changed your mind.',
    }),
    clock,
    h(
      'div',
      { class: 'actions' },
      button('Close', () => window.close()),
    ),
  )
  await new Promise<void>((resolve) => {
    const tick = setInterval(() => {
      if (left() > 0) return clock.replaceChildren(String(left()))
      clearInterval(tick)
      resolve()
    }, 200)
  })
}

function reveal(taken: Taken, secret: string): void {
  const isWords = taken === 'words'
  const list = isWords
    ? h('ol', { class: 'words', 'data-hidden': true })
    : h('p', { class: 'key', 'data-hidden': true })
  const parts = isWords ? secret.split(' ') : [secret]
  const draw = (write: (part: string) => string) =>
    list.replaceChildren(...parts.map((part) => (isWords ? h('li', {}, write(part)) : write(part))))
  const hide = () => {
    list.dataset['hidden'] = ''
    // A key takes the same lines either way, so that nothing moves under the finger.
    draw((part) => '•'.repeat(isWords ? 6 : part.length))
  }
  const hold = h('button', { type: 'button', class: 'action', 'data-look': 'accent' }, 'Hold to show')
  const show = (event: Event) => {
    if (!event.isTrusted) return
    delete list.dataset['hidden']
    draw((part) => part)
  }
  hold.addEventListener('pointerdown', (event) => {
    // Held is held, wherever the finger slips to.
    if (event.isTrusted) hold.setPointerCapture(event.pointerId)
    show(event)
  })
  hold.addEventListener('keydown', (event) => {
    if (event.key === ' ' || event.key === 'Enter') show(event)
  })
  for (const end of ['pointerup', 'pointerleave', 'pointercancel', 'keyup', 'blur', 'contextmenu'])
    hold.addEventListener(end, hide)
  const copy = button('Copy for a minute', () => void copyWords())
  async function copyWords(): Promise<void> {
    await navigator.clipboard.writeText(secret)
    copy.replaceChildren('Copied. It is wiped in a minute.')
    setTimeout(() => void navigator.clipboard.writeText('').catch(() => {}), clipboardLife)
  }
  const leave = () => {
    listening.abort()
    stage.end({
      title: 'Done',
      text: `${isWords ? 'The words are' : 'The key is'} not shown any more. You can close this window.`,
      tone: 'good',
    })
  }
  // Nothing of it is left in a page that nobody looks at.
  const listening = new AbortController()
  addEventListener('pagehide', leave, { signal: listening.signal })
  document.addEventListener('visibilitychange', () => document.hidden && leave(), {
    signal: listening.signal,
  })
  hide()
  stage.show(
    ...head({ icon: 'key', ...wordsFor(taken) }),
    list,
    h('div', { class: 'actions' }, hold, copy, button('Done', leave, { look: 'plain' })),
  )
}

function wordsFor(taken: Taken): { readonly title: string; readonly text: string } {
  if (taken === 'words')
    return {
      title: 'The words of your wallet',
      text: 'Twelve words, in this order. Any wallet that knows BIP-39 can read them. A smart account is not found by them: it needs the key of its owner.',
    }
  return {
    title: 'The key of one account',
    text: `${names[taken]}. Other wallets import it as a private key.`,
  }
}

function failed(error: unknown): void {
  if (isFinal(error, 'HOLD', 'DEVICE_HOLD', 'WALLET_STATE', 'AAL'))
    stage.end({ title: 'Not now', text: textOf(error), tone: 'bad' })
  else stage.stop(error)
}

void start()
