/** Reads the arguments of a command; what it does not know is refused, since a typing error must not pass in silence. */
import { parseArgs } from 'node:util'

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly default?: string
}

type Value<option extends Option> = option extends { readonly type: 'boolean' }
  ? boolean | undefined
  : option extends { readonly multiple: true }
    ? string[] | undefined
    : option extends { readonly default: string }
      ? string
      : string | undefined

export type Values<known extends Readonly<Record<string, Option>>> = {
  readonly [name in keyof known]: Value<known[name]>
}

export function readArguments<const known extends Readonly<Record<string, Option>>>(
  list: readonly string[],
  options: known,
): { readonly values: Values<known>; readonly words: readonly string[] } {
  try {
    const read = parseArgs({ args: [...list], options, allowPositionals: true })
    const values: object = read.values
    // `parseArgs` gives each option the type that it was declared with.
    return { values: values as Values<known>, words: read.positionals }
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
