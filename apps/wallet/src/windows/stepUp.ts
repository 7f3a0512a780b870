/** Proving once more who one is: a factor for level 2, and a code from the mailbox for level 3. */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import { h } from '../look/draw.js'
import { around } from '../words/around.js'
import { copy } from '../words/en/proof.js'
import { wordsOf } from '../words/words.js'
import { choosePin } from './choosePin.js'
import { busy, button, field, head } from './parts.js'
import { PasskeyDeclined, showPasskey } from './passkeys.js'
import type { WindowSession } from './session.js'
import { isFinal, type Stage, textOf, WindowProblem } from './stage.js'

const t = wordsOf(copy)

type Me = WalletAnswerOf<'me'>
/** `replaced`: with a PIN that was set instead of one that was forgotten. */
export type Proof = 'shown' | 'replaced'

export async function proveFactor(stage: Stage, session: WindowSession, me: Me, why: string): Promise<Proof> {
  if (me.passkeys.length > 0) return askPasskey(stage, session, why, me)
  return askPin(stage, session, why, me)
}

function askPasskey(stage: Stage, session: WindowSession, why: string, me: Me): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const problem = h('p', { class: 'problem', role: 'alert' })
    const go = button(t('proof.use-passkey'), () => void prove(), { look: 'accent', icon: 'passkey' })
    async function prove(): Promise<void> {
      problem.replaceChildren()
      try {
        await busy(go, () => stepUpWithPasskey(session))
        resolve('shown')
      } catch (error) {
        problem.replaceChildren(error instanceof PasskeyDeclined ? t('proof.not-shown') : textOf(error))
      }
    }
    stage.show(
      ...head({ icon: 'lock', title: t('proof.title'), text: why }),
      problem,
      h(
        'div',
        { class: 'actions' },
        go,
        me.hasPin &&
          button(t('proof.use-pin'), () => void askPin(stage, session, why, me).then(resolve, reject), {
            look: 'plain',
          }),
      ),
    )
  })
}

/** The answer of the passkey also has the secret of its PRF, where a salt is given. */
export async function stepUpWithPasskey(
  session: WindowSession,
  salt?: Uint8Array<ArrayBuffer>,
  only?: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { attemptId, options } = await session.api.call('stepUpStart', { body: { factor: 'passkey' } })
  if (!options) throw new WindowProblem(t('proof.no-passkey'))
  const asked =
    only === undefined ? options : { ...options, allowCredentials: [{ id: only, type: 'public-key' }] }
  const { credential, secret } = await showPasskey(asked, salt)
  await session.api.call('stepUpVerify', { body: { factor: 'passkey', attemptId, credential } })
  return secret
}

function askPin(stage: Stage, session: WindowSession, why: string, { email }: Me): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const go = () => void prove()
    const pin = field({
      label: t('proof.pin'),
      kind: 'digits',
      length: 6,
      isSecret: true,
      autocomplete: 'current-password',
      enter: go,
    })
    const next = button(t('proof.go-on'), go, { look: 'accent' })
    async function prove(): Promise<void> {
      if (pin.input.value.length !== 6) return pin.say(t('proof.pin-length'))
      const digits = pin.take()
      try {
        await busy(next, () => stepUpWithPin(session, digits))
        resolve('shown')
      } catch (error) {
        const isHere = ['PIN_INVALID', 'PIN_LOCKED', 'UNAVAILABLE'] as const
        if (isFinal(error, ...isHere)) pin.say(textOf(error))
        else reject(error)
      }
    }
    /** Without a mailbox nobody could be warned of it, so such an account has no such way. */
    const forgot =
      email !== undefined &&
      button(t('proof.forgot-pin'), () => void replacePin(stage, session, email).then(resolve, reject), {
        look: 'plain',
      })
    stage.show(
      ...head({ icon: 'lock', title: t('proof.title'), text: why }),
      pin.root,
      h('div', { class: 'actions' }, next, forgot),
    )
    pin.input.focus()
  })
}

export async function stepUpWithPin({ api }: WindowSession, pin: string): Promise<void> {
  const { attemptId } = await api.call('stepUpStart', { body: { factor: 'pin' } })
  await api.call('stepUpVerify', { body: { factor: 'pin', attemptId, pin } })
}

/** A new PIN takes days and the mailbox; settles when it is set, and was shown once (2.14). */
async function replacePin(stage: Stage, session: WindowSession, email: string): Promise<Proof> {
  const { resetAt, now } = await session.api.call('pinForgot', { body: {} })
  if (resetAt > now) return tellWait(stage, resetAt - now)
  await proveMailbox(stage, session, email)
  const pin = await choosePin(stage)
  await session.api.call('pinSet', { body: { pin } })
  await stepUpWithPin(session, pin)
  return 'replaced'
}

/** The end of this window: whoever waits comes back in another one. */
export function tellWait(stage: Stage, ms: number): Promise<never> {
  const hours = Math.ceil(ms / 3_600_000)
  stage.end({
    title: t('proof.wait'),
    text: t('proof.wait-detail', { hours }),
    tone: 'good',
  })
  return new Promise(() => {})
}

export async function proveMailbox(stage: Stage, { api }: WindowSession, email: string): Promise<void> {
  stage.wait(t('proof.sending'))
  let { attemptId } = await api.call('stepUpStart', { body: { factor: 'otp' } })
  await new Promise<void>((resolve) => {
    const go = () => void send()
    const code = field({
      label: t('proof.mail-code'),
      kind: 'digits',
      length: 9,
      autocomplete: 'one-time-code',
      enter: go,
    })
    const next = button(t('proof.go-on'), go, { look: 'accent' })
    const again = button(t('proof.mail-again'), () => void resend(), { look: 'plain' })
    async function send(): Promise<void> {
      const otp = code.input.value
      if (!/^\d{6,9}$/.test(otp)) return code.say(t('proof.mail-code-missing'))
      try {
        await busy(next, () => api.call('stepUpVerify', { body: { factor: 'otp', attemptId, otp } }))
        resolve()
      } catch (error) {
        code.say(textOf(error))
      }
    }
    async function resend(): Promise<void> {
      try {
        const started = await busy(again, () => api.call('stepUpStart', { body: { factor: 'otp' } }))
        attemptId = started.attemptId
      } catch (error) {
        code.say(textOf(error))
      }
    }
    stage.show(
      ...head({
        icon: 'mail',
        title: t('proof.mail'),
        text: h(
          'span',
          {},
          ...around(t('proof.mail-detail', { email: '{email}' }), { email: h('strong', {}, email) }),
        ),
      }),
      code.root,
      h('div', { class: 'actions' }, next, again),
    )
    code.input.focus()
  })
}
