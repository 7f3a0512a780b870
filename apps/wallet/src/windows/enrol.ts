/** The lock of a new wallet, in the order of 2.14: a passkey that also recovers it; else a PIN, with a code to write down or the vault. */
import { isRefusal } from '../api/walletRefusal.js'
import { h } from '../look/draw.js'
import { choosePin } from './choosePin.js'
import { busy, button, choice, head } from './parts.js'
import { canUsePasskeys, makePasskey, PasskeyDeclined } from './passkeys.js'
import { writeDownCode } from './recoveryCodePage.js'
import type { WindowSession } from './session.js'
import { type Stage, textOf } from './stage.js'
import { stepUpWithPasskey, stepUpWithPin } from './stepUp.js'
import { setUpVault } from './vaultPage.js'
import { addRecovery, pin, prfSalt } from './work.js'

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
      complaint =
        error instanceof PasskeyDeclined ? 'No passkey was made. Try again, or choose a PIN.' : textOf(error)
    }
  }
}

function chooseLock(stage: Stage, why: string, complaint: string | undefined): Promise<'passkey' | 'pin'> {
  return new Promise((resolve) => {
    stage.show(
      ...head({ icon: 'shield', title: 'Protect your wallet', text: why }),
      complaint === undefined ? undefined : h('p', { class: 'problem', role: 'alert' }, complaint),
      h(
        'div',
        { class: 'actions' },
        canUsePasskeys() &&
          choice(
            'passkey',
            'With a passkey',
            'Your face, your finger or the lock of your device. Recommended.',
            () => resolve('passkey'),
          ),
        choice('pin', 'With a PIN', 'Six digits that you remember. Five wrong tries lock it.', () =>
          resolve('pin'),
        ),
      ),
    )
  })
}

export async function lockWithPasskey(stage: Stage, session: WindowSession): Promise<void> {
  const { api, share } = session
  stage.wait('Follow your browser…')
  const salt = await prfSalt(share?.marks.walletId ?? session.userId)
  const { attemptId, options } = await api.call('passkeyAddOptions', { body: {} })
  const made = await makePasskey(options, salt)
  const body = { attemptId, credential: made.credential, hasPrf: made.hasPrf }
  const { id } = await api.call('passkeyAdd', { body })
  const secret = await showFirstTime(stage, session, id, salt)
  if (!share) return
  stage.wait('Locking your wallet…')
  // Pinned from what the authenticator itself said: a server that lies about it pins nothing.
  const pins = made.point === undefined ? undefined : await pin(session, { id, publicKey: made.point })
  const { factors } = await api.call('recoveryList', {})
  if (secret) await addRecovery(session, { kind: 'passkey', secret, passkeyId: id })
  await session.finish(pins ? { pins: { ...pins, passkeys: [...pins.passkeys] } } : {})
  const why = 'Your passkey can approve, but it cannot bring the wallet back. This code can.'
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
    const use = button('Use the passkey', () => void busy(use, show), { look: 'accent', icon: 'passkey' })
    async function show(): Promise<void> {
      try {
        resolve(await stepUpWithPasskey(session, salt, id))
      } catch (error) {
        const isDeclined = error instanceof PasskeyDeclined
        problem.replaceChildren(isDeclined ? 'The passkey was not shown. Try again.' : textOf(error))
      }
    }
    stage.show(
      ...head({
        icon: 'passkey',
        title: 'Now use it once',
        text: 'The passkey is made. Using it shows that it works, and lets it bring your wallet back on another device.',
      }),
      problem,
      h('div', { class: 'actions' }, use),
    )
  })
}

async function lockWithPin(stage: Stage, session: WindowSession): Promise<void> {
  const { api, share } = session
  const digits = await choosePin(stage)
  stage.wait('Locking your wallet…')
  await api.call('pinSet', { body: { pin: digits } })
  await stepUpWithPin(session, digits)
  if (!share) return
  const { factors } = await api.call('recoveryList', {})
  if (factors.length > 0) return
  const { email } = await api.call('me', {})
  const way = email === undefined ? 'code' : await chooseRecovery(stage)
  if (way === 'code')
    await writeDownCode(stage, session, 'If you lose this device, this code brings your wallet back.')
  else await setUpVault(stage, session, { email: email ?? '', pin: digits })
}

function chooseRecovery(stage: Stage): Promise<'code' | 'vault'> {
  return new Promise((resolve) => {
    stage.show(
      ...head({
        icon: 'key',
        title: 'If you lose this device',
        text: 'How do you want to get back to your wallet?',
      }),
      h(
        'div',
        { class: 'actions' },
        choice('code', 'With a recovery code', 'You write it down. Only you can use it.', () =>
          resolve('code'),
        ),
        choice(
          'mail',
          'With your mailbox and your PIN',
          'Server recovery: the operator’s vault helps, and so has to be trusted.',
          () => resolve('vault'),
        ),
      ),
    )
  })
}
