/** Signing in with a passkey for a frame, or making the first one: here, since browsers make none in frames (2.8). */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import type { WalletApi } from '../api/walletApi.js'
import { isRefusal } from '../api/walletRefusal.js'
import { h } from '../look/draw.js'
import { drawRows } from '../look/drawRequest.js'
import { copy } from '../words/en/signin.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { busy, button, field, head } from './parts.js'
import { canUsePasskeys, makePasskey, PasskeyDeclined, showPasskey } from './passkeys.js'
import { openApi } from './session.js'
import { closeSoon, isFinal, openStage, textOf } from './stage.js'

const t = wordsOf(copy)

const stage = openStage()
const form = /^#([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/

async function start(): Promise<void> {
  await speakHere()
  const [, id, secret] = form.exec(location.hash) ?? []
  if (id === undefined || secret === undefined) {
    stage.end({
      title: t('signin.passkey-nothing'),
      text: t('signin.passkey-nothing-detail'),
      tone: 'bad',
    })
    return
  }
  if (!canUsePasskeys()) {
    const text = t('signin.passkey-none-detail')
    stage.end({ title: t('signin.passkey-none'), text, tone: 'bad' })
    return
  }
  stage.wait(t('signin.looking'))
  try {
    const api = await openApi()
    const attempt = { id, secret }
    ask(api, attempt, await api.call('passkeyView', { body: { attempt } }))
  } catch (error) {
    if (isFinal(error, 'ATTEMPT_EXPIRED')) over()
    else stage.fail(error, () => void start())
  }
}

const over = () =>
  stage.end({ title: t('signin.passkey-over'), text: t('signin.passkey-over-detail'), tone: 'bad' })

type Attempt = { readonly id: string; readonly secret: string }

/** Who asks comes first: any page may show somebody a number and lead them here. */
function ask(api: WalletApi, attempt: Attempt, asking: WalletAnswerOf<'passkeyView'>): void {
  const number = field({ label: t('signin.number'), kind: 'digits', length: 2 })
  const use = button(t('signin.passkey-use'), () => void go('get-for-frame', use), {
    look: 'accent',
    icon: 'passkey',
  })
  const make = button(t('signin.passkey-make'), () => void go('create', make))

  async function go(ceremony: 'get-for-frame' | 'create', pressed: HTMLButtonElement): Promise<void> {
    const typed = number.input.value
    if (!/^\d{2}$/.test(typed)) return number.say(t('signin.number-missing'))
    try {
      await busy(pressed, () => perform(api, attempt, ceremony, typed))
      stage.end({
        title: t('signin.passkey-done'),
        text: t('signin.passkey-done-detail'),
        tone: 'good',
      })
      closeSoon()
    } catch (error) {
      if (error instanceof PasskeyDeclined) number.say(t('signin.passkey-not-shown'))
      else if (isRefusal(error, 'NUMBER') && error.left !== 0) number.say(textOf(error))
      else if (isFinal(error, 'ATTEMPT_EXPIRED', 'ATTEMPT_REFUSED', 'NUMBER')) over()
      else number.say(textOf(error))
    }
  }

  stage.show(
    ...head({
      icon: 'passkey',
      title: t('signin.passkey'),
      text: t('signin.passkey-detail'),
    }),
    h(
      'p',
      { class: 'asks' },
      h('span', { class: 'asks-label' }, t('signin.at')),
      h('strong', {}, asking.origin),
    ),
    drawRows([
      { label: t('signin.browser'), value: asking.browser, look: 'plain' },
      { label: t('signin.network'), value: asking.network, look: 'plain' },
    ]),
    number.root,
    h('div', { class: 'actions' }, use, make),
  )
  number.input.focus()
}

async function perform(
  api: WalletApi,
  attempt: Attempt,
  ceremony: 'get-for-frame' | 'create',
  number: string,
): Promise<void> {
  const { attemptId, options } = await api.call('passkeyOptions', { body: { ceremony, attempt, number } })
  const { credential } = ceremony === 'create' ? await makePasskey(options) : await showPasskey(options)
  await api.call('passkeyVerify', { body: { attemptId, credential, keep: 'cookie' } })
}

void start()
