/** What protects the wallet, in one place: locks, ways of recovery and devices. Every change asks once more who one is. */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import { h, type IconName, icon } from '../look/draw.js'
import { cleanText } from '../request/cleanText.js'
import type { ListedPermission } from '../request/facts.js'
import { choosePin } from './choosePin.js'
import { enrol, lockWithPasskey } from './enrol.js'
import { offerKit } from './offlineKit.js'
import { button, head } from './parts.js'
import { canUsePasskeys, PasskeyDeclined } from './passkeys.js'
import { permissionHint, stopHint } from './permissionHint.js'
import { reachLevel } from './reachLevel.js'
import { writeDownCode } from './recoveryCodePage.js'
import { openWindowSession, type WindowSession } from './session.js'
import { closeSoon, openStage, textOf } from './stage.js'
import type { Proof } from './stepUp.js'

const stage = openStage()
const firstLock = 'With a lock, nobody moves anything without you, whatever page asks.'

async function start(): Promise<void> {
  stage.wait('One moment…')
  try {
    await overview(await openWindowSession())
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
  const add = 'This changes what protects your wallet.'
  const hasLock = me.hasPin || me.passkeys.length > 0
  const held = session.share && heldBy(me)

  stage.show(
    ...head({ icon: 'shield', title: 'What protects your wallet' }),
    complaint === undefined ? undefined : h('p', { class: 'problem', role: 'alert' }, complaint),
    section(
      'Locks',
      [
        ...me.passkeys.map(({ id, label, isSynced }) =>
          line(
            'passkey',
            label ?? 'Passkey',
            isSynced ? 'On all your devices' : 'On one device only',
            'Remove',
            change(add, () => api.call('passkeyRemove', { params: { id } })),
          ),
        ),
        me.hasPin
          ? line(
              'pin',
              'PIN',
              'Six digits',
              'Change',
              // Who forgot it has set another by then.
              change(add, async (proof) => proof === 'replaced' || changePin(session)),
            )
          : undefined,
      ],
      !hasLock &&
        button('Set up a lock', () => void tried(session, () => enrol(stage, session, firstLock)), {
          look: 'accent',
          icon: 'shield',
        }),
      hasLock &&
        !held &&
        canUsePasskeys() &&
        button(
          'Add a passkey',
          change(add, () => lockWithPasskey(stage, session)),
          { icon: 'passkey' },
        ),
      hasLock &&
        !me.hasPin &&
        button(
          'Set a PIN',
          change(add, () => changePin(session)),
          { icon: 'pin' },
        ),
    ),
    section(
      'Ways back, if you lose a device',
      factors.map(({ id, kind, label }) =>
        line(
          ways[kind][0],
          label ?? ways[kind][1],
          ways[kind][2],
          'Remove',
          change(add, () => api.call('recoveryRemove', { params: { id } })),
        ),
      ),
      held !== undefined && h('p', { class: 'hint' }, held),
      hasLock &&
        session.share &&
        !held &&
        button(
          'Add a recovery code',
          change(add, () => addCode(session)),
          {
            icon: 'code',
          },
        ),
    ),
    section(
      'Devices',
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
        'What apps may do without asking',
        permissions.map((permission) => permissionLine(session, permission)),
        h('p', { class: 'hint' }, stopHint),
      ),
    h(
      'div',
      { class: 'actions' },
      button('Done', () => void leave(session), { look: 'accent' }),
    ),
  )
}

/** Adding takes the share of this device, which stays where it is for so long; and no kit is made of it either. */
function heldBy({ holdUntil, deviceHoldUntil }: WalletAnswerOf<'me'>): string | undefined {
  if (holdUntil !== undefined)
    return 'Passkeys and recovery codes can be added when the change of your email address is final.'
  if (deviceHoldUntil === undefined) return undefined
  return 'Passkeys and recovery codes can be added a day after your wallet came to this device.'
}

async function leave(session: WindowSession): Promise<void> {
  await session.finish({}).catch(() => {})
  stage.end({ title: 'Done', text: 'You can close this window.', tone: 'good' })
  closeSoon()
}

const ways: Readonly<
  Record<WalletAnswerOf<'recoveryList'>['factors'][number]['kind'], readonly [IconName, string, string]>
> = {
  passkey: ['passkey', 'Passkey', 'Brings the wallet back by itself'],
  code: ['code', 'Recovery code', 'Written down by you'],
  vault: ['mail', 'Mailbox and PIN', 'Server recovery, with the PIN that you chose for it'],
}

function addCode(session: WindowSession): Promise<void> {
  const why = 'If you lose your devices, this code brings your wallet back.'
  return writeDownCode(stage, session, why, (code) => offerKit(stage, session, code))
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
    stage.wait('One moment…')
    await work(proof)
  })
}

/** Whatever comes of it, the person is back at the list, which says what failed. */
async function tried(session: WindowSession, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    await overview(session)
  } catch (error) {
    const text =
      error instanceof PasskeyDeclined ? 'The passkey was not shown. Nothing was changed.' : textOf(error)
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
    shown.length === 0 ? h('p', { class: 'lead' }, 'None yet.') : h('ul', { class: 'list' }, ...shown),
    ...actions,
  )
}

/** Without `act` there is nothing left to do about it. */
function line(mark: IconName, name: string, hint: string, action: string, act?: () => void): HTMLElement {
  const press = act && button(action, act, { look: 'plain' })
  if (press) press.ariaLabel = `${action}: ${name}`
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
  return line('code', projectName, permissionHint(permission), 'Stop', act)
}

type Device = WalletAnswerOf<'deviceList'>['devices'][number]

function deviceLine({ origin, label, isThis, lastSeen }: Device, now: number, act: () => void): HTMLElement {
  const days = Math.floor((now - lastSeen) / 86_400_000)
  const seen = days === 0 ? 'used today' : days === 1 ? 'used yesterday' : `used ${days} days ago`
  return line(
    'device',
    new URL(origin).host,
    `${label === undefined ? '' : `${cleanText(label).text}, `}${isThis ? 'this one, ' : ''}${seen}`,
    'Remove',
    act,
  )
}

void start()
