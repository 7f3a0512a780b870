/** Draws each screen of the frame. What a page may cover or imitate never asks for a PIN or a code here (D-31). */
import { WalletRefusal } from '../../api/walletRefusal.js'
import { type Child, h } from '../../look/draw.js'
import { drawRequest, warningsOf } from '../../look/drawRequest.js'
import { busy, button, head } from '../../windows/parts.js'
import { PasskeyDeclined } from '../../windows/passkeys.js'
import { around } from '../../words/around.js'
import { copy } from '../../words/en/panel.js'
import { refusalText } from '../../words/refusalText.js'
import { wordsOf } from '../../words/words.js'
import type { Screen } from './screen.js'
import { watchVisible } from './watchVisible.js'

const t = wordsOf(copy)

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
      return [drawRequest(screen.facts), h('p', { class: 'status', role: 'status' }, t('panel.working'))]
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
  const no = button(t('panel.reject'), () => void tried(no, reject))
  const isDangerous = warningsOf(facts, view).some(({ weight }) => weight === 'stop')
  const status = h('p', { class: 'status', role: 'status' })
  const toWindow = button(
    t('panel.review'),
    () => {
      open()
      status.replaceChildren(t('panel.opened'))
    },
    { look: isDangerous ? 'danger' : 'accent', icon: 'shield' },
  )
  const yes = button(t('panel.approve'), () => void tried(yes, approve), {
    look: 'accent',
    ...(view.factor === 'passkey' ? { icon: 'passkey' as const } : {}),
  })
  // The lower rung is for eyes that see the whole of it; without a browser that can tell, the window it is (D-30).
  const toWindowInstead = () => {
    yes.replaceWith(toWindow)
    status.replaceChildren(t('panel.does-not-fit'))
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
  enrol: ['panel.enrol', 'panel.enrol-detail', 'key'],
  recover: ['panel.recover', 'panel.recover-detail', 'key'],
  export: ['panel.export', 'panel.export-detail', 'key'],
  settings: ['panel.settings', 'panel.settings-detail', 'shield'],
  email: ['panel.email', 'panel.email-detail', 'lock'],
} as const

function drawWindow({ purpose, open, cancel }: Of<'window'>): Child[] {
  const [title, text, icon] = windows[purpose]
  const status = h('p', { class: 'status', role: 'status' })
  const go = button(
    t('panel.open'),
    () => {
      open()
      status.replaceChildren(t('panel.opened'))
    },
    { look: 'accent' },
  )
  return [
    ...head({ icon, title: t(title), text: t(text) }),
    status,
    h('div', { class: 'actions' }, go, button(t('panel.cancel'), cancel, { look: 'plain' })),
  ]
}

function drawPasskey({ use, create, matchNumber, cancel }: Of<'passkey'>): Child[] {
  const problem = h('p', { class: 'problem', role: 'alert' })
  const number = h('p', { class: 'number', role: 'status', hidden: true })
  const signIn = button(t('panel.use-passkey'), () => void tried(), { look: 'accent', icon: 'passkey' })
  async function tried(): Promise<void> {
    problem.replaceChildren()
    try {
      await busy(signIn, use)
    } catch (error) {
      problem.replaceChildren(error instanceof PasskeyDeclined ? t('panel.no-passkey') : textOf(error))
    }
  }
  const make = button(t('panel.make-passkey'), () => {
    number.hidden = false
    const text = t('panel.number', { number: '{number}' })
    number.replaceChildren(...around(text, { number: h('strong', {}, matchNumber) }))
    create()
  })
  return [
    ...head({
      icon: 'passkey',
      title: t('panel.passkey'),
      text: t('panel.passkey-detail'),
    }),
    problem,
    number,
    h('div', { class: 'actions' }, signIn, make, button(t('panel.cancel'), cancel, { look: 'plain' })),
  ]
}

/** What our own server refuses, or one text for all the rest. */
const textOf = (error: unknown): string =>
  error instanceof WalletRefusal ? refusalText(error) : t('panel.failed')
