/** What protects the wallet, in one place: locks, ways of recovery and devices. Every change asks once more who one is. */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import { h, type IconName, icon } from '../look/draw.js'
import { cleanText } from '../request/cleanText.js'
import type { ListedPermission } from '../request/facts.js'
import { copy } from '../words/en/settings.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { choosePin } from './choosePin.js'
import { enrol, lockWithPasskey } from './enrol.js'
import { offerKit } from './offlineKit.js'
import { button, head } from './parts.js'
import { canUsePasskeys, PasskeyDeclined } from './passkeys.js'
import { permissionHint } from './permissionHint.js'
import { reachLevel } from './reachLevel.js'
import { writeDownCode } from './recoveryCodePage.js'
import { openWindowSession, type WindowSession } from './session.js'
import { closeSoon, openStage, textOf } from './stage.js'
import type { Proof } from './stepUp.js'

const t = wordsOf(copy)
const stage = openStage()

async function start(): Promise<void> {
  const opening = openWindowSession()
  await speakHere()
  stage.wait(t('settings.wait'))
  try {
    await overview(await opening)
  } catch (error) {
    stage.stop(error)
  }
}

async function overview(session: WindowSession, complaint?: string): Promise<void> {
  const { api } = session
  const [me, { factors }, { devices, now }, { permissions }] = await Promise.all([
    api.call('me', {}),
    api.call('recoveryList', {}),
    api.call('deviceList', {}),
    api.call('permissionList', {}),
  ])
  const change = (why: string, work: (proof: Proof) => Promise<unknown>) => () =>
    void perform(session, why, work)
  const add = t('settings.why')
  const hasLock = me.hasPin || me.passkeys.length > 0
  const held = session.share && heldBy(me)

  stage.show(
    ...head({ icon: 'shield', title: t('settings.title') }),
    complaint === undefined ? undefined : h('p', { class: 'problem', role: 'alert' }, complaint),
    section(
      t('settings.locks'),
      [
        ...me.passkeys.map(({ id, label, isSynced }) =>
          line(
            'passkey',
            label ?? t('settings.passkey'),
            t(isSynced ? 'settings.passkey-synced' : 'settings.passkey-single'),
            'remove',
            change(add, () => api.call('passkeyRemove', { params: { id } })),
          ),
        ),
        me.hasPin
          ? line(
              'pin',
              t('settings.pin'),
              t('settings.pin-hint'),
              'change',
              // Who forgot it has set another by then.
              change(add, async (proof) => proof === 'replaced' || changePin(session)),
            )
          : undefined,
      ],
      !hasLock &&
        button(t('settings.first-lock'), () => void tried(session, () => setFirstLock(session)), {
          look: 'accent',
          icon: 'shield',
        }),
      hasLock &&
        !held &&
        canUsePasskeys() &&
        button(
          t('settings.add-passkey'),
          change(add, () => lockWithPasskey(stage, session)),
          { icon: 'passkey' },
        ),
      hasLock &&
        !me.hasPin &&
        button(
          t('settings.set-pin'),
          change(add, () => changePin(session)),
          { icon: 'pin' },
        ),
    ),
    section(
      t('settings.ways'),
      factors.map(({ id, kind, label }) =>
        line(
          ways[kind][0],
          label ?? t(ways[kind][1]),
          t(`${ways[kind][1]}-hint`),
          'remove',
          change(add, () => api.call('recoveryRemove', { params: { id } })),
        ),
      ),
      held !== undefined && h('p', { class: 'hint' }, held),
      hasLock &&
        session.share &&
        !held &&
        button(
          t('settings.add-code'),
          change(add, () => addCode(session)),
          {
            icon: 'code',
          },
        ),
    ),
    section(
      t('settings.devices'),
      devices
        .filter(({ hasShare }) => hasShare)
        .map((device) =>
          deviceLine(
            device,
            now,
            change(add, () => api.call('deviceRevoke', { params: { id: device.id } })),
          ),
        ),
    ),
    permissions.length > 0 &&
      section(
        t('settings.permissions'),
        permissions.map((permission) => permissionLine(session, permission)),
        h('p', { class: 'hint' }, t('settings.stop-hint')),
      ),
    h(
      'div',
      { class: 'actions' },
      button(t('settings.done'), () => void leave(session), { look: 'accent' }),
    ),
  )
}

