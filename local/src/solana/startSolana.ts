/** Brings up the local Solana chain: the machine, its past, then the server. Listening means ready. */
import type { HttpLimits } from '../http.js'
import { solanaAccounts } from './accounts.js'
import { createSolanaFaucet } from './faucet.js'
import { createLedger, slotTime } from './ledger.js'
import { readMethods } from './methods.js'
import { networkId } from './networkId.js'
import { seed, startsAt } from './seed/seed.js'
import { sendMethods } from './send.js'
import { createSender } from './sender.js'
import { serveSolana } from './server.js'
import { createSubscriptions } from './subscriptions.js'

export interface SolanaOptions {
  /** 0 picks a free port. */
  readonly port?: number
  /** The WebSocket answers on `port` too; old clients look for it one above. 0 picks a free port. */
  readonly socketPort?: number
  /** Milliseconds between slots; 0 leaves it to `advance`. */
  readonly slotTime?: number
  /** Slots until a transaction is final. */
  readonly finality?: number
  /** The time the seeded history ends at, in milliseconds; the same time gives the same chain. */
  readonly now?: number
  readonly limits?: Partial<HttpLimits>
}

export interface Solana {
  readonly url: string
  readonly webSocketUrl: string
  readonly port: number
  readonly socketPort: number
  readonly networkId: typeof networkId
  /** Makes the next slot now. */
  advance(): void
  close(): Promise<void>
}

const defaultFinality = 32

export async function startSolana(options: SolanaOptions = {}): Promise<Solana> {
  const now = options.now ?? Date.now()
  const finality = BigInt(options.finality ?? defaultFinality)
  const subscriptions = createSubscriptions()
  const ledger = createLedger({
    finality,
    genesisTime: startsAt(now),
    events: {
      onReached: subscriptions.onReached,
      onSlot: (slot) => subscriptions.onSlot(slot, slot - finality),
    },
  })
  subscriptions.attach(ledger)
  const accounts = await solanaAccounts()
  await seed(ledger, accounts, now)
  const send = createSender(ledger)
  const { faucet, giveCoins } = createSolanaFaucet({ send, from: accounts.faucet, now: Date.now })
  const server = await serveSolana({
    methods: { ...readMethods(ledger), ...sendMethods(ledger, giveCoins) },
    subscriptions,
    faucet,
    port: options.port ?? 0,
    socketPort: options.socketPort ?? 0,
    limits: options.limits,
  })
  const every = options.slotTime ?? slotTime
  const timer = every > 0 ? setInterval(() => ledger.advance(Date.now()), every) : undefined
  return {
    url: `http://127.0.0.1:${server.port}`,
    webSocketUrl: `ws://127.0.0.1:${server.socketPort}`,
    port: server.port,
    socketPort: server.socketPort,
    networkId,
    advance: () => ledger.advance(Date.now()),
    async close() {
      clearInterval(timer)
      await server.close()
    },
  }
}
