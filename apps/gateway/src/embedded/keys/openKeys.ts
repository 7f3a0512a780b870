/** The room of keys: what signing in asks of it, and the routes it serves. */
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import type { Connection } from '../audit.js'
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

/** PINs as a factor; they are kept and counted elsewhere. */
export interface Pins {
  has(userId: string, connection?: Connection): Promise<boolean>
  /** As `checkPin` of `Wallets`. Never inside a transaction: a rollback would give a try back. */
  check(userId: string, pin: string): Promise<void>
}

/** Nobody has a PIN. */
const noPins: Pins = { has: async () => false, check: noWallets.checkPin }

export function openKeys(input: { db: Db; clock: Clock; fields: Fields; pins?: Pins }): Keys {
  const { pins = noPins } = input
  const wallets = createWalletStore(input)
  const challenges = createChallenges(input)
  return {
    wallets,
    challenges,
    facts: {
      ...noWallets,
      async factsOf(userId, deviceId, connection) {
        const hasPin = await pins.has(userId, connection)
        const [wallet] = await wallets.ofUser(userId, connection)
        if (!wallet) return { state: 'none', hasShare: false, hasPin }
        const share = await wallets.share(wallet.id, deviceId, 'active', connection)
        const state = wallet.state === 'pending' ? 'pending' : 'active'
        return { state, id: wallet.id, hasShare: share !== undefined, hasPin }
      },
      async describe(userId) {
        const [wallet] = await wallets.ofUser(userId)
        if (!wallet) return undefined
        const { id, state, exportedAt } = wallet
        const [epoch, accounts] = await Promise.all([wallets.epochOf(id), wallets.accountsOf(id)])
        return { id, state, epoch, accounts, ...(exportedAt ? { exportedAt: exportedAt.getTime() } : {}) }
      },
      checkPin: (userId, pin) => pins.check(userId, pin),
      onRevoke: (deviceId, connection) => wallets.forgetShares(deviceId, connection),
    },
    async prune() {
      await wallets.prune()
      await challenges.prune()
    },
  }
}