/** Adding takes the share of this device, which stays where it is for so long; and no kit is made of it either. */
function heldBy({ holdUntil, deviceHoldUntil }: WalletAnswerOf<'me'>): string | undefined {
  if (holdUntil !== undefined) return t('settings.held-email')
  return deviceHoldUntil === undefined ? undefined : t('settings.held-device')
}

async function leave(session: WindowSession): Promise<void> {
  await session.finish({}).catch(() => {})
  stage.end({ title: t('settings.done'), text: t('settings.done-detail'), tone: 'good' })
  closeSoon()
}

type Way = WalletAnswerOf<'recoveryList'>['factors'][number]['kind']

const ways: Readonly<Record<Way, readonly [IconName, name: `settings.way-${Way}`]>> = {
  passkey: ['passkey', 'settings.way-passkey'],
  code: ['code', 'settings.way-code'],
  vault: ['mail', 'settings.way-vault'],
}

const setFirstLock = (session: WindowSession) => enrol(stage, session, t('settings.first-lock-why'))

function addCode(session: WindowSession): Promise<void> {
  return writeDownCode(stage, session, t('settings.add-code-why'), (code) => offerKit(stage, session, code))
}

async function changePin(session: WindowSession): Promise<void> {
  await session.api.call('pinSet', { body: { pin: await choosePin(stage) } })
}

function perform(
  session: WindowSession,
  why: string,
  work: (proof: Proof) => Promise<unknown>,
): Promise<void> {
  return tried(session, async () => {
    const proof = await reachLevel(stage, session, 3, why)
    stage.wait(t('settings.wait'))
    await work(proof)
  })
}

/** Whatever comes of it, the person is back at the list, which says what failed. */
async function tried(session: WindowSession, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    await overview(session)
  } catch (error) {
    const text = error instanceof PasskeyDeclined ? t('settings.declined') : textOf(error)
    await overview(session, text).catch((cause: unknown) => stage.fail(cause, () => location.reload()))
  }
}

function section(
  title: string,
  lines: readonly (HTMLElement | undefined)[],
  ...actions: readonly (HTMLElement | false | undefined)[]
): HTMLElement {
  const shown = lines.filter((line) => line !== undefined)
  return h(
    'section',
    { class: 'group' },
    h('h2', {}, title),
    shown.length === 0 ? h('p', { class: 'lead' }, t('settings.none')) : h('ul', { class: 'list' }, ...shown),
    ...actions,
  )
}

/** Without `act` there is nothing left to do about it. */
function line(
  mark: IconName,
  name: string,
  hint: string,
  action: 'remove' | 'change' | 'stop',
  act?: () => void,
): HTMLElement {
  const press = act && button(t(`settings.${action}`), act, { look: 'plain' })
  if (press) press.ariaLabel = t(`settings.${action}-named`, { name })
  return h(
    'li',
    {},
    icon(mark),
    h('div', {}, h('div', { class: 'name' }, cleanText(name).text), h('div', { class: 'hint' }, hint)),
    press,
  )
}

/** Stopping one takes nothing but a press: the gateway signs for it no more. Apps of others are not listed on any page. */
function permissionLine(session: WindowSession, permission: ListedPermission): HTMLElement {
  const { id, projectName, isRevoked } = permission
  const stop = () => session.api.call('permissionRevoke', { params: { id }, body: {} })
  const act = isRevoked ? undefined : () => void tried(session, stop)
  return line('code', projectName, permissionHint(permission), 'stop', act)
}

type Device = WalletAnswerOf<'deviceList'>['devices'][number]

function deviceLine({ origin, label, isThis, lastSeen }: Device, now: number, act: () => void): HTMLElement {
  const days = Math.floor((now - lastSeen) / 86_400_000)
  const hint =
    label === undefined
      ? t(isThis ? 'settings.device-this' : 'settings.device', { days })
      : t(isThis ? 'settings.device-label-this' : 'settings.device-label', {
          label: cleanText(label).text,
          days,
        })
  return line('device', new URL(origin).host, hint, 'remove', act)
}

void start()
