/** Asks the person for what an RPC method needs, in the frame and one question after the other (S6, S4-22). */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import { isUserRejection } from '@latchkey/spec/errors'
import type { FrameRequest } from '@latchkey/spec/frame'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { permissionOf } from '@latchkey/spec/permissions'
import { disallow } from './disallow.js'
import { FrameError } from './frameError.js'
import type { EmbeddedParts } from './parts.js'
import type { Surface } from './surface.js'

export interface FrameCall {
  readonly namespace: Namespace
  readonly networkId: NetworkId
  readonly method: string
  readonly params: unknown
  readonly signal?: AbortSignal | undefined
}

/** Behind `features.smartSessions` (S9-13). */
const sessionMethods: readonly string[] = [
  'wallet_grantPermissions',
  'wallet_requestExecutionPermissions',
  'wallet_revokePermissions',
]

export type Request = (call: FrameCall) => Promise<unknown>

export function createRequest(
  parts: EmbeddedParts,
  surface: Surface,
  /** The person was in front of the wallet, and may have set up something there. */
  onDecided: () => void = () => {},
): Request {
  const { context, frame, store } = parts
  const { jobs, options, log, clock } = context

  const isAllowed = (method: string) =>
    permissionOf(method) !== undefined && (options.features.smartSessions || !sessionMethods.includes(method))

  return async ({ namespace, networkId, method, params, signal }) => {
    if (!isAllowed(method)) return disallow(context, method)
    const request = { method, params, chainId: networkId, chainNamespace: namespace }
    // Params of a wallet's method are an array or an object; the frame refuses anything else.
    const payload = request as FrameRequest<'RPC_REQUEST'>
    if (permissionOf(method) === 'safe') {
      const answer = await frame.ask('RPC_REQUEST', payload, { signal })
      const isTold = method !== 'wallet_getCapabilities' || options.features.smartSessions
      return isTold ? answer : withoutPermissions(answer)
    }
    return approve(payload, signal)
  }

  /**
   * Whoever gives up is answered when the frame has: until then nobody can say whether it was sent already, and what
   * was sent is never reported as refused (I13).
   */
  async function approve(payload: FrameRequest<'RPC_REQUEST'>, signal: AbortSignal | undefined) {
    const turn = new AbortController()
    let isAsked = false
    let isGivenUp = false
    const giveUp = (reason: Error) => {
      if (isGivenUp) return
      isGivenUp = true
      if (!isAsked) return turn.abort(reason)
      frame
        .ask('RPC_ABORT', undefined)
        .catch((cause: unknown) => log.info('A request could not be taken back', cause))
    }
    const onAbort = () => giveUp(new LatchkeyError('request.aborted', {}, { cause: signal?.reason }))
    // The frame stays on screen while anything waits for it.
    const leave = surface.enter(giveUp)
    jobs.embeddedRequests.add(giveUp)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    try {
      return await jobs.lanes.run('embedded', turn.signal, async () => {
        isAsked = true
        store.set({ request: { method: payload.method, startedAt: clock.now() } })
        return frame.ask('RPC_REQUEST', payload).finally(() => store.set({ request: undefined }))
      })
    } catch (cause) {
      // S8-12. Any other answer stays what it is: what may be on the network was not taken back.
      if (isGivenUp && cause instanceof FrameError && isUserRejection(cause))
        throw new LatchkeyError('request.aborted', {}, { cause })
      throw cause
    } finally {
      signal?.removeEventListener('abort', onAbort)
      // Before the view is left: closing the modal gives up whatever waits for the person.
      jobs.embeddedRequests.delete(giveUp)
      leave()
      onDecided()
    }
  }
}

/** Of what the wallet could do on each network (ERC-5792), what this page would refuse to ask for is not told. */
function withoutPermissions(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([network, told]: [string, unknown]) => {
      if (typeof told !== 'object' || told === null || !('permissions' in told)) return [network, told]
      const { permissions: _, ...others } = told
      return [network, others]
    }),
  )
}
