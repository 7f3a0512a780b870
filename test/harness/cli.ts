/** Runs a command of `@latchkey/cli` as somebody at a prompt does. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('dist/main.js', import.meta.resolve('@latchkey/cli/package.json')))

/** What it prints; throws where it ends with an error. */
export const cli = (...list: readonly string[]): string =>
  execFileSync(process.execPath, [program, ...list], { encoding: 'utf8' }).trimEnd()
