/** The file in which an operator says what is to be different about the list (`LATCHKEY_DIRECTORY`). */
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { injectedId, linkFields, networkIdText, rdnsText } from './stored.js'

const badge = v.picklist(['none', 'certified'])
const slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Expected small letters, digits and dashes'),
)
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(256))

const fields = {
  ...linkFields,
  description: v.nullable(v.pipe(v.string(), v.maxLength(2048))),
  rdns: v.pipe(v.array(rdnsText), v.maxLength(16)),
  injected: v.pipe(v.array(injectedId), v.maxLength(32)),
  chains: v.pipe(v.array(networkIdText), v.minLength(1), v.maxLength(200)),
  aliases: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(64))), v.maxLength(16)),
  badge_type: badge,
  /** A file beside this one, or a `data:` image; SVG, PNG or WebP. */
  icon: v.pipe(v.string(), v.minLength(1), v.maxLength(512 * 1024)),
}

const called = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const operatorFile = v.strictObject({
  add: v.optional(
    v.pipe(
      v.array(v.strictObject({ slug, name, ...v.partial(v.object(fields)).entries })),
      v.maxLength(1000),
    ),
    [],
  ),
  hide: v.optional(v.pipe(v.array(called), v.maxLength(2000)), []),
  rank: v.optional(v.pipe(v.array(called), v.maxLength(2000)), []),
  override: v.optional(
    v.record(called, v.strictObject({ name: v.optional(name), ...v.partial(v.object(fields)).entries })),
    {},
  ),
})

type OperatorFile = v.InferOutput<typeof operatorFile>
export type Described = OperatorFile['override'][string]

/** Every problem at once, each with its place in the file. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError'
  constructor(path: string, problems: readonly string[]) {
    super(`LATCHKEY_DIRECTORY ${path}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

export function readOperatorFile(path: string): OperatorFile {
  const parsed = v.safeParse(operatorFile, readJson(path))
  if (parsed.success) return parsed.output
  const problems = parsed.issues
    .slice(0, 20)
    .map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  throw new DirectoryError(path, problems)
}

function readJson(path: string): unknown {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!Array.isArray(content)) return content
  } catch (cause) {
    const reason =
      cause instanceof SyntaxError
        ? `is not JSON: ${cause.message}`
        : `cannot be read: ${(cause as Error).message}`
    throw new DirectoryError(path, [reason])
  }
  throw new DirectoryError(path, ['the file: Expected an object'])
}
