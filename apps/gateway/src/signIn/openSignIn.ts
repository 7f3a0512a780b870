/** Puts sign-in together: storage, keys, networks, and the chore of forgetting what has ended. */
import { minutes } from '@latchkey/spec/limits'
import type { ChainData } from '../chain/openChainData.js'
import type { Job } from '../jobs/startJob.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Rpc } from '../rpc/rpc.js'
import { sharedSecret } from '../store/secrets.js'
import { createSignIn, type SignIn } from './signIn.js'
import { createSignInStore } from './store.js'
import { createTokens } from './tokens.js'

export interface OpenSignInInput {
  readonly db: Db
  readonly rpc: Rpc
  readonly chainData: Pick<ChainData, 'chainOf'>
  readonly clock: Clock
}

const pruneEvery = minutes(10)

export async function openSignIn(input: OpenSignInInput): Promise<{ signIn: SignIn; pruneJob: Job }> {
  const { db, rpc, chainData, clock } = input
  const store = createSignInStore({ db, clock })
  const signIn = createSignIn({
    store,
    tokens: createTokens({ seed: await sharedSecret(db, 'sign-in tokens'), clock }),
    clock,
    chainOf: (networkId) =>
      rpc.upstreams.get(networkId)?.http.length ? chainData.chainOf(networkId) : undefined,
  })
  return { signIn, pruneJob: { name: 'forget sign-ins', every: pruneEvery, run: store.prune } }
}
