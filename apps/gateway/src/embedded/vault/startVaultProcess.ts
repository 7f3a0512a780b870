/** A process that is the vault and nothing else: no gateway database, no gateway key, one port. */
import type { AddressInfo } from 'node:net'
import { seconds } from '@latchkey/spec/limits'
import { createClosers } from '../../closers.js'
import type { Config } from '../../config/config.js'
import { createApp } from '../../http/app.js'
import { closeServers } from '../../http/closeServers.js'
import { explainListen } from '../../http/explainListen.js'
import { createMetrics } from '../../metrics.js'
import { type Clock, systemClock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { createOutbound } from '../../ports/outbound.js'
import { serveWalletApi } from '../http/walletRoute.js'
import { openVault } from './openVault.js'

export interface VaultProcess {
  readonly port: number
  stop(): Promise<void>
}

/** Throws where something is missing: a vault that is off has no business running. */
export async function startVaultProcess(input: {
  config: Config
  log: Log
  clock?: Clock
}): Promise<VaultProcess> {
  const { config, log, clock = systemClock } = input
  const closers = createClosers({ log })
  try {
    const origin = config.LATCHKEY_WALLET_URL
    // Proofs name the address that a page calls, which this process cannot guess.
    if (origin === undefined)
      throw new Error('A process with the role "vault" alone needs LATCHKEY_WALLET_URL.')
    const outbound = createOutbound()
    closers.add('outbound connections', () => outbound.close())
    const walletOrigin = () => origin
    const vault = await openVault({
      config,
      databaseUrl: undefined,
      clock,
      log,
      outbound,
      closers,
      walletOrigin,
    })
    if (!vault) throw new Error('The vault lacks a key or a mail server.')
    const metrics = createMetrics()
    closers.add('metrics', () => metrics.close())
    let isStopping = false
    const isDraining = () => isStopping
    const app = createApp({ log, metrics, trustedProxies: config.LATCHKEY_TRUSTED_PROXIES, isDraining })
    app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
    serveWalletApi(app, { api: undefined, vault, origin: walletOrigin })
    const deadline = seconds(config.LATCHKEY_SHUTDOWN_SECONDS)
    closers.add('server', () => closeServers([app], { clock, log, deadline }))
    await app
      .listen({ port: config.LATCHKEY_WALLET_PORT, host: config.LATCHKEY_HOST })
      .catch((cause: unknown) => {
        throw explainListen(cause, 'LATCHKEY_WALLET_PORT', config)
      })
    const { port } = app.server.address() as AddressInfo // it listens on TCP
    log.info({ port }, 'the vault listens')
    return {
      port,
      stop() {
        isStopping = true
        return closers.closeAll()
      },
    }
  } catch (cause) {
    await closers.closeAll()
    throw cause
  }
}
