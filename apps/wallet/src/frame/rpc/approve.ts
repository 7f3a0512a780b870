/** From a prepared request to its result: recorded, shown, decided where the ladder says, released, signed, carried out, noted. */
import { seconds } from '@latchkey/spec/limits'
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import { walletErrors } from '@latchkey/spec/walletApi'
import { isRefusal, WalletRefusal } from '../../api/walletRefusal.js'
import { contextOf } from '../../look/drawRequest.js'
import type { RequestFacts } from '../../request/facts.js'
import { permissionIn } from '../../request/permissionIn.js'
import { readRequest } from '../../request/readRequest.js'
import { copy } from '../../words/en/panel.js'
import { refusalText } from '../../words/refusalText.js'
import { inEnglish, wordsOf } from '../../words/words.js'
import { ensureShare } from '../account/ensureShare.js'
import type { FrameContext } from '../context.js'
import type { Screen, Shown } from '../panel/screen.js'
import { aborted } from '../throughWindow.js'
import { type Door, openDoor } from '../windows.js'
import { carryOut } from './carryOut.js'
import { confirmHere } from './confirmHere.js'
import type { Prepared } from './prepared.js'
import type { OpenRequest } from './requests.js'
import { RpcFailure, rejected } from './rpcFailure.js'

const t = wordsOf(copy)

type View = WalletAnswerOf<'approvalCreate'>
type State = View['state']

export async function approve(
  context: FrameContext,
  prepared: Prepared,
  request: OpenRequest,
): Promise<unknown> {
  const { api, account, createId } = context
  const { payload, text, digest } = prepared.frozen
  // 2.13: nobody is asked for what must not be signed; the page is told why.
  const { refusal } = inEnglish(() => readRequest(payload))
  if (refusal !== undefined) throw new RpcFailure(4100, refusal)
  await ensureShare(context, request.signal)
  const { marks } = await account.wallet()
  const id = createId()
  const [view, permission] = await Promise.all([
    api.call('approvalCreate', { body: { id, walletId: marks.walletId, payload: text, digest } }),
    permissionIn(api, payload),
  ])
  const facts = readRequest(payload, { ...contextOf(view), permission })
  // The window is given the share: the person may have to set up a factor there first (2.14).
  const door = openDoor(context, { purpose: 'approve', approvalId: id })
  const shown = show(context, { view, facts, door })
  try {
    await decided(context, id, request)
    await door.collect()
    shown.replace({ kind: 'working', facts })
    return await carryOut(context, { approvalId: id, prepared, request })
  } finally {
    shown.close()
    door.close()
  }
}

function show(
  context: FrameContext,
  { view, facts, door }: { readonly view: View; readonly facts: RequestFacts; readonly door: Door },
): Shown {
  const { api, panel } = context
  const params = { id: view.id }
  const screen = {
    kind: 'request',
    facts,
    view,
    open: door.open,
    async reject() {
      await api.call('approvalDecide', { params, body: { decision: 'reject' } })
    },
    async approve() {
      try {
        await confirmHere(context, view)
      } catch (error) {
        // A rung higher: no passkey here, over the cap, or a PIN, which is typed in windows only.
        const isHigher = ['WINDOW_NEEDED', 'LIMIT', 'FACTOR', 'FACTOR_UNKNOWN'] as const
        if (!isHigher.some((code) => isRefusal(error, code))) throw error
        change({ rung: 'window' })
      }
    },
  } as const
  let now: Extract<Screen, { kind: 'request' }> = {
    ...screen,
    rung: view.factor === 'pin' ? 'window' : view.surface,
  }
  const shown = panel.show(now)
  const change = (next: Partial<Pick<typeof now, 'rung' | 'problem'>>) => {
    now = { ...now, ...next }
    shown.replace(now)
  }
  // A button that opens nothing says so; pressed again, it tries again.
  door.done.catch((error: unknown) =>
    change({ problem: error instanceof WalletRefusal ? refusalText(error) : t('panel.not-opened') }),
  )
  return shown
}

/** Settles when it is approved; rejects when it is not, and when the page takes it back. */
async function decided(context: FrameContext, id: string, request: OpenRequest): Promise<void> {
  const taken = aborted(request.signal)
  try {
    await Promise.race([waitForDecision(context, id, request.signal), taken])
  } catch (error) {
    if (!request.signal.aborted) throw error
    // Answered already; the server hears it so that no window shows it any more.
    context.api.call('approvalAbort', { params: { id }, body: {} }).catch(() => {})
    throw rejected()
  }
}

const again = seconds(2)

async function waitForDecision(context: FrameContext, id: string, signal: AbortSignal): Promise<void> {
  let known: State = 'open'
  for (;;) {
    try {
      const told: { state: State } = await context.api.call('approvalWait', {
        params: { id },
        query: { known },
        signal,
      })
      known = told.state
    } catch (error) {
      // The person may be reading in the window while this network is away (F-I).
      if (signal.aborted || !isRefusal(error, 'UNAVAILABLE')) throw error
      await new Promise<void>((resolve) => context.after(again, resolve))
      continue
    }
    if (known === 'open') continue
    if (known === 'approved') return
    if (known === 'rejected' || known === 'aborted') throw rejected()
    throw new WalletRefusal({ code: 'APPROVAL_EXPIRED', message: walletErrors.APPROVAL_EXPIRED.text })
  }
}
