#!/usr/bin/env node
/** The gateway as a process: reads the configuration, starts, and stops when asked to. */
import { type Config, ConfigError, readConfig, summarise } from './config/config.js'
import { createLog, type Log } from './ports/log.js'

/** Only the code of what this process is. */
async function start(config: Config, input: { log: Log; onLost: (reason: string) => void }) {
  const { LATCHKEY_ROLES: roles } = config
  if (roles.size === 1 && roles.has('vault')) {
    const { startVaultProcess } = await import('./embedded/vault/startVaultProcess.js')
    return startVaultProcess({ config, log: input.log })
  }
  const { startGateway } = await import('./gateway.js')
  return startGateway({ config, ...input })
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog({ level: config.LATCHKEY_LOG_LEVEL })
  log.info({ settings: summarise(config) }, 'the gateway starts')
  let gateway: { stop(): Promise<void> } | undefined
  let isAsked = false

  /** A second signal hurries. A signal during the start is obeyed once the start is over, so that nothing is left half open. */
  async function stop(reason: string, code: number): Promise<void> {
    process.exitCode = Math.max(code, Number(process.exitCode ?? 0))
    if (!isAsked) log.info({ reason }, 'the gateway stops')
    isAsked = true
    if (!gateway) return
    await gateway.stop()
    log.info('the gateway has stopped')
    process.exit()
  }

  /** A start that lost what it stands on may wait for it without end. */
  function onLost(reason: string): void {
    if (gateway) return void stop(reason, 1)
    log.fatal(reason)
    process.exit(1)
  }

  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an error nobody caught')
    void stop('error', 1)
  })
  process.on('unhandledRejection', (err) => {
    log.fatal({ err }, 'a rejection nobody caught')
    void stop('error', 1)
  })

  try {
    gateway = await start(config, { log, onLost })
  } catch (err) {
    log.fatal({ err }, (err as Error).message)
    process.exit(1)
  }
  if (isAsked) await stop('asked during the start', 0)
}

main().catch((error: unknown) => {
  const problems = error instanceof ConfigError ? error.problems : [String(error)]
  for (const problem of problems)
    process.stderr.write(`${JSON.stringify({ level: 'fatal', name: 'gateway', msg: problem })}\n`)
  process.exit(1)
})
