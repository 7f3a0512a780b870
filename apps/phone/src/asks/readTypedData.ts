/** Typed data (EIP-712): read whole or refused, so that nothing is signed that cannot be shown. */
import * as v from 'valibot'
import { type TypedDataDefinition, validateTypedData } from 'viem'

/** Characters of the JSON; more cannot be read by a person. */
const longest = 65_536
const deepest = 12

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const field = v.object({ name, type: name })

const schema = v.object({
  types: v.pipe(
    v.record(name, v.pipe(v.array(field), v.maxLength(64))),
    v.check((types) => Object.keys(types).length <= 64, 'too many types'),
  ),
  primaryType: name,
  domain: v.object({
    name: v.optional(v.pipe(v.string(), v.maxLength(256))),
    version: v.optional(v.pipe(v.string(), v.maxLength(64))),
    chainId: v.optional(v.union([v.number(), v.pipe(v.string(), v.maxLength(80))])),
    verifyingContract: v.optional(v.pipe(v.string(), v.maxLength(64))),
    salt: v.optional(v.pipe(v.string(), v.maxLength(80))),
  }),
  message: v.record(v.string(), v.unknown()),
})

export type TypedData = v.InferOutput<typeof schema>

export function readTypedData(input: unknown): TypedData | undefined {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  if (text === undefined || text.length > longest) return undefined
  try {
    const read = v.safeParse(schema, JSON.parse(text))
    if (!read.success || depthOf(read.output.message) > deepest) return undefined
    validateTypedData(definitionOf(read.output))
    return read.output
  } catch {
    return undefined
  }
}

/** For viem, whose types follow the literal types of a definition, which data from outside has none of. */
export function definitionOf(data: TypedData): TypedDataDefinition {
  return data as unknown as TypedDataDefinition
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

/** The chain that the data is bound to, where it says one. */
export function chainOfTypedData({ domain }: TypedData): number | undefined {
  const chainId = Number(domain.chainId)
  return domain.chainId !== undefined && Number.isSafeInteger(chainId) ? chainId : undefined
}
