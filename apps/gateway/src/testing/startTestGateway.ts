/** A whole gateway on free ports and a database of its own. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minutes } from '@latchkey/spec/limits'
import { readConfig } from '../config/config.js'
import type { SettingName } from '../config/settings.js'
import { type Gateway, startGateway } from '../gateway.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Outbound } from '../ports/outbound.js'
import type { Untrusted } from '../ports/untrusted.js'
import { copyMigratedDatabase } from './database.js'
import { silentLog } from './log.js'

export interface TestGateway extends Gateway {
  /** Asks the API. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Asks the wallet origin. */
  askWallet(path: string, init?: RequestInit): Promise<Response>
}

export async function startTestGateway(
  environment: Partial<Record<SettingName, string>> = {},
  ports: { clock?: Clock; log?: Log; outbound?: Outbound; untrusted?: Untrusted } = {},
): Promise<TestGateway> {
  const config = readConfig({
    LATCHKEY_GATEWAY_PORT: '0',
    LATCHKEY_WALLET_PORT: '0',
    LATCHKEY_LOCAL: '1',
    LATCHKEY_RATE_LIMIT: '0',
    // Or one would be made in the folder that the tests are run from.
    LATCHKEY_NAMES_SIGNER: `0x${'5e'.repeat(32)}`,
    // The key of the embedded wallet is made in here.
    LATCHKEY_DATA: environment.LATCHKEY_DATA ?? mkdtempSync(join(tmpdir(), 'latchkey-gateway-')),
    ...environment,
    DATABASE_URL: environment.DATABASE_URL ?? (await copyMigratedDatabase()),
  })
  const gateway = await startGateway({
    config,
    log: silentLog,
    // The client runs in this process: whatever keeps it busy would seem to be a request that does not come.
    arrivalDeadline: minutes(5),
    ...ports,
  })
  return {
    ...gateway,
    ask: (path, init) => fetch(`http://127.0.0.1:${gateway.apiPort}${path}`, init),
    askWallet: (path, init) => fetch(`http://127.0.0.1:${gateway.walletPort}${path}`, init),
  }
}
