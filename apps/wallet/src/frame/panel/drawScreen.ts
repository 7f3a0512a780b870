/** Draws each screen of the frame. What a page may cover or imitate never asks for a PIN or a code here (D-31). */
import { WalletRefusal } from '../../api/walletRefusal.js'
import { type Child, h } from '../../look/draw.js'
import { drawRequest, warningsOf } from '../../look/drawRequest.js'
import { busy, button, head } from '../../windows/parts.js'
import { PasskeyDeclined } from '../../windows/passkeys.js'
import type { Screen } from './screen.js'
import { watchVisible } from './watchVisible.js'

type Of<kind extends Screen['kind']> = Extract<Screen, { kind: kind }>

export function drawScreen(screen: Screen): HTMLElement[] {
  const children = childrenOf(screen)
  return children.filter((child): child is HTMLElement => child instanceof HTMLElement)
}

function childrenOf(screen: Screen): Child[] {
  switch (screen.kind) {
    case 'request':
      return drawDecision(screen)
    case 'working':
      return [drawRequest(screen.facts), h('p', { class: 'status', role: 'status' }, 'Approved. Signing…')]
    case 'window':
      return drawWindow(screen)
    case 'passkey':
      return drawPasskey(screen)
  }
}

function drawDecision(screen: Of<'request'>): Child[] {
  const { facts, view, rung, approve, reject, open } = screen
  const problem = h('p', { class: 'problem', role: 'alert' })
  const tried = async (element: HTMLElement, work: () => Promise<void>) => {
    problem.replaceChildren()
    try {
      await busy(element, work)
    } catch (error) {
      problem.replaceChildren(textOf(error))
    }
  }
  const no = button('Reject', () => void tried(no, reject))
  const isDangerous = warningsOf(facts, view).some(({ weight }) => weight === 'stop')
  const status = h('p', { class: 'status', role: 'status' })
  const toWindow = button(
    'Review in the wallet window',
    () => {
      open()
      status.replaceChildren('Go on in the window. It did not open? Press the button again.')
    },
    { look: isDangerous ? 'danger' : 'accent', icon: 'shield' },
  )
  const yes = button('Approve', () => void tried(yes, approve), {
    look: 'accent',
    ...(view.factor === 'passkey' ? { icon: 'passkey' as const } : {}),
  })
  // The lower rung is for eyes that see the whole of it; without a browser that can tell, the window it is (D-30).
  const toWindowInstead = () => {
    yes.replaceWith(toWindow)
    status.replaceChildren('The request does not fit in here. The window shows all of it.')
  }
  const isHere = rung === 'frame-click' || (rung === 'frame-focused' && watchVisible(yes, toWindowInstead))
  if (!isHere && screen.problem !== undefined) problem.replaceChildren(screen.problem)
  return [
    drawRequest(facts, view),
    problem,
    status,
    h('div', { class: 'actions' }, isHere ? yes : toWindow, no),
  ]
}

const windows = {
  enrol: ['Lock your wallet', 'Add a passkey or a PIN, and a way to get your wallet back.', 'key'],
  recover: [
    'Bring your wallet to this device',
    'You are signed in, but this device has no part of the keys yet.',
    'key',
  ],
  export: ['Take your keys with you', 'The wallet shows them in a window of its own.', 'key'],
  settings: [
    'Wallet settings',
    'Devices, ways of recovery and passkeys are in a window of their own.',
    'shield',
  ],
  email: ['Is it you?', 'Confirm it in the wallet’s own window first.', 'lock'],
} as const

function drawWindow({ purpose, open, cancel }: Of<'window'>): Child[] {
  const [title, text, icon] = windows[purpose]
  const status = h('p', { class: 'status', role: 'status' })
  const go = button(
    'Open the wallet window',
    () => {
      open()
      status.replaceChildren('Go on in the window. It did not open? Press the button again.')
    },
    { look: 'accent' },
  )
  return [
    ...head({ icon, title, text }),
    status,
    h('div', { class: 'actions' }, go, button('Cancel', cancel, { look: 'plain' })),
  ]
}

function drawPasskey({ use, create, matchNumber, cancel }: Of<'passkey'>): Child[] {
  const problem = h('p', { class: 'problem', role: 'alert' })
  const number = h('p', { class: 'number', role: 'status', hidden: true })
  const signIn = button('Use your passkey', () => void tried(), { look: 'accent', icon: 'passkey' })
  async function tried(): Promise<void> {
    problem.replaceChildren()
    try {
      await busy(signIn, use)
    } catch (error) {
      problem.replaceChildren(
        error instanceof PasskeyDeclined ? 'No passkey was shown. Make one, or try again.' : textOf(error),
      )
    }
  }
  const make = button('Make a new passkey', () => {
    number.hidden = false
    number.replaceChildren('Type this number in the window: ', h('strong', {}, matchNumber))
    create()
  })
  return [
    ...head({
      icon: 'passkey',
      title: 'Sign in with a passkey',
      text: 'Your face, your finger or the lock of this device. There is nothing to remember.',
    }),
    problem,
    number,
    h('div', { class: 'actions' }, signIn, make, button('Cancel', cancel, { look: 'plain' })),
  ]
}

/** Texts of our own server, or one for all the rest. */
const textOf = (error: unknown): string =>
  error instanceof WalletRefusal ? error.message : 'That did not work. Try again.'
