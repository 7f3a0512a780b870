/** Writes a schema of the contract as JSON Schema. What JSON Schema cannot say stands in the description, in the words of the check. */
import type * as v from 'valibot'

export type JsonSchema = { readonly [key: string]: unknown }

/** The parts of valibot's nodes that are read here; each node has some of them. */
interface Node {
  readonly kind: string
  readonly type: string
  readonly expects?: string | null
  readonly message?: unknown
  readonly requirement?: unknown
  readonly literal?: unknown
  readonly default?: unknown
  readonly options?: readonly unknown[]
  readonly entries?: Readonly<Record<string, Node>>
  readonly items?: readonly Node[]
  readonly item?: Node
  readonly key?: Node
  readonly value?: Node
  readonly wrapped?: Node
  readonly pipe?: readonly Node[]
}

export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  return write(schema)
}

/** Whether a field may be left out. */
export function isOptional(schema: v.GenericSchema): boolean {
  return isLoose(schema)
}

const isLoose = ({ type }: Node) => type === 'optional' || type === 'nullish' || type === 'exact_optional'

function write(node: Node): JsonSchema {
  const [first, ...rest] = node.pipe ?? [node]
  if (!first) return {}
  const plain = base(first)
  // What comes after a transformation is about what the server makes of it, not about what is sent.
  const turn = rest.findIndex(({ kind, type }) => kind === 'transformation' && type === 'transform')
  const checks = turn < 0 ? rest : rest.slice(0, turn)
  // A list is counted by a check before the schema of its items: the later schema says more.
  return checks.reduce<JsonSchema>(
    (sofar, check) =>
      check.kind === 'schema' ? { ...sofar, ...write(check) } : { ...sofar, ...constraint(check) },
    plain,
  )
}

function base(node: Node): JsonSchema {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: node.type }
    case 'literal':
      return { const: node.literal }
    case 'picklist':
      return { enum: node.options }
    case 'union':
      return { anyOf: (node.options as readonly Node[]).map(write) } // options of a union are nodes
    case 'array':
      return { type: 'array', items: node.item ? write(node.item) : {} }
    case 'tuple':
      return { type: 'array', prefixItems: node.items?.map(write) ?? [] }
    case 'record':
      return { type: 'object', additionalProperties: node.value ? write(node.value) : {} }
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return object(node)
    case 'optional':
    case 'exact_optional':
      return { ...wrapped(node), ...(isPlain(node.default) ? { default: node.default } : {}) }
    case 'nullable':
    case 'nullish':
      return { anyOf: [wrapped(node), { type: 'null' }] }
    case 'never':
      return { not: {}, ...(typeof node.message === 'string' ? { description: node.message } : {}) }
    case 'custom':
      return typeof node.message === 'string' ? { description: node.message } : {}
    case 'instance':
      return { type: 'string', format: 'binary' }
    default:
      return {}
  }
}

const wrapped = ({ wrapped: inner }: Node): JsonSchema => (inner ? write(inner) : {})
const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

function object({ type, entries = {} }: Node): JsonSchema {
  const names = Object.keys(entries)
  const required = names.filter((name) => entries[name] && !isLoose(entries[name]))
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, write(entry)])),
    ...(required.length > 0 ? { required } : {}),
    ...(type === 'strict_object' ? { additionalProperties: false } : {}),
  }
}

function constraint({ type, requirement, message }: Node): JsonSchema {
  const value = requirement
  switch (type) {
    case 'min_length':
      return { minLength: value }
    case 'max_length':
      return { maxLength: value }
    case 'min_value':
      return { minimum: value }
    case 'max_value':
      return { maximum: value }
    case 'integer':
    case 'safe_integer':
      return { type: 'integer' }
    case 'regex':
      return value instanceof RegExp ? { pattern: value.source } : {}
    case 'uuid':
      return { format: 'uuid' }
    case 'iso_timestamp':
      return { format: 'date-time' }
    case 'check':
      return typeof message === 'string' ? { description: message } : {}
    default:
      return {}
  }
}
