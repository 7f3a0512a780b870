/** The lock of a new wallet, in the order of 2.14: a passkey that also recovers it; else a PIN, with a code to write down or the vault. */
import { isRefusal } from '../api/walletRefusal.js'
import { h } from '../look/draw.js'
import { copy } from '../words/en/lock.js'
import { wordsOf } from '../words/words.js'
import { choosePin } from './choosePin.js'
import { busy, button, choice, head } from './parts.js'
import { canUsePasskeys, makePasskey, PasskeyDeclined } from './passkeys.js'
import { writeDownCode } from './recoveryCodePage.js'
import type { WindowSession } from './session.js'
import { type Stage, textOf } from './stage.js'
import { stepUpWithPasskey, stepUpWithPin } from './stepUp.js'
import { setUpVault } from './vaultPage.js'
import { addRecovery, pin, prfSalt } from './work.js'

const t = wordsOf(copy)

/** Settles when the wallet has a lock and, where this window can give it one, a way of recovery. */
export async function enrol(stage: Stage, session: WindowSession, why: string): Promise<void> {
  let complaint: string | undefined
  for (;;) {
    const way = await chooseLock(stage, why, complaint)
    try {
      if (way === 'passkey') return await lockWithPasskey(stage, session)
      return await lockWithPin(stage, session)
    } catch (error) {
      if (isRefusal(error, 'SESSION_EXPIRED') || isRefusal(error, 'AAL')) throw error
      complaint = error instanceof PasskeyDeclined ? t('lock.not-made') : textOf(error)
    }
  }
}

function chooseLock(stage: Stage, why: string, complaint: string | undefined): Promise<'passkey' | 'pin'> {
  return new Promise((resolve) => {
    stage.show(
      ...head({ icon: 'shield', title: t('lock.title'), text: why }),
      complaint === undefined ? undefined : h('p', { class: 'problem', role: 'alert' }, complaint),
      h(
        'div',
        { class: 'actions' },
        canUsePasskeys() &&
          choice('passkey', t('lock.passkey'), t('lock.passkey-hint'), () => resolve('passkey')),
        choice('pin', t('lock.pin'), t('lock.pin-hint'), () => resolve('pin')),
      ),
    )
  })
}

export async function lockWithPasskey(stage: Stage, session: WindowSession): Promise<void> {
  const { api, share } = session
  stage.wait(t('lock.making'))
  const salt = await prfSalt(share?.marks.walletId ?? session.userId)
  const { attemptId, options } = await api.call('passkeyAddOptions', { body: {} })
  const made = await makePasskey(options, salt)
  const body = { attemptId, credential: made.credential, hasPrf: made.hasPrf }
  const { id } = await api.call('passkeyAdd', { body })
  const secret = await showFirstTime(stage, session, id, salt)
  if (!share) return
  stage.wait(t('lock.locking'))
  // Pinned from what the authenticator itself said: a server that lies about it pins nothing.
  const pins = made.point === undefined ? undefined : await pin(session, { id, publicKey: made.point })
  const { factors } = await api.call('recoveryList', {})
  if (secret) await addRecovery(session, { kind: 'passkey', secret, passkeyId: id })
  await session.finish(pins ? { pins: { ...pins, passkeys: [...pins.passkeys] } } : {})
  const why = t('lock.code-beside-passkey')
  if (!secret && factors.length === 0) await writeDownCode(stage, session, why)
}

/**
 * The first use proves the person, and shows whether the passkey has PRF: that it is "enabled" is no proof (2.14).
 * Browsers want a press before they ask a second time.
 */
function showFirstTime(
  stage: Stage,
  session: WindowSession,
  id: string,
  salt: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((resolve) => {
    const problem = h('p', { class: 'problem', role: 'alert' })
    const use = button(t('lock.use-passkey'), () => void busy(use, show), { look: 'accent', icon: 'passkey' })
    async function show(): Promise<void> {
      try {
        resolve(await stepUpWithPasskey(session, salt, id))
      } catch (error) {
        const isDeclined = error instanceof PasskeyDeclined
        problem.replaceChildren(isDeclined ? t('lock.not-shown') : textOf(error))
      }
    }
    stage.show(
      ...head({
        icon: 'passkey',
        title: t('lock.first-use'),
        text: t('lock.first-use-detail'),
      }),
      problem,
      h('div', { class: 'actions' }, use),
    )
  })
}

async function lockWithPin(stage: Stage, session: WindowSession): Promise<void> {
  const { api, share } = session
  const digits = await choosePin(stage)
  stage.wait(t('lock.locking'))
  await api.call('pinSet', { body: { pin: digits } })
  await stepUpWithPin(session, digits)
  if (!share) return
  const { factors } = await api.call('recoveryList', {})
  if (factors.length > 0) return
  const { email } = await api.call('me', {})
  const way = email === undefined ? 'code' : await chooseRecovery(stage)
  if (way === 'code') await writeDownCode(stage, session, t('lock.code-beside-pin'))
  else await setUpVault(stage, session, { email: email ?? '', pin: digits })
}

function chooseRecovery(stage: Stage): Promise<'code' | 'vault'> {
  return new Promise((resolve) => {
    stage.show(
      ...head({
        icon: 'key',
        title: t('lock.recovery'),
        text: t('lock.recovery-detail'),
      }),
      h(
        'div',
        { class: 'actions' },
        choice('code', t('lock.recovery-code'), t('lock.recovery-code-hint'), () => resolve('code')),
        choice('mail', t('lock.recovery-vault'), t('lock.recovery-vault-hint'), () => resolve('vault')),
      ),
    )
  })
}
