#!/usr/bin/env node
/** The commands for people who write apps: `latchkey-cli csp`, `latchkey-cli cdn`, `latchkey-cli migrate`. */
import { UsageError } from './arguments.js'
import { cdnCommand, cdnHelp } from './cdn.js'
import { cspCommand, cspHelp } from './csp.js'
import { migrateCommand, migrateHelp } from './migrate/command.js'

const help = [cspHelp, cdnHelp, migrateHelp].join('\n\n')

const commands: Readonly<Record<string, (list: readonly string[]) => string>> = {
  csp: cspCommand,
  cdn: cdnCommand,
  migrate: migrateCommand,
  help: () => help,
}

function run([name = 'help', ...rest]: readonly string[]): string {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name === '--help' || rest.includes('--help')) return help
  if (!command) throw new UsageError(`There is no command ${name}.\n\n${help}`)
  return command(rest)
}

try {
  process.stdout.write(`${run(process.argv.slice(2))}\n`)
} catch (error) {
  // What was asked wrongly is told in a sentence; anything else is a fault of ours and keeps its stack.
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
