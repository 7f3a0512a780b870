/** Typed data as a tree of plain names and values, in the order of its types. */
import type { TypedData } from '../asks/readTypedData.js'
import { safeLines } from './safeText.js'

export interface Branch {
  readonly name: string
  readonly type: string
  /** Either a value to read, or more branches. */
  readonly value?: string
  readonly branches?: readonly Branch[]
}

export function typedDataTree({ types, primaryType, message }: TypedData): readonly Branch[] {
  return fieldsOf(types, primaryType, message)
}

/** What the data is bound to: the app's own name for itself, its version, chain and contract. */
export function domainTree({ domain }: TypedData): readonly Branch[] {
  const names = {
    name: 'Name',
    version: 'Version',
    chainId: 'Network',
    verifyingContract: 'Contract',
    salt: 'Salt',
  }
  return Object.entries(names).flatMap(([key, name]) => {
    const value: unknown = Reflect.get(domain, key)
    return value === undefined ? [] : [{ name, type: 'domain', value: textOf(value) }]
  })
}

function fieldsOf(types: TypedData['types'], type: string, value: unknown): Branch[] {
  const fields = Object.hasOwn(types, type) ? (types[type] ?? []) : []
  return fields.map(({ name, type: inner }) => branchOf(types, name, inner, read(value, name)))
}

function branchOf(types: TypedData['types'], name: string, type: string, value: unknown): Branch {
  const shown = { name: safeLines(name), type: safeLines(type) }
  const [, item] = /^(.*)\[\d*\]$/.exec(type) ?? []
  if (item !== undefined && Array.isArray(value)) {
    return {
      ...shown,
      branches: value.map((each: unknown, index) => branchOf(types, `${index + 1}`, item, each)),
    }
  }
  if (Object.hasOwn(types, type)) return { ...shown, branches: fieldsOf(types, type, value) }
  return { ...shown, value: textOf(value) }
}

const read = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

function textOf(value: unknown): string {
  if (typeof value === 'string') return safeLines(value)
  if (value === undefined || value === null) return '(nothing)'
  return safeLines(JSON.stringify(value))
}
