/** The window where a request is approved or rejected: read again from the server's record, confirmed by passkey or PIN (2.9). */
import { isRefusal } from '../api/walletRefusal.js'
import { h } from '../look/draw.js'
import { contextOf, drawRequest, warningsOf } from '../look/drawRequest.js'
import type { ApprovalView, RequestFacts } from '../request/facts.js'
import { permissionIn } from '../request/permissionIn.js'
import { readRequest } from '../request/readRequest.js'
import { copy } from '../words/en/approve.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { readApproved } from '../worker/approved.js'
import { enrol } from './enrol.js'
import { guard } from './guard.js'
import { busy, button, field, tick } from './parts.js'
import { PasskeyDeclined, showPasskey } from './passkeys.js'
import { openWindowSession, type WindowSession } from './session.js'
import { closeSoon, isFinal, openStage, sentenceOf, textOf } from './stage.js'

const t = wordsOf(copy)
const stage = openStage()

async function start(): Promise<void> {
  const opening = openWindowSession()
  await speakHere()
  stage.wait(t('approve.wait'))
  try {
    const session = await opening
    const { approvalId } = session
    if (approvalId === undefined) {
      stage.end({ title: t('approve.nothing'), text: t('approve.nothing-detail'), tone: 'bad' })
      return
    }
    await review(session, approvalId)
  } catch (error) {
    failed(error)
  }
}

async function review(session: WindowSession, id: string): Promise<void> {
  const view = await session.api.call('approvalRead', { params: { id } })
  if (view.state !== 'open') return ended(view)
  const facts = await factsOf(view, session)
  const { passkeys, hasPin } = await session.api.call('me', {})
  // The first value: before it moves, the wallet gets a lock (2.14).
  if (passkeys.length === 0 && !hasPin) {
    const { host } = new URL(facts.origin)
    await enrol(stage, session, t('approve.first-lock', { host }))
    return review(session, id)
  }
  decide(session, view, facts)
}

/** From the text whose digest is approved; the server adds names of tokens, and what a permission is that is taken back. */
async function factsOf(view: ApprovalView, session: WindowSession): Promise<RequestFacts> {
  const payload = readApproved(view.payload, view.digest)
  const permission = await permissionIn(session.api, payload)
  const facts = readRequest(payload, { ...contextOf(view), permission })
  const isOther = view.origin !== payload.origin || (session.origin ?? payload.origin) !== payload.origin
  return isOther ? { ...facts, refusal: t('approve.other-page') } : facts
}

