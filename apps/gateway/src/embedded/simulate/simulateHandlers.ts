/** Trying a request out without recording it. */
import { minutes } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import type { WalletStore } from '../keys/walletStore.js'
import type { EmbeddedParts } from '../parts.js'
import { readPayload } from '../policy/readPayload.js'
import { callsIn, readRequest } from '../policy/readRequest.js'
import { signedInOf } from '../session/sessionHandlers.js'
import type { Simulate } from './simulate.js'

export interface SimulateParts {
  readonly parts: Pick<EmbeddedParts, 'limits'>
  readonly wallets: WalletStore
  readonly simulate: Simulate
}

export function createSimulateHandlers({ parts: { limits }, wallets, simulate }: SimulateParts) {
  return {
    async simulate({ body }, caller) {
      const { user } = signedInOf(caller)
      const [wallet] = await wallets.ofUser(user.id)
      if (wallet?.state !== 'active') throw new WalletRefusal('POLICY')
      const payload = readPayload(body.payload)
      // As often as it could be asked for in earnest.
      const limit = walletLimits.approvalsPerMinute
      const wait = await limits.take([{ key: `simulations|${user.id}`, limit, window: minutes(1) }])
      if (wait > 0) throw new WalletRefusal('RATE', { retryAfter: wait })
      const asked = readRequest(payload, await wallets.accountsOf(wallet.id))
      const simulation = await simulate(payload, callsIn(asked) ?? asked, caller.signal)
      // A message moves nothing.
      return simulation ?? { status: 'success', changes: [] }
    },
  } satisfies WalletHandlers
}
