/** `latchkey start`: the one thing that its command line may say is which parts of the gateway run. */
import { readArguments, UsageError } from './arguments.js'

export const startHelp =
  'latchkey start [--roles a,b]  run the gateway; with --roles only these parts of it, as LATCHKEY_ROLES has it'

/** Settings as the environment has them, so that they are checked and printed as all others are. */
export function readStart(list: readonly string[]): Record<string, string> {
  const { words, options } = readArguments(list, { options: ['roles'] })
  if (words.length > 0) throw new UsageError(`start takes no "${words[0]}"\n${startHelp}`)
  const roles = options.get('roles')
  return roles ? { LATCHKEY_ROLES: roles.join(',') } : {}
}
