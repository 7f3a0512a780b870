/** What the frame draws inside the modal, with nothing around it: `panel?id=<name>`. Built for the stage only. */

import { createPanel } from '../src/frame/panel/createPanel.js'
import type { Screen } from '../src/frame/panel/screen.js'
import { contextOf } from '../src/look/drawRequest.js'
import type { ApprovalView } from '../src/request/facts.js'
import { readRequest } from '../src/request/readRequest.js'
import { copy } from '../src/words/en/panel.js'
import { speakHere } from '../src/words/speakHere.js'
import { wordsOf } from '../src/words/words.js'
import { readApproved } from '../src/worker/approved.js'
import { approval, greeting, payment, viewOf } from './requests.js'
import '../src/frame/panel/frame.css'

const t = wordsOf(copy)
const nothing = async (): Promise<void> => {}
const still = (): void => {}
const never = (): Promise<never> => new Promise(() => {})

const factsOf = (view: ApprovalView) => readRequest(readApproved(view.payload, view.digest), contextOf(view))

function request(view: ApprovalView, more: Partial<Extract<Screen, { kind: 'request' }>> = {}): Screen {
  const facts = factsOf(view)
  return {
    kind: 'request',
    facts,
    view,
    rung: 'window',
    approve: nothing,
    reject: nothing,
    open: still,
    ...more,
  }
}

const passkey: Screen = { kind: 'passkey', use: never, create: still, matchNumber: '42', cancel: still }
const window = (purpose: Extract<Screen, { kind: 'window' }>['purpose']): Screen => ({
  kind: 'window',
  purpose,
  open: still,
  cancel: still,
})

const screens: Readonly<Record<string, () => Screen>> = {
  payment: () => request(viewOf(payment)),
  danger: () => request(viewOf(approval, { simulation: undefined }), { problem: t('panel.not-opened') }),
  message: () =>
    request(viewOf(greeting, { simulation: undefined, factor: 'none' }), { rung: 'frame-click' }),
  working: () => ({ kind: 'working', facts: factsOf(viewOf(payment)) }),
  recover: () => window('recover'),
  settings: () => window('settings'),
  passkey: () => passkey,
}

async function start(): Promise<void> {
  await speakHere()
  const screen = screens[new URLSearchParams(location.search).get('id') ?? '']
  if (screen) createPanel({ body: document.body, tell: still }).show(screen())
}

void start()
