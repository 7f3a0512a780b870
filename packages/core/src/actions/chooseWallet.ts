/** Lets the person choose a wallet in the modal, as one promise: a connection, or the reason why there is none. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { alive, type KitContext } from '../context.js'
import type { Choice } from '../jobs.js'
import type { ChooseWalletInput, Connected } from '../kit.js'
import { selectWallet } from '../select.js'
import { within } from '../within.js'
import { close } from './close.js'
import { open } from './open.js'

export async function chooseWallet(
  context: KitContext,
  { namespace, force = false, signal }: ChooseWalletInput = {},
): Promise<Connected> {
  alive(context)
  await whenRestored(context, namespace, signal)
  alive(context)
  if (signal?.aborted) throw new LatchkeyError('request.aborted', {}, { cause: signal.reason })
  const connected = force ? undefined : connectionOf(context, namespace)
  return (
    connected ??
    waitFor(context.jobs.choices.get(keyOf(namespace)) ?? startChoice(context, namespace), signal)
  )
}

const keyOf = (namespace: Namespace | undefined) => namespace ?? 'any'

/** Somebody who is being reconnected at the start of the page is not asked to connect. */
async function whenRestored(
  context: KitContext,
  namespace: Namespace | undefined,
  signal: AbortSignal | undefined,
) {
  const { connections, activeNamespace } = context.store.get()
  if (connections[namespace ?? activeNamespace]?.attempt?.kind !== 'restore') return
  const timeout = () => new LatchkeyError('request.aborted')
  // Too slow or given up: the caller goes on without it.
  await within(context.ready, { clock: context.clock, ms: limits.restoreDeadline, signal, timeout }).catch(
    () => {},
  )
}

function connectionOf(context: KitContext, wanted: Namespace | undefined): Connected | undefined {
  const state = context.store.get()
  const namespace = wanted ?? state.activeNamespace
  const wallet = selectWallet(state, namespace)
  return wallet && { namespace, ...wallet }
}

/** Callers that come while the modal waits share its answer. */
function startChoice(context: KitContext, namespace: Namespace | undefined): Choice {
  const { choices, scope } = context.jobs
  let end = (_outcome: Connected | LatchkeyError) => {}
  const answer = new Promise<Connected>((resolve, reject) => {
    const stop = context.events.on((event) => {
      if (event.name === 'MODAL_CLOSE') end(new LatchkeyError('connection.closed'))
      if (event.name !== 'CONNECT_SUCCESS' || (namespace && event.props.namespace !== namespace)) return
      const connected = connectionOf(context, event.props.namespace)
      if (connected) end(connected)
      // A connection that the app made elsewhere ends the question too.
      if (event.props.restored) close(context, { reason: 'connected' })
    })
    const release = scope.add(() => end(new LatchkeyError('kit.destroyed')))
    end = (outcome) => {
      stop()
      release()
      choices.delete(keyOf(namespace))
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
  })
  const choice: Choice = {
    answer,
    waiters: 0,
    giveUp() {
      end(new LatchkeyError('connection.closed'))
      close(context, { reason: 'app' })
    },
  }
  // Whoever waits hears of it; a choice that everybody gave up has nobody left to tell.
  answer.catch(() => {})
  try {
    open(context, { view: 'Connect', ...(namespace ? { namespace } : {}) })
  } catch (cause) {
    end(new LatchkeyError('connection.closed'))
    throw cause
  }
  choices.set(keyOf(namespace), choice)
  return choice
}

/** Each caller may leave alone; with the last one the modal closes. */
function waitFor(choice: Choice, signal: AbortSignal | undefined): Promise<Connected> {
  choice.waiters += 1
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      choice.waiters -= 1
      reject(new LatchkeyError('request.aborted', {}, { cause: signal?.reason }))
      if (choice.waiters === 0) choice.giveUp()
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    const release = () => signal?.removeEventListener('abort', onAbort)
    choice.answer.finally(release).then(resolve, reject)
  })
}
