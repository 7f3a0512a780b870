/** What one call of an Ethereum account does: told for the calls that people meet, raw for the others, and read into batches. */
import { givingFunctions } from '@latchkey/spec/walletApi'
import { hex } from '@scure/base'
import { copy as calls } from '../words/en/calls.js'
import { copy as labels } from '../words/en/labels.js'
import { copy as request } from '../words/en/request.js'
import { copy as values } from '../words/en/values.js'
import { amountText, timeText, wordsOf } from '../words/words.js'
import { type AbiValue, readArguments, selectorOf, typesOf } from './abi.js'
import type { RequestContext, RequestPart, RequestRow, RequestWarning } from './facts.js'
import { warn } from './facts.js'
import type { ShownNetwork } from './networks.js'

const t = wordsOf({ ...calls, ...labels, ...request, ...values })

export interface EvmCall {
  readonly to?: string | undefined
  readonly value: string
  readonly data: string
}

export interface ReadCall {
  readonly kind: 'transfer' | 'approval' | 'call'
  readonly part: RequestPart
  readonly warnings: readonly RequestWarning[]
}

/** By its key, so that what a row is does not depend on the language. The numbers of a signature are called so in each. */
type Label = keyof typeof labels | 'v' | 'r' | 's'

interface Known {
  readonly title: keyof typeof calls
  readonly kind: ReadCall['kind']
  /** Names of the arguments; an amount is one of the token that is called. */
  readonly labels: readonly Label[]
  readonly warns?: (values: readonly AbiValue[]) => readonly Parameters<typeof warn>[0][]
  /** Which argument holds calls of their own. */
  readonly inner?: number
}

/** More than any token has: whoever says so means everything. */
export const isUnlimited = (value: AbiValue | undefined): boolean =>
  typeof value === 'bigint' && value >= 1n << 127n
const ifUnlimited = (at: number) => (values: readonly AbiValue[]) =>
  isUnlimited(values[at]) ? (['unlimited-approval'] as const) : []

/** By signature; selectors are computed, so that none can be mistyped. */
const signatures: Readonly<Record<string, Known>> = {
  'transfer(address,uint256)': {
    title: 'calls.send-tokens',
    kind: 'transfer',
    labels: ['labels.to', 'labels.amount'],
  },
  'transferFrom(address,address,uint256)': {
    title: 'calls.move-tokens',
    kind: 'transfer',
    labels: ['labels.from', 'labels.to', 'labels.amount'],
  },
  'approve(address,uint256)': {
    title: 'calls.approve',
    kind: 'approval',
    labels: ['labels.spender', 'labels.amount'],
    warns: ifUnlimited(1),
  },
  'increaseAllowance(address,uint256)': {
    title: 'calls.approve-more',
    kind: 'approval',
    labels: ['labels.spender', 'labels.amount'],
    warns: ifUnlimited(1),
  },
  'approve(address,address,uint160,uint48)': {
    title: 'calls.approve-permit2',
    kind: 'approval',
    labels: ['labels.token', 'labels.spender', 'labels.amount', 'labels.until'],
    warns: ifUnlimited(2),
  },
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': {
    title: 'calls.approve',
    kind: 'approval',
    labels: ['labels.owner', 'labels.spender', 'labels.amount', 'labels.until', 'v', 'r', 's'],
    warns: (values) => ['permit', ...ifUnlimited(2)(values)],
  },
  'setApprovalForAll(address,bool)': {
    title: 'calls.approve-collection',
    kind: 'approval',
    labels: ['labels.operator', 'labels.allowed'],
    warns: ([, isAllowed]) => (isAllowed === true ? ['approval-for-all'] : []),
  },
  'safeTransferFrom(address,address,uint256)': {
    title: 'calls.send-collectible',
    kind: 'transfer',
    labels: ['labels.from', 'labels.to', 'labels.item'],
  },
  'safeTransferFrom(address,address,uint256,bytes)': {
    title: 'calls.send-collectible',
    kind: 'transfer',
    labels: ['labels.from', 'labels.to', 'labels.item', 'labels.data'],
  },
  'safeTransferFrom(address,address,uint256,uint256,bytes)': {
    title: 'calls.send-collectibles',
    kind: 'transfer',
    labels: ['labels.from', 'labels.to', 'labels.item', 'labels.how-many', 'labels.data'],
  },
  'deposit()': { title: 'calls.wrap', kind: 'call', labels: [] },
  'withdraw(uint256)': { title: 'calls.unwrap', kind: 'call', labels: ['labels.amount'] },
  'multicall(bytes[])': { title: 'calls.several', kind: 'call', labels: ['labels.calls'], inner: 0 },
  'multicall(uint256,bytes[])': {
    title: 'calls.several',
    kind: 'call',
    labels: ['labels.until', 'labels.calls'],
    inner: 1,
  },
  'transferOwnership(address)': owner('calls.give-contract', 'labels.new-owner'),
  'changeAdmin(address)': owner('calls.give-contract', 'labels.new-owner'),
  'upgradeTo(address)': owner('calls.change-code', 'labels.new-code'),
  'upgradeToAndCall(address,bytes)': owner('calls.change-code', 'labels.new-code', 'labels.call'),
  'installModule(uint256,address,bytes)': owner(
    'calls.add-module',
    'labels.kind',
    'labels.module',
    'labels.data',
  ),
  'uninstallModule(uint256,address,bytes)': owner(
    'calls.take-module',
    'labels.kind',
    'labels.module',
    'labels.data',
  ),
  'execute(bytes32,bytes)': {
    title: 'calls.let-act',
    kind: 'call',
    labels: ['labels.mode', 'labels.calls'],
    warns: ([mode]) => (typeof mode === 'string' && mode.startsWith('0xff') ? ['delegatecall'] : []),
  },
}