function decide(session: WindowSession, view: ApprovalView, facts: RequestFacts): void {
  const warnings = warningsOf(facts, view)
  const ticks = questions(
    facts,
    view,
    warnings.some(({ weight }) => weight === 'stop'),
  )
  const answers = new Set<string>()
  const asksPin = view.factor === 'pin'
  const problem = h('p', { class: 'problem', role: 'alert' })
  const approve = button('', () => {}, {
    look: warnings.some(({ weight }) => weight === 'stop') ? 'danger' : 'accent',
    icon: asksPin ? 'pin' : 'passkey',
  })
  approve.append(t(asksPin ? 'approve.with-pin' : 'approve.with-passkey'))
  const reject = button(t('approve.reject'), () => void refuse())
  const pin = field({ label: t('approve.pin'), kind: 'digits', length: 6, isSecret: true })

  async function refuse(): Promise<void> {
    watch.stop()
    try {
      const { id } = view
      await busy(reject, () =>
        session.api.call('approvalDecide', { params: { id }, body: { decision: 'reject' } }),
      )
      ended({ ...view, state: 'rejected' })
    } catch (error) {
      failed(error)
    }
  }

  async function confirm(): Promise<void> {
    problem.replaceChildren()
    try {
      await busy(approve, () => prove(session, view, () => pin.take()))
      watch.stop()
      ended({ ...view, state: 'approved' })
    } catch (error) {
      if (error instanceof PasskeyDeclined) problem.replaceChildren(t('approve.declined'))
      else if (isRefusal(error, 'PIN_INVALID')) pin.say(textOf(error))
      // Decided elsewhere or taken back meanwhile: the record says which.
      else if (isRefusal(error, 'APPROVAL_STATE')) return void review(session, view.id).catch(failed)
      else if (isFinal(error, 'FACTOR', 'UNAVAILABLE', 'RATE')) problem.replaceChildren(textOf(error))
      else failed(error)
      watch.update()
    }
  }

  const watch = guard({
    button: approve,
    act: () => void confirm(),
    isReady: () => answers.size === ticks.length && (!asksPin || pin.input.value.length === 6),
    tell: (reason) => problem.replaceChildren(reason ?? ''),
  })
  stage.show(
    drawRequest(facts, view),
    facts.refusal === undefined
      ? undefined
      : h('p', { class: 'warning', 'data-weight': 'stop', role: 'alert' }, h('span', {}, facts.refusal)),
    ...(facts.refusal === undefined
      ? ticks.map((text) =>
          tick(text, (isTicked) => {
            if (isTicked) answers.add(text)
            else answers.delete(text)
            watch.update()
          }),
        )
      : []),
    facts.refusal === undefined && asksPin && pin.root,
    problem,
    h('div', { class: 'actions' }, facts.refusal === undefined && approve, reject),
  )
  pin.input.addEventListener('input', () => watch.update())
}

/** What a person has to say beyond a press, where the wallet cannot vouch for what happens. */
function questions(facts: RequestFacts, { simulation }: ApprovalView, isDangerous: boolean): string[] {
  const movesValue = ['transfer', 'approval', 'call', 'batch', 'transactions'].includes(facts.kind)
  const isUntried = movesValue && simulation?.status !== 'success'
  return [...(isDangerous ? [t('approve.dangerous')] : []), ...(isUntried ? [t('approve.untried')] : [])]
}

async function prove(session: WindowSession, view: ApprovalView, takePin: () => string): Promise<void> {
  const { id, digest } = view
  const params = { id }
  const decision = { decision: 'approve', digest } as const
  if (view.factor === 'pin') {
    const proof = { kind: 'pin', pin: takePin() } as const
    await session.api.call('approvalDecide', { params, body: { ...decision, proof } })
    return
  }
  const { options } = await session.api.call('approvalOptions', { params, body: {} })
  const { credential } = await showPasskey(options)
  const proof = { kind: 'passkey', credential } as const
  await session.api.call('approvalDecide', { params, body: { ...decision, proof } })
}

type Ending = readonly [
  title: `approve.${'approved' | 'rejected' | 'expired' | 'aborted' | 'failed'}`,
  tone: 'good' | 'bad',
]
const approved: Ending = ['approve.approved', 'good']
const endings: Partial<Record<ApprovalView['state'], Ending>> = {
  rejected: ['approve.rejected', 'good'],
  expired: ['approve.expired', 'bad'],
  aborted: ['approve.aborted', 'bad'],
  failed: ['approve.failed', 'bad'],
}

function ended({ state, origin }: Pick<ApprovalView, 'state' | 'origin'>): void {
  const [title, tone] = endings[state] ?? approved
  const { host } = new URL(origin)
  stage.end({ title: t(title), text: t(`${title}-detail`, { host }), tone })
  if (tone === 'good') closeSoon()
}

function failed(error: unknown): void {
  const isOver = isFinal(
    error,
    'LINK_USED',
    'LINK_EXPIRED',
    'SESSION_EXPIRED',
    'NOT_FOUND',
    'APPROVAL_STATE',
    'APPROVAL_EXPIRED',
  )
  if (!isOver) return stage.fail(error, () => void location.reload())
  stage.end({
    title: t('approve.over'),
    text: t('approve.over-detail', { problem: sentenceOf(error) }),
    tone: 'bad',
  })
}

void start()
