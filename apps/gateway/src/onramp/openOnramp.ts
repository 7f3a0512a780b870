/** Puts the on-ramp together from the configuration, with the work that it does by itself. */
import { minutes } from '@latchkey/spec/limits'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainData } from '../chain/openChainData.js'
import type { Hex } from '../chain/shapes.js'
import type { Config } from '../config/config.js'
import { readStoredNetworks } from '../directory/stored.js'
import { createLeadership } from '../indexer/leader.js'
import { startJob } from '../jobs/startJob.js'
import type { Work } from '../jobs/work.js'
import { directoryFolder } from '../paths.js'
import type { Cache } from '../ports/cache.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import type { Outbound } from '../ports/outbound.js'
import type { Untrusted } from '../ports/untrusted.js'
import type { Rpc } from '../rpc/rpc.js'
import { sharedSecret } from '../store/secrets.js'
import { createWebhookJob } from '../webhooks/sendWebhooks.js'
import { createOnramp, type Onramp } from './onramp.js'
import { createOrders } from './orders.js'
import type { OnrampProvider } from './provider.js'
import { createCoinbase } from './providers/coinbase.js'
import { createMeld } from './providers/meld.js'
import { createMoonpay } from './providers/moonpay.js'
import { createTransak } from './providers/transak.js'
import { createPurchases, type Purchases } from './purchases.js'
import { createDeliverJob } from './sandbox/deliver.js'
import { createSandbox, type Sandbox } from './sandbox/sandbox.js'
import { createStock } from './sandbox/stock.js'
import type { OnrampSettings } from './settings.js'

export interface OpenOnramp extends Onramp {
  /** Undefined where it is not configured. */
  readonly sandbox: Sandbox | undefined
  readonly purchases: Purchases
  close(): Promise<void>
}

interface Input {
  readonly config: Config
  readonly databaseUrl: string
  readonly rpc: Rpc
  readonly db: Db
  readonly chainData: ChainData
  readonly outbound: Outbound
  readonly cache: Cache
  readonly clock: Clock
  readonly log: Log
  readonly work?: Work | undefined
  /** To the addresses of apps that want to be told. */
  readonly untrusted: Untrusted
}

const pruneEvery = minutes(10)

export async function openOnramp(input: Input): Promise<OpenOnramp> {
  const { config, db, clock, log, work, untrusted } = input
  const settings = config.LATCHKEY_ONRAMP
  const orders = createOrders({ db, clock })
  const stops: (() => Promise<void>)[] = []
  const isWorking = config.LATCHKEY_ROLES.has('jobs')
  const sandbox =
    settings.sandbox && (await openSandbox(settings.sandbox, input, isWorking ? stops : undefined))
  const providers: OnrampProvider[] = [...(sandbox ? [sandbox] : []), ...companies(settings, input)]
  if (isWorking && providers.length > 0) {
    const job = { name: 'prune on-ramp orders', every: pruneEvery, run: orders.prune }
    stops.push(startJob(job, { clock, log, work }))
  }
  // Also without a provider: what was to be told yesterday still is.
  if (isWorking) stops.push(startJob(createWebhookJob({ db, clock, log, untrusted }), { clock, log, work }))
  return {
    ...createOnramp({ providers, orders, clock, log }),
    sandbox,
    purchases: await createPurchases({ db }),
    close: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}

/** In this order where a link names none. */
function companies(settings: OnrampSettings, { outbound, cache, clock }: Input): OnrampProvider[] {
  const { coinbase, moonpay, transak, meld } = settings
  const way = { outbound, clock }
  return [
    ...(coinbase ? [createCoinbase({ ...way, ...coinbase })] : []),
    ...(moonpay ? [createMoonpay({ ...way, ...moonpay })] : []),
    ...(transak
      ? [createTransak({ ...way, ...transak, cache, isStaging: transak.environment === 'staging' })]
      : []),
    ...(meld
      ? [
          createMeld({
            ...way,
            ...meld,
            webhookUrl: meld.webhookUrl,
            isSandbox: meld.environment === 'sandbox',
          }),
        ]
      : []),
  ]
}

async function openSandbox(
  { network: networkId, name, key }: NonNullable<OnrampSettings['sandbox']>,
  { config, databaseUrl: url, rpc, db, chainData, clock, log, work }: Input,
  /** Absent: another process delivers. */
  stops: (() => Promise<void>)[] | undefined,
): Promise<Sandbox> {
  // Whoever pays with a made-up card must not get anything of worth.
  const listed = readStoredNetworks(directoryFolder).find(({ id }) => id === networkId)
  const isHarmless = listed ? listed.testnet : config.LATCHKEY_LOCAL
  if (!isHarmless)
    throw new Error(
      `LATCHKEY_ONRAMP: the sandbox may not deliver on ${networkId}, which is not known to be a test network`,
    )
  const account = privateKeyToAccount(key)
  const chain = chainData.chainOf(networkId)
  const stock = createStock({
    chainData,
    clock,
    networkId,
    networkName: listed?.name ?? name,
    account: account.address.toLowerCase() as Hex, // lower case of hex is hex
  })
  if (stops) {
    const leadership = createLeadership({ url, name: `deliver ${networkId} ${account.address}`, log, work })
    const stop = startJob(createDeliverJob({ db, clock, log, rpc, chain, account, leadership }), {
      clock,
      log,
      work,
    })
    // The lock last, or another process would begin while this one still works.
    stops.push(() => stop().then(() => leadership.close()))
  }
  const webhookKey = await sharedSecret(db, 'onramp sandbox')
  return createSandbox({ stock, clock, webhookKey, gasPrice: (options) => chain.gasPrice(options) })
}
