/** The room of keys: what signing in asks of it, and the routes it serves. */
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import type { Fields } from '../fields.js'
import { noWallets, type Wallets } from '../session/answer.js'
import { type Challenges, createChallenges } from './challenges.js'
import { createWalletStore, type WalletStore } from './walletStore.js'

export interface Keys {
  readonly facts: Wallets
  readonly wallets: WalletStore
  readonly challenges: Challenges
  prune(): Promise<void>
}

export function openKeys(input: { db: Db; clock: Clock; fields: Fields }): Keys {
  const wallets = createWalletStore(input)
  const challenges = createChallenges(input)
  return {
    wallets,
    challenges,
    facts: {
      ...noWallets,
      async factsOf(userId, deviceId) {
        const [wallet] = await wallets.ofUser(userId)
        if (!wallet) return { state: 'none', hasShare: false, hasPin: false }
        const share = await wallets.share(wallet.id, deviceId, 'active')
        const state = wallet.state === 'pending' ? 'pending' : 'active'
        return { state, id: wallet.id, hasShare: share !== undefined, hasPin: false }
      },
      async describe(userId) {
        const [wallet] = await wallets.ofUser(userId)
        if (!wallet) return undefined
        const { id, state } = wallet
        return { id, state, epoch: await wallets.epochOf(id), accounts: await wallets.accountsOf(id) }
      },
      onRevoke: (deviceId, connection) => wallets.forgetShares(deviceId, connection),
    },
    async prune() {
      await wallets.prune()
      await challenges.prune()
    },
  }
}
