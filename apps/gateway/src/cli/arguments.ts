/** Reads a command line: words first, then options, each known by name. */

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface Arguments {
  readonly words: readonly string[]
  /** Every value of an option, in order; an option without a value is `true`. */
  readonly options: ReadonlyMap<string, readonly string[]>
  readonly flags: ReadonlySet<string>
}

export interface Known {
  /** Options with a value. */
  readonly options?: readonly string[]
  /** Options without one. */
  readonly flags?: readonly string[]
}

/** `--name value`, `--name=value` and `--flag`; anything unknown is an error, since a typing error must not pass in silence. */
export function readArguments(
  list: readonly string[],
  { options: known = [], flags: switches = [] }: Known,
): Arguments {
  const words: string[] = []
  const options = new Map<string, string[]>()
  const flags = new Set<string>()
  const rest = [...list]
  for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
    if (!item.startsWith('--')) {
      words.push(item)
      continue
    }
    const [name, inline] = split(item.slice(2))
    if (switches.includes(name) && inline === undefined) flags.add(name)
    else if (known.includes(name)) {
      const value = inline ?? rest.shift()
      if (value === undefined) throw new UsageError(`--${name} needs a value`)
      options.set(name, [...(options.get(name) ?? []), value])
    } else throw new UsageError(`--${name} is not an option of this command`)
  }
  return { words, options, flags }
}

function split(text: string): [string, string | undefined] {
  const at = text.indexOf('=')
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
