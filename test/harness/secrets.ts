/** Secrets that a run used, remembered so that afterwards nothing the world printed or wrote may name one of them. */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const remembered = 'secrets-of-this-run'

/** Whoever sees a code, a PIN, a link or a phrase in a journey tells it here. */
export function rememberSecret(dataFolder: string, kind: string, value: string): void {
  appendFileSync(join(dataFolder, remembered), `${JSON.stringify({ kind, value })}\n`)
}

/** Kinds of secrets that stand in a text, each once. */
export function secretsIn(text: string, dataFolder: string): string[] {
  const file = join(dataFolder, remembered)
  if (!existsSync(file)) return []
  const secrets = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    // Written above.
    .map((line) => JSON.parse(line) as { kind: string; value: string })
  const found = secrets.filter(({ value }) => isIn(text, value)).map(({ kind }) => kind)
  return [...new Set(found)]
}

/** As a word of its own: six digits are also a part of many a longer number. */
function isIn(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + value.length] ?? ' '}`
    if (!/[\w.]/.test(around)) return true
  }
  return false
}

/** Everything that the world logged to files. */
export function logsOf(dataFolder: string): string {
  return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(dataFolder, name), 'utf8'))
    .join('\n')
}
