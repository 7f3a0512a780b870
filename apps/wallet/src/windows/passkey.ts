/** Signing in with a passkey for a frame, or making the first one: here, since browsers make none in frames (2.8). */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import type { WalletApi } from '../api/walletApi.js'
import { isRefusal } from '../api/walletRefusal.js'
import { h } from '../look/draw.js'
import { drawRows } from '../look/drawRequest.js'
import { busy, button, field, head } from './parts.js'
import { canUsePasskeys, makePasskey, PasskeyDeclined, showPasskey } from './passkeys.js'
import { openApi } from './session.js'
import { closeSoon, isFinal, openStage, textOf } from './stage.js'

const stage = openStage()
const form = /^#([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/

async function start(): Promise<void> {
  const [, id, secret] = form.exec(location.hash) ?? []
  if (id === undefined || secret === undefined) {
    stage.end({
      title: 'Nothing to do here',
      text: 'An app opens this window when it is needed.',
      tone: 'bad',
    })
    return
  }
  if (!canUsePasskeys()) {
    const text = 'This browser has no passkeys. Sign in with your email address in the app.'
    stage.end({ title: 'No passkeys here', text, tone: 'bad' })
    return
  }
  stage.wait('One moment…')
  try {
    const api = await openApi()
    const attempt = { id, secret }
    ask(api, attempt, await api.call('passkeyView', { body: { attempt } }))
  } catch (error) {
    if (isFinal(error, 'ATTEMPT_EXPIRED')) over()
    else stage.fail(error, () => void start())
  }
}

const over = () => stage.end({ title: 'This sign-in is over', text: 'Start again in the app.', tone: 'bad' })

type Attempt = { readonly id: string; readonly secret: string }

/** Who asks comes first: any page may show somebody a number and lead them here. */
function ask(api: WalletApi, attempt: Attempt, asking: WalletAnswerOf<'passkeyView'>): void {
  const number = field({ label: 'The number that the app shows you', kind: 'digits', length: 2 })
  const use = button('Use a passkey', () => void go('get-for-frame', use), {
    look: 'accent',
    icon: 'passkey',
  })
  const make = button('Make a new wallet with a passkey', () => void go('create', make))

  async function go(ceremony: 'get-for-frame' | 'create', pressed: HTMLButtonElement): Promise<void> {
    const typed = number.input.value
    if (!/^\d{2}$/.test(typed)) return number.say('Type the two digits that the app shows.')
    try {
      await busy(pressed, () => perform(api, attempt, ceremony, typed))
      stage.end({
        title: 'You are signed in',
        text: 'Go on in the app. You can close this window.',
        tone: 'good',
      })
      closeSoon()
    } catch (error) {
      if (error instanceof PasskeyDeclined) number.say('No passkey was shown. Try again.')
      else if (isRefusal(error, 'NUMBER') && error.left !== 0) number.say(textOf(error))
      else if (isFinal(error, 'ATTEMPT_EXPIRED', 'ATTEMPT_REFUSED', 'NUMBER')) over()
      else number.say(textOf(error))
    }
  }

  stage.show(
    ...head({
      icon: 'passkey',
      title: 'Sign in with a passkey',
      text: 'Only go on if you pressed “Passkey” there yourself, just now.',
    }),
    h(
      'p',
      { class: 'asks' },
      h('span', { class: 'asks-label' }, 'Sign in at'),
      h('strong', {}, asking.origin),
    ),
    drawRows([
      { label: 'Browser', value: asking.browser, look: 'plain' },
      { label: 'Network', value: asking.network, look: 'plain' },
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