function owner(title: Known['title'], ...named: Label[]): Known {
  return { title, kind: 'call', labels: named, warns: () => ['owner-change'] }
}

const bySelector = new Map(
  Object.entries(signatures).map(([signature, known]) => [
    selectorOf(signature),
    { ...known, types: typesOf(signature) },
  ]),
)

const giving: ReadonlySet<string> = new Set(givingFunctions.map(selectorOf))

/** Whether a function sends tokens away, or lets somebody take them: by its selector, which another name can have too. */
export const givesTokens = (signature: string): boolean => giving.has(selectorOf(signature))

/** Calls inside of calls, as deep as anybody writes them. */
const mostDepth = 4

export function readCall(
  call: EvmCall,
  network: ShownNetwork,
  context: RequestContext,
  index?: number,
): ReadCall {
  const value = BigInt(call.value)
  const native = amountText(value, network)
  const data = hex.decode(call.data.slice(2).toLowerCase())
  if (call.to === undefined) {
    const rows = [...(value > 0n ? [amount('labels.amount', native)] : []), bytesRow(data)]
    return {
      kind: 'call',
      part: { title: t('calls.publish'), rows },
      warnings: [warn('unverified-contract', index)],
    }
  }
  if (data.length === 0) {
    const rows = [amount('labels.amount', native), address('labels.to', call.to)]
    return { kind: 'transfer', part: { title: t('request.send', { amount: native }), rows }, warnings: [] }
  }
  const told = decode(data, 0)
  const token = context.tokens?.get(call.to.toLowerCase())
  const paid = value > 0n ? [amount('labels.pays', native)] : []
  if (!told) {
    const rows = [...paid, address('labels.contract', call.to), bytesRow(data)]
    return {
      kind: 'call',
      part: { title: t('calls.call-contract'), rows },
      warnings: [warn('unverified-contract', index)],
    }
  }
  const rows = told.rows.map((row) => (token ? inToken(row, token) : row))
  return {
    kind: told.kind,
    part: { title: told.title, rows: [...rows, ...paid, address('labels.contract', call.to)] },
    warnings: told.warnings.map((kind) => warn(kind, index)),
  }
}

interface Told {
  readonly kind: ReadCall['kind']
  readonly title: string
  readonly rows: readonly RequestRow[]
  readonly warnings: readonly RequestWarning['kind'][]
}

function decode(data: Uint8Array, depth: number): Told | undefined {
  const known = bySelector.get(`0x${hex.encode(data.subarray(0, 4))}`)
  if (!known || depth > mostDepth) return undefined
  let given: AbiValue[]
  try {
    given = readArguments(known.types, data.subarray(4))
  } catch {
    return undefined
  }
  const own = { kind: known.kind, title: t(known.title), warnings: known.warns?.(given) ?? [] }
  if (known.inner === undefined) {
    return { ...own, rows: given.map((value, at) => rowOf(known.labels[at], value)) }
  }
  const inner = given[known.inner]
  const read = (Array.isArray(inner) ? inner : []).map((each) => {
    const bytes = hex.decode(String(each).slice(2))
    return decode(bytes, depth + 1) ?? unknown(bytes)
  })
  return {
    ...own,
    // What hides inside of a batch is as dangerous as outside of it.
    kind: read.some(({ kind }) => kind === 'approval') ? 'approval' : 'call',
    rows: read.flatMap(({ title, rows }, at) => [
      { label: t('request.call', { number: at + 1 }), value: title, look: 'plain' as const },
      ...rows,
    ]),
    warnings: [...new Set([...own.warnings, ...read.flatMap(({ warnings }) => warnings)])],
  }
}

const unknown = (bytes: Uint8Array): Told => ({
  kind: 'call',
  title: t('calls.unknown'),
  rows: [bytesRow(bytes)],
  warnings: ['unverified-contract'],
})

function rowOf(key: Label | undefined, value: AbiValue): RequestRow {
  const label = key === undefined ? '' : isBare(key) ? key : t(key)
  if (typeof value === 'boolean')
    return { label, value: value ? t('values.yes') : t('values.no'), look: 'plain' }
  if (typeof value === 'bigint') {
    if (key === 'labels.until') return { label, value: untilText(value), look: 'plain' }
    if (key !== 'labels.amount') return { label, value: `${value}`, look: 'plain' }
    return { label, value: isUnlimited(value) ? t('values.unlimited') : `${value}`, look: 'amount' }
  }
  const text = String(value)
  return text.length === 42
    ? { label, value: text, look: 'address' }
    : { label, value: shortened(text), look: 'code' }
}

const isBare = (key: Label): key is Exclude<Label, keyof typeof labels> => !Object.hasOwn(labels, key)

/** Seconds since 1970, or "no end" for what is further than a calendar. */
export function untilText(seconds: bigint): string {
  if (seconds > 253_402_300_799n) return t('values.no-end')
  return timeText(Number(seconds) * 1000)
}

function inToken(row: RequestRow, token: { symbol: string; decimals: number }): RequestRow {
  if (row.look !== 'amount' || !/^\d+$/.test(row.value)) return row
  return { ...row, value: amountText(BigInt(row.value), token) }
}

const amount = (label: keyof typeof labels, value: string): RequestRow => ({
  label: t(label),
  value,
  look: 'amount',
})
const address = (label: keyof typeof labels, value: string): RequestRow => ({
  label: t(label),
  value,
  look: 'address',
})
const bytesRow = (data: Uint8Array): RequestRow => ({
  label: t('labels.data'),
  value: t('values.begins-with', { start: shortened(`0x${hex.encode(data)}`), count: data.length }),
  look: 'code',
})
const shortened = (text: string): string => (text.length <= 74 ? text : `${text.slice(0, 66)}…`)
