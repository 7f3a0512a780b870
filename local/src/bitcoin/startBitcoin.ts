/** Brings up the local Bitcoin regtest: the ledger, its past, then the server. Listening means ready. */
import { createFaucet } from '../faucet.js'
import type { HttpLimits } from '../http.js'
import { bitcoinAccounts } from './accounts.js'
import { createLedger } from './ledger.js'
import { scriptOf } from './network.js'
import { networkId } from './networkId.js'
import { pay } from './pay.js'
import { seed } from './seed.js'
import { serveBitcoin } from './server.js'

export interface BitcoinOptions {
  /** 0 picks a free port. */
  readonly port?: number
  /** Milliseconds between looks for something to mine; without it a block comes only when asked for. */
  readonly blockInterval?: number
  /** The time the seeded history ends at, in milliseconds; the same time gives the same blocks. */
  readonly now?: number
  readonly limits?: Partial<HttpLimits>
}

export interface Bitcoin {
  readonly url: string
  readonly port: number
  readonly networkId: typeof networkId
  /** Mines a block now. */
  mine(): void
  close(): Promise<void>
}

/** A tenth of a bitcoin. */
const gift = 10_000_000n
/** With nothing to mine, a block comes this often all the same, so that confirmations are counted up. */
const quietTime = 60_000

export async function startBitcoin(options: BitcoinOptions = {}): Promise<Bitcoin> {
  const accounts = bitcoinAccounts()
  const ledger = createLedger(accounts.miner.script)
  seed(ledger, accounts, options.now ?? Date.now())
  const faucet = createFaucet({
    readAddress: (text) => (text.length <= 100 && scriptOf(text) ? text : undefined),
    hint: 'send {"address":"bcrt1…"} with a valid address of regtest',
    now: Date.now,
    async give(address) {
      const txid = pay(ledger, accounts.miner, [{ address, amount: gift }])
      ledger.mine(Date.now())
      return [txid]
    },
  })
  const server = await serveBitcoin({
    ledger,
    faucet,
    port: options.port ?? 0,
    now: Date.now,
    limits: options.limits,
  })
  const look = () => {
    const time = Date.now()
    if (ledger.waitingCount() > 0 || time - ledger.tip().time * 1000 > quietTime) ledger.mine(time)
  }
  const timer = options.blockInterval ? setInterval(look, options.blockInterval) : undefined
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    networkId,
    mine: () => void ledger.mine(Date.now()),
    async close() {
      clearInterval(timer)
      await server.close()
    },
  }
}
