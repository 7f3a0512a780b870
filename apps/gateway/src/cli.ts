#!/usr/bin/env node
/** The command line of an operator: `latchkey start`, `latchkey project …`, `latchkey backup`, `latchkey restore`, `latchkey names`, `latchkey kms`, `latchkey config`. */
import { readArguments, UsageError } from './cli/arguments.js'
import { backUpFolder, backupHelp, restoreFolder } from './cli/backupCommand.js'
import { kmsCommand, kmsHelp } from './cli/kmsCommand.js'
import { openDatabase } from './cli/openDatabase.js'
import { projectCommand, projectHelp } from './cli/projectCommand.js'
import { readStart, startHelp } from './cli/startArguments.js'
import { type Config, ConfigError, readConfig, summarise } from './config/config.js'
import { openSigner } from './names/ccip/signer.js'
import { createLog } from './ports/log.js'

const help = `${startHelp}
latchkey config               print the settings in use, without secrets, and what is wrong with them
${backupHelp}
latchkey names signer         print the address that answers about names are signed with; the first time, make its key
${projectHelp}
${kmsHelp}

Settings come from the environment and from the file that LATCHKEY_CONFIG names, as for the gateway itself.`

async function run(list: readonly string[]): Promise<string | undefined> {
  const [command = 'help', ...rest] = list
  if (command === 'help' || command === '--help') return help
  if (command === 'start') {
    Object.assign(process.env, readStart(rest))
    await import('./main.js')
    return undefined
  }
  const config = readConfig(process.env)
  if (command === 'config') return JSON.stringify(summarise(config), null, 2)
  if (command === 'project') return withDatabase(config, ({ db }) => projectCommand(db, rest))
  if (command === 'kms') return kmsCommand(config, rest, (work) => withDatabase(config, ({ db }) => work(db)))
  if (command === 'names' && rest.join(' ') === 'signer') return signerAddress(config)
  const [file] = readArguments(rest, {}).words
  if (file !== undefined && command === 'backup')
    return backUpFolder(config, file, (work) => withDatabase(config, ({ adminUrl }) => work(adminUrl)))
  if (file !== undefined && command === 'restore') return restoreFolder(config, file, log)
  throw new UsageError(help)
}

/** Only what goes wrong is told; the answer of the command is its output. */
const log = createLog({ level: 'error', destination: process.stderr })

async function withDatabase<value>(
  config: Config,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<value>,
): Promise<value> {
  const database = await openDatabase({ config, log })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** For the resolver contract of the zone, which believes only this address. */
function signerAddress({ LATCHKEY_NAMES_SIGNER: key, LATCHKEY_DATA: data }: Config): string {
  return openSigner({ key, data }).address
}

run(process.argv.slice(2)).then(
  (text) => {
    if (text !== undefined) process.stdout.write(`${text}\n`)
  },
  (error: unknown) => {
    const problems = error instanceof ConfigError ? error.problems : [(error as Error).message]
    process.stderr.write(`${problems.join('\n')}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  },
)
