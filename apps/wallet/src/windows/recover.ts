/** A new device: by a passkey, a recovery code or the vault to shares of its own, which go to the frame that asked (2.14). */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import { isRefusal } from '../api/walletRefusal.js'
import { readRecoveryCode } from '../keys/recoveryCode.js'
import { h, type IconName } from '../look/draw.js'
import { copy } from '../words/en/recover.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { choice, head } from './parts.js'
import { PasskeyDeclined } from './passkeys.js'
import { rebuildFor } from './rebuildFor.js'
import { askCode, askPasskeySecret, askVault, type Opened } from './recoveryFactors.js'
import { openWindowSession, type WindowSession } from './session.js'
import { closeSoon, isFinal, openStage, textOf, WindowProblem } from './stage.js'

const t = wordsOf(copy)

type Way = WalletAnswerOf<'recoveryList'>['factors'][number]

const stage = openStage()

async function start(): Promise<void> {
  const opening = openWindowSession()
  await speakHere()
  stage.wait(t('recover.looking'))
  try {
    const session = await opening
    if (session.openedBy === undefined) throw new WindowProblem(t('recover.no-opener'))
    const { factors } = await session.api.call('recoveryList', {})
    if (factors.length === 0) {
      stage.end({
        title: t('recover.none'),
        text: t('recover.none-detail'),
        tone: 'bad',
      })
      return
    }
    offer(session, factors)
  } catch (error) {
    stage.stop(error)
  }
}

const shown = {
  passkey: ['passkey', 'recover.passkey', 'recover.passkey-hint'],
  code: ['code', 'recover.code', 'recover.code-hint'],
  vault: ['mail', 'recover.vault', 'recover.vault-hint'],
} as const satisfies Record<Way['kind'], readonly [IconName, keyof typeof copy, keyof typeof copy]>

function offer(session: WindowSession, ways: readonly Way[], complaint?: string): void {
  stage.show(
    ...head({
      icon: 'key',
      title: t('recover.title'),
      text: t('recover.detail'),
    }),
    complaint === undefined ? undefined : h('p', { class: 'problem', role: 'alert' }, complaint),
    h(
      'div',
      { class: 'actions' },
      ...ways.map((way) => {
        const [mark, name, hint] = shown[way.kind]
        return choice(mark, way.label ?? t(name), t(hint), () => void go(session, ways, way))
      }),
    ),
  )
}

async function go(session: WindowSession, ways: readonly Way[], way: Way): Promise<void> {
  try {
    await bringBack(session, way, await ask(session, way))
    const text = way.kind === 'vault' ? t('recover.done-vault-detail') : t('recover.done-detail')
    stage.end({ title: t('recover.done'), text, tone: 'good' })
    if (way.kind !== 'vault') closeSoon()
  } catch (error) {
    if (isFinal(error, 'LINK_USED', 'LINK_EXPIRED', 'SESSION_EXPIRED', 'BINDING')) stage.stop(error)
    else offer(session, ways, complaintOf(error))
  }
}

async function bringBack(session: WindowSession, way: Way, opened: Opened): Promise<void> {
  stage.wait(t('recover.working'))
  try {
    await rebuildFor(session, way, opened)
  } catch (error) {
    // Another mail for every wrong digit would be a punishment: its code is asked for again with the PIN.
    if (!opened.again || !isFinal(error, 'PIN_INVALID', 'OTP_INVALID')) throw error
    await bringBack(session, way, await opened.again(error))
  }
}

function complaintOf(error: unknown): string {
  if (error instanceof PasskeyDeclined) return t('recover.not-shown')
  if (error instanceof WindowProblem || isRefusal(error)) return textOf(error)
  return t('recover.failed')
}

function ask(session: WindowSession, way: Way): Promise<Opened> {
  if (way.kind === 'passkey') return askPasskeySecret(session, way.passkeyId)
  if (way.kind === 'vault') return askVault(stage, session, way.id)
  return askCode(stage, readRecoveryCode)
}

void start()
