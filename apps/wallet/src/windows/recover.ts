/** A new device: by a passkey, a recovery code or the vault to shares of its own, which go to the frame that asked (2.14). */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import { isRefusal } from '../api/walletRefusal.js'
import { readRecoveryCode } from '../keys/recoveryCode.js'
import { h, type IconName } from '../look/draw.js'
import { choice, head } from './parts.js'
import { PasskeyDeclined } from './passkeys.js'
import { rebuildFor } from './rebuildFor.js'
import { askCode, askPasskeySecret, askVault, type Opened } from './recoveryFactors.js'
import { openWindowSession, type WindowSession } from './session.js'
import { closeSoon, isFinal, openStage, textOf, WindowProblem } from './stage.js'

type Way = WalletAnswerOf<'recoveryList'>['factors'][number]

const stage = openStage()

async function start(): Promise<void> {
  stage.wait('Looking for the ways back…')
  try {
    const session = await openWindowSession()
    if (session.openedBy === undefined)
      throw new WindowProblem('Open this window from the app that needs your wallet.')
    const { factors } = await session.api.call('recoveryList', {})
    if (factors.length === 0) {
      stage.end({
        title: 'No way back is set up',
        text: 'This wallet lives on one device only. Use it there, and add a way of recovery in its settings.',
        tone: 'bad',
      })
      return
    }
    offer(session, factors)
  } catch (error) {
    stage.stop(error)
  }
}

const shown: Readonly<Record<Way['kind'], readonly [IconName, string, string]>> = {
  passkey: [
    'passkey',
    'With your passkey',
    'The one that you made for this wallet; it may be on your phone.',
  ],
  code: ['code', 'With your recovery code', 'Nine groups of letters and digits that you wrote down.'],
  vault: ['mail', 'With your mailbox and your PIN', 'Server recovery: the operator’s vault helps.'],
}

function offer(session: WindowSession, ways: readonly Way[], complaint?: string): void {
  stage.show(
    ...head({
      icon: 'key',
      title: 'Bring your wallet to this device',
      text: 'You are signed in, but this device has no part of the keys yet. How do you want to prove that they are yours?',
    }),
    complaint === undefined ? undefined : h('p', { class: 'problem', role: 'alert' }, complaint),
    h(
      'div',
      { class: 'actions' },
      ...ways.map((way) => {
        const [mark, name, hint] = shown[way.kind]
        return choice(mark, way.label ?? name, hint, () => void go(session, ways, way))
      }),
    ),
  )
}

async function go(session: WindowSession, ways: readonly Way[], way: Way): Promise<void> {
  try {
    await bringBack(session, way, await ask(session, way))
    const text =
      way.kind === 'vault'
        ? 'It came back with the help of the server. In a day, add a passkey or a recovery code in the settings, so that only you can do that.'
        : 'Go on in the app. You can close this window.'
    stage.end({ title: 'Your wallet is here', text, tone: 'good' })
    if (way.kind !== 'vault') closeSoon()
  } catch (error) {
    if (isFinal(error, 'LINK_USED', 'LINK_EXPIRED', 'SESSION_EXPIRED', 'BINDING')) stage.stop(error)
    else offer(session, ways, complaintOf(error))
  }
}

async function bringBack(session: WindowSession, way: Way, opened: Opened): Promise<void> {
  stage.wait('Putting your wallet together…')
  try {
    await rebuildFor(session, way, opened)
  } catch (error) {
    // Another mail for every wrong digit would be a punishment: its code is asked for again with the PIN.
    if (!opened.again || !isFinal(error, 'PIN_INVALID', 'OTP_INVALID')) throw error
    await bringBack(session, way, await opened.again(error))
  }
}

function complaintOf(error: unknown): string {
  if (error instanceof PasskeyDeclined) return 'The passkey was not shown. Try again, or another way.'
  if (error instanceof WindowProblem || isRefusal(error)) return textOf(error)
  return 'That did not open your wallet. Try again, or another way.'
}

function ask(session: WindowSession, way: Way): Promise<Opened> {
  if (way.kind === 'passkey') return askPasskeySecret(session, way.passkeyId)
  if (way.kind === 'vault') return askVault(stage, session, way.id)
  return askCode(stage, readRecoveryCode)
}

void start()
