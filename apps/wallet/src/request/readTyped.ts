/** Typed data as rows that a person can read, and what kind of promise it is: most thefts by signature are one of these. */
import { readTypedData, type TypedData } from '../keys/readTypedData.js'
import { copy as labels } from '../words/en/labels.js'
import { copy as request } from '../words/en/request.js'
import { copy as values } from '../words/en/values.js'
import { wordsOf } from '../words/words.js'
import { cleanText } from './cleanText.js'
import type { RequestPart, RequestRow, RequestWarning } from './facts.js'
import { warn } from './facts.js'
import { untilText } from './readCall.js'

const t = wordsOf({ ...labels, ...request, ...values })

/** As many lines as anybody reads; the rest is told by its number. */
const mostRows = 120

export interface ReadTyped {
  readonly title: string
  readonly parts: readonly RequestPart[]
  readonly warnings: readonly RequestWarning[]
  readonly refusal?: string | undefined
}

/** Throws for what is not typed data. */
export function readTyped(
  given: unknown,
  { account, chainId }: { account: string; chainId: string },
): ReadTyped {
  const typed = readTypedData(given)
  const promise = promiseOf(typed)
  const rows = rowsOf(typed.message)
  const shown = rows.slice(0, mostRows)
  if (rows.length > mostRows) {
    const value = t('values.more-lines', { count: rows.length - mostRows })
    shown.push({ label: t('labels.more'), value, look: 'plain' })
  }
  return {
    title: promise?.title ?? t('request.sign-data'),
    parts: [
      { title: t('request.data-for'), rows: rowsOf(typed.domain) },
      { title: cleanText(typed.primaryType).text, rows: shown },
    ],
    warnings: promise?.warnings ?? [],
    refusal: refusalOf(typed, account, chainId),
  }
}

function promiseOf({ types, primaryType, domain, message }: TypedData) {
  const has = (type: string, ...names: string[]) =>
    names.every((name) => types[type]?.some((field) => field.name === name))
  const isPermit2 =
    domain['name'] === 'Permit2' ||
    primaryType.startsWith('PermitSingle') ||
    primaryType.startsWith('PermitBatch')
  const isPermit = isPermit2 || primaryType.startsWith('Permit') || has(primaryType, 'spender')
  const isOrder = /^(?:OrderComponents|BulkOrder|Order|MakerOrder)/.test(primaryType) && !isPermit
  if (isPermit) {
    const kinds: RequestWarning[] = [warn('permit')]
    if (numbersOf(message).some((number) => number >= 1n << 127n)) kinds.push(warn('unlimited-approval'))
    return { title: t('request.permit'), warnings: kinds }
  }
  if (isOrder || has(primaryType, 'offer', 'consideration'))
    return { title: t('request.order'), warnings: [warn('permit')] }
  return undefined
}

/** Of amounts only: ids, salts and nonces are large without meaning anything. */
function numbersOf(value: unknown, name = ''): bigint[] {
  if (typeof value === 'bigint') return /value|amount|allowance|wad/i.test(name) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => numbersOf(each, name))
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  return Object.entries(value).flatMap(([key, each]) => numbersOf(each, key))
}

function refusalOf({ domain }: TypedData, account: string, chainId: string): string | undefined {
  // A number, as the type of the domain has it; anything else fits no network.
  const told = typeof domain['chainId'] === 'bigint' ? domain['chainId'].toString() : domain['chainId']
  const { verifyingContract } = domain
  if (told !== undefined && told !== chainId.split(':')[1]) return t('request.refused-network')
  if (typeof verifyingContract === 'string' && verifyingContract === account.toLowerCase())
    return t('request.refused-own')
  return undefined
}

function rowsOf(value: unknown, path = '', depth = 0): RequestRow[] {
  if (depth > 8) return [{ label: path, value: '…', look: 'plain' }]
  if (value instanceof Uint8Array) {
    const bytes = Array.from(value.subarray(0, 32), (byte) => byte.toString(16).padStart(2, '0')).join('')
    return [{ label: path, value: `0x${bytes}${value.length > 32 ? '…' : ''}`, look: 'code' }]
  }
  if (Array.isArray(value)) return value.flatMap((each, at) => rowsOf(each, `${path} ${at + 1}`, depth + 1))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) => {
      const label = cleanText(name, 32).text
      return rowsOf(each, path === '' ? label : `${path} › ${label}`, depth + 1)
    })
  }
  return [leaf(path, value)]
}

function leaf(label: string, value: unknown): RequestRow {
  if (typeof value === 'bigint') {
    const isTime = /deadline|expir|until|endTime|startTime|sigDeadline/i.test(label) && value > 1_000_000_000n
    return { label, value: isTime ? untilText(value) : `${value}`, look: 'plain' }
  }
  if (typeof value === 'boolean')
    return { label, value: value ? t('values.yes') : t('values.no'), look: 'plain' }
  const text = String(value)
  if (/^0x[0-9a-f]{40}$/.test(text)) return { label, value: text, look: 'address' }
  return { label, value: cleanText(text, 240).text, look: 'text' }
}
