/** Brings up the local EVM chain: genesis, the seed, then the server. Listening means ready. */
import type { HttpLimits } from '../http.js'
import { localAccounts } from './accounts.js'
import { createChain } from './chain.js'
import { chainId } from './chainId.js'
import { createEvmFaucet } from './faucet.js'
import { genesisAccounts } from './genesis.js'
import { type Request, requester } from './rpc.js'
import { seed } from './seed/seed.js'
import { serveChain } from './server.js'
import { serveZone, type ZoneInput } from './serveZone.js'

export interface EvmOptions {
  /** 0 picks a free port. */
  readonly port?: number
  /** Milliseconds between empty blocks; without it a block is mined only for a transaction. */
  readonly blockInterval?: number
  /** The time the seeded history ends at, in milliseconds; the same time gives the same blocks. */
  readonly now?: number
  /** False leaves the chain at its genesis: no contracts but the canonical ones, no history. */
  readonly seeded?: boolean
  readonly limits?: Partial<HttpLimits>
  /** A zone of names that a gateway answers for. */
  readonly zone?: ZoneInput | undefined
}

export interface Evm {
  readonly url: string
  readonly webSocketUrl: string
  readonly port: number
  readonly chainId: number
  /** JSON-RPC without the network, for tests and services in the same process. */
  readonly request: Request
  close(): Promise<void>
}

export async function startEvm(options: EvmOptions = {}): Promise<Evm> {
  const accounts = localAccounts()
  const now = options.now ?? Date.now()
  let publish: (event: { id: `0x${string}`; result: unknown }) => void = () => {}
  const chain = await createChain({
    genesis: genesisAccounts(accounts),
    genesisTime: seed.startsAt(now),
    privateKeys: [
      ...accounts.people,
      accounts.deployer,
      accounts.faucet,
      accounts.bundler,
      accounts.ranges,
    ].map(({ privateKey }) => privateKey),
    onSubscription: (event) => publish(event),
  })
  const request = requester(chain)
  if (options.seeded !== false) await seed.run({ request, accounts, now })
  if (options.zone) await serveZone(request, accounts.deployer.address, options.zone)
  // After the seed, whose blocks must not be mixed with empty ones.
  if (options.blockInterval) await request('evm_setIntervalMining', [options.blockInterval])
  const faucet = createEvmFaucet({ request, from: accounts.faucet.address, now: Date.now })
  const server = await serveChain({
    chain,
    faucet,
    port: options.port ?? 0,
    ...(options.limits ? { limits: options.limits } : {}),
  })
  publish = server.publish
  return {
    url: `http://127.0.0.1:${server.port}`,
    webSocketUrl: `ws://127.0.0.1:${server.port}`,
    port: server.port,
    chainId,
    request,
    async close() {
      await server.close()
      await request('evm_setIntervalMining', [0])
    },
  }
}
