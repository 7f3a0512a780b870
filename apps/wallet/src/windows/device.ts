/** The page of the mail's link: who asks to sign in, the number that the app shows, and then the code for it (2.8). Opening it does nothing. */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import type { WalletApi } from '../api/walletApi.js'
import { isRefusal } from '../api/walletRefusal.js'
import { h } from '../look/draw.js'
import { drawRows } from '../look/drawRequest.js'
import { busy, button, field, head } from './parts.js'
import { openApi } from './session.js'
import { isFinal, openStage, type Stage, textOf } from './stage.js'

type Asking = WalletAnswerOf<'deviceView'>

const stage = openStage()

async function start(): Promise<void> {
  const token = location.hash.slice(1)
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) {
    stage.end({ title: 'This link is incomplete', text: 'Open the whole link from the mail.', tone: 'bad' })
    return
  }
  stage.wait('One moment…')
  try {
    const api = await openApi()
    const asking = await api.call('deviceView', { body: { token } })
    ask(stage, api, token, asking)
  } catch (error) {
    failed(error, () => void start())
  }
}

function ask(on: Stage, api: WalletApi, token: string, asking: Asking): void {
  const approve = () => void send()
  const number = field({
    label: 'The number that the app shows you',
    kind: 'digits',
    length: 2,
    enter: approve,
  })
  const yes = button('Confirm the sign-in', approve, { look: 'accent' })
  const no = button('It was not me', () => void refuse(), { look: 'plain' })

  async function send(): Promise<void> {
    const typed = number.input.value
    if (!/^\d{2}$/.test(typed)) return number.say('Type the two digits that the app shows.')
    try {
      const body = { decision: 'approve', token, number: typed } as const
      const { code } = await busy(yes, () => api.call('deviceApprove', { body }))
      if (code !== undefined) showCode(on, code, asking)
    } catch (error) {
      if (isRefusal(error, 'NUMBER') && error.left !== 0) number.say(`${textOf(error)}. Look again.`)
      else failed(error, () => ask(on, api, token, asking))
    }
  }

  async function refuse(): Promise<void> {
    try {
      await busy(no, () => api.call('deviceApprove', { body: { decision: 'refuse', token } }))
      on.end({
        title: 'Nobody was signed in',
        text: 'Whoever asked is kept from asking again for an hour. Your wallet is untouched.',
        tone: 'good',
      })
    } catch (error) {
      failed(error, () => ask(on, api, token, asking))
    }
  }

  on.show(
    ...head({ icon: 'mail', title: 'Is it you who signs in?' }),
    h(
      'p',
      { class: 'asks' },
      h('span', { class: 'asks-label' }, 'Sign in at'),
      h('strong', {}, asking.origin),
    ),
    drawRows([
      { label: 'Address', value: asking.email, look: 'plain' },
      { label: 'Browser', value: asking.browser, look: 'plain' },
      { label: 'Network', value: asking.network, look: 'plain' },
      { label: 'Asked', value: agoText(asking.now - asking.startedAt), look: 'plain' },
    ]),
    number.root,
    h('div', { class: 'actions' }, yes, no),
  )
  number.input.focus()
}

function showCode(on: Stage, code: string, { origin }: Asking): void {
  on.show(
    ...head({
      icon: 'check',
      tone: 'good',
      title: 'Now type this code into the app',
      text: h(
        'span',
        {},
        'It belongs to the sign-in at ',
        h('strong', {}, origin),
        ' and works once, within ten minutes.',
      ),
    }),
    h('p', { class: 'big-code', 'aria-label': `Code ${[...code].join(' ')}` }, code),
    h(
      'p',
      { class: 'lead' },
      'Then you can close this page. Tell the code to nobody: whoever has it signs in as you.',
    ),
  )
}

function failed(error: unknown, retry: () => void): void {
  const isOver = isFinal(error, 'LINK_USED', 'LINK_EXPIRED', 'ATTEMPT_REFUSED', 'ATTEMPT_EXPIRED', 'NUMBER')
  if (!isOver) return stage.fail(error, retry)
  stage.end({
    title: isRefusal(error, 'NUMBER') ? 'Too many wrong numbers' : 'Nothing to confirm here',
    text: isRefusal(error, 'NUMBER')
      ? 'This sign-in is over. Start again in the app.'
      : `${textOf(error)}. Ask for a new mail in the app.`,
    tone: 'bad',
  })
}

function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'Just now'
  return minutes === 1 ? 'A minute ago' : `${minutes} minutes ago`
}

void start()
