/** The page of the mail's link: who asks to sign in, the number that the app shows, and then the code for it (2.8). Opening it does nothing. */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import type { WalletApi } from '../api/walletApi.js'
import { isRefusal } from '../api/walletRefusal.js'
import { h } from '../look/draw.js'
import { drawRows } from '../look/drawRequest.js'
import { around } from '../words/around.js'
import { copy } from '../words/en/signin.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { busy, button, field, head } from './parts.js'
import { openApi } from './session.js'
import { isFinal, openStage, type Stage, sentenceOf } from './stage.js'

const t = wordsOf(copy)

type Asking = WalletAnswerOf<'deviceView'>

const stage = openStage()

async function start(): Promise<void> {
  await speakHere()
  const token = location.hash.slice(1)
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) {
    stage.end({ title: t('signin.mail-incomplete'), text: t('signin.mail-incomplete-detail'), tone: 'bad' })
    return
  }
  stage.wait(t('signin.looking'))
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
    label: t('signin.number'),
    kind: 'digits',
    length: 2,
    enter: approve,
  })
  const yes = button(t('signin.mail-confirm'), approve, { look: 'accent' })
  const no = button(t('signin.mail-refuse'), () => void refuse(), { look: 'plain' })

  async function send(): Promise<void> {
    const typed = number.input.value
    if (!/^\d{2}$/.test(typed)) return number.say(t('signin.number-missing'))
    try {
      const body = { decision: 'approve', token, number: typed } as const
      const { code } = await busy(yes, () => api.call('deviceApprove', { body }))
      if (code !== undefined) showCode(on, code, asking)
    } catch (error) {
      if (isRefusal(error, 'NUMBER') && error.left !== 0)
        number.say(t('signin.mail-number-wrong', { problem: sentenceOf(error) }))
      else failed(error, () => ask(on, api, token, asking))
    }
  }

  async function refuse(): Promise<void> {
    try {
      await busy(no, () => api.call('deviceApprove', { body: { decision: 'refuse', token } }))
      on.end({
        title: t('signin.mail-refused'),
        text: t('signin.mail-refused-detail'),
        tone: 'good',
      })
    } catch (error) {
      failed(error, () => ask(on, api, token, asking))
    }
  }

  on.show(
    ...head({ icon: 'mail', title: t('signin.mail') }),
    h(
      'p',
      { class: 'asks' },
      h('span', { class: 'asks-label' }, t('signin.at')),
      h('strong', {}, asking.origin),
    ),
    drawRows([
      { label: t('signin.address'), value: asking.email, look: 'plain' },
      { label: t('signin.browser'), value: asking.browser, look: 'plain' },
      { label: t('signin.network'), value: asking.network, look: 'plain' },
      { label: t('signin.mail-asked'), value: agoText(asking.now - asking.startedAt), look: 'plain' },
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
      title: t('signin.mail-code'),
      text: h(
        'span',
        {},
        ...around(t('signin.mail-code-detail', { origin: '{origin}' }), { origin: h('strong', {}, origin) }),
      ),
    }),
    h(
      'p',
      {
        class: 'big-code',
        dir: 'ltr',
        'aria-label': t('signin.mail-code-label', { code: [...code].join(' ') }),
      },
      code,
    ),
    h('p', { class: 'lead' }, t('signin.mail-code-hint')),
  )
}

function failed(error: unknown, retry: () => void): void {
  const isOver = isFinal(error, 'LINK_USED', 'LINK_EXPIRED', 'ATTEMPT_REFUSED', 'ATTEMPT_EXPIRED', 'NUMBER')
  if (!isOver) return stage.fail(error, retry)
  stage.end({
    title: isRefusal(error, 'NUMBER') ? t('signin.mail-numbers-over') : t('signin.mail-over'),
    text: isRefusal(error, 'NUMBER')
      ? t('signin.mail-numbers-over-detail')
      : t('signin.mail-over-detail', { problem: sentenceOf(error) }),
    tone: 'bad',
  })
}

function agoText(ms: number): string {
  return t('signin.mail-asked-ago', { minutes: Math.max(0, Math.floor(ms / 60_000)) })
}

void start()
