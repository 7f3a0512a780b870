/** The words of the wallet, or one key of it, for a person who wants to leave: after a step-up, a typed word and a wait, and only while they hold a button. */
import type { KeyRole } from '../keys/deriveKeys.js'
import { h } from '../look/draw.js'
import { copy } from '../words/en/export.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { busy, button, field, head, select } from './parts.js'
import { reachLevel } from './reachLevel.js'
import { openWindowSession, type WindowSession } from './session.js'
import { isFinal, openStage, textOf, WindowProblem } from './stage.js'
import { withWorker } from './work.js'

const t = wordsOf(copy)
const stage = openStage(() => t('export.footer'))
/** Not translated: it is typed as it stands, on any keyboard. */
const word = 'EXPORT'
/** All of it, or one account; only the words can be made into the others again. */
type Taken = 'words' | KeyRole
const names = (): Readonly<Record<Taken, string>> => ({
  words: t('export.what-words'),
  eip155: t('export.what-eip155'),
  smartAccountOwner: t('export.what-owner'),
  solana: t('export.what-solana'),
  bip122: t('export.what-bip122'),
})

/** How long a copy may lie in the clipboard. */
const clipboardLife = 60_000

async function start(): Promise<void> {
  const opening = openWindowSession()
  await speakHere()
  stage.wait(t('export.wait'))
  try {
    const session = await opening
    if (!session.share) throw new WindowProblem(t('export.no-share'))
    await reachLevel(stage, session, 3, t('export.why'))
    warn(session)
  } catch (error) {
    failed(error)
  }
}

function warn(session: WindowSession): void {
  const go = () => void open()
  const typed = field({ label: t('export.type', { word }), kind: 'text', length: 12, enter: go })
  const what = select(t('export.what'), names())
  const next = button(t('export.show-words'), go, { look: 'danger' })
  what.input.addEventListener('change', () =>
    next.replaceChildren(t(what.value() === 'words' ? 'export.show-words' : 'export.show-key')),
  )
  async function open(): Promise<void> {
    if (typed.input.value.trim().toUpperCase() !== word) return typed.say(t('export.type-again', { word }))
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
    ...head({ icon: 'alert', tone: 'bad', title: t('export.title') }),
    h(
      'ul',
      { class: 'plain' },
      h('li', {}, t('export.warn-all')),
      h('li', {}, t('export.warn-nobody')),
      h('li', {}, t('export.warn-mail')),
    ),
    what.root,
    typed.root,
    h(
      'div',
      { class: 'actions' },
      next,
      button(t('export.no'), () => window.close()),
    ),
  )
}

async function secretOf(
  { api, share }: WindowSession,
  taken: Taken,
): Promise<{ secret: string; waits: number }> {
  if (!share) throw new WindowProblem(t('export.no-share'))
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
      title: t('export.alone'),
      text: t('export.alone-detail'),
    }),
    clock,
    h(
      'div',
      { class: 'actions' },
      button(t('export.close'), () => window.close()),
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
  const hold = h('button', { type: 'button', class: 'action', 'data-look': 'accent' }, t('export.hold'))
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
  const keep = button(t('export.copy'), () => void copyWords())
  async function copyWords(): Promise<void> {
    await navigator.clipboard.writeText(secret)
    keep.replaceChildren(t('export.copied'))
    setTimeout(() => void navigator.clipboard.writeText('').catch(() => {}), clipboardLife)
  }
  const leave = () => {
    listening.abort()
    stage.end({
      title: t('export.done'),
      text: t(isWords ? 'export.done-words' : 'export.done-key'),
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
    h('div', { class: 'actions' }, hold, keep, button(t('export.done'), leave, { look: 'plain' })),
  )
}

function wordsFor(taken: Taken): { readonly title: string; readonly text: string } {
  if (taken === 'words') return { title: t('export.words'), text: t('export.words-detail') }
  return { title: t('export.key'), text: t('export.key-detail', { key: names()[taken] }) }
}

function failed(error: unknown): void {
  if (isFinal(error, 'HOLD', 'DEVICE_HOLD', 'WALLET_STATE', 'AAL'))
    stage.end({ title: t('export.not-now'), text: textOf(error), tone: 'bad' })
  else stage.stop(error)
}

void start()
