/** What a signed message allows beside signing in (ERC-5573): carried as its last resource, and spelt out in its text. */
import { bytesToBase64 } from './base64.js'

export interface Recap {
  readonly methods: readonly string[]
  /** Absent where the wallet did not narrow them. */
  readonly chains: readonly string[]
}

const prefix = 'urn:recap:'
const ability = 'request'
const resource = 'eip155'

/** Asks that the page may send these methods to the wallet. */
export function createRecap(methods: readonly string[]): string {
  const abilities = Object.fromEntries(
    [...methods].sort(compare).map((method) => [`${ability}/${method}`, [{}]]),
  )
  const text = JSON.stringify({ att: { [resource]: abilities } })
  return prefix + bytesToBase64(new TextEncoder().encode(text)).replaceAll('=', '')
}

/** The recap among the resources; it is the last one or there is none. */
export function readRecap(resources: readonly string[] | null | undefined): Recap | undefined {
  const attenuations = decode(resources?.at(-1))?.[resource]
  if (!isRecord(attenuations)) return undefined
  const entries = Object.entries(attenuations)
  const limits = entries.flatMap(([, list]) => (Array.isArray(list) ? list : []))
  const chains = limits.flatMap((limit: unknown) =>
    isRecord(limit) && Array.isArray(limit.chains) ? limit.chains : [],
  )
  return {
    methods: entries.flatMap(([name]) =>
      name.startsWith(`${ability}/`) ? [name.slice(ability.length + 1)] : [],
    ),
    chains: [...new Set(chains.filter((chain): chain is string => typeof chain === 'string'))],
  }
}

/** ERC-5573 says how a recap reads inside the message; a wallet signs exactly this. */
export function recapStatement(
  statement: string | undefined,
  resources: readonly string[] | null | undefined,
): string | undefined {
  const att = decode(resources?.at(-1))
  if (!att) return statement
  const opening = 'I further authorize the stated URI to perform the following actions on my behalf: '
  if (statement?.includes(opening)) return statement
  let n = 0
  const parts = Object.entries(att).map(([name, abilities]) => {
    const actions = new Map<string, string[]>()
    const pairs = Object.keys(isRecord(abilities) ? abilities : {}).map((key) => key.split('/'))
    for (const [kind = '', action = ''] of pairs.sort(([, a = ''], [, b = '']) => compare(a, b))) {
      actions.set(kind, [...(actions.get(kind) ?? []), action])
    }
    const listed = [...actions].map(([kind, names]) => {
      n += 1
      return `(${n}) '${kind}': '${names.join("', '")}' for '${name}'.`
    })
    return listed.join(' ')
  })
  return `${statement ? `${statement} ` : ''}${opening}${parts.join(' ')}`
}

function decode(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!text?.startsWith(prefix)) return undefined
  try {
    const base64 = text.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(parsed) && isRecord(parsed.att) ? parsed.att : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value instanceof Object && !Array.isArray(value)

const compare = (a: string, b: string): number => a.localeCompare(b)
