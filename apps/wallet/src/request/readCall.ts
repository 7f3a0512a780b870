/** What one call of an Ethereum account does: told for the calls that people meet, raw for the others, and read into batches. */
import { formatUnits } from '@latchkey/spec'
import { givingFunctions } from '@latchkey/spec/walletApi'
import { hex } from '@scure/base'
import { type AbiValue, readArguments, selectorOf, typesOf } from './abi.js'
import type { RequestContext, RequestPart, RequestRow, RequestWarning } from './facts.js'
import { warn } from './facts.js'
import type { ShownNetwork } from './networks.js'

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

interface Known {
  readonly title: string
  readonly kind: ReadCall['kind']
  /** Names of the arguments; an amount is one of the token that is called. */
  readonly labels: readonly string[]
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
  'transfer(address,uint256)': { title: 'Send tokens', kind: 'transfer', labels: ['To', 'Amount'] },
  'transferFrom(address,address,uint256)': {
    title: 'Move tokens',
    kind: 'transfer',
    labels: ['From', 'To', 'Amount'],
  },
  'approve(address,uint256)': {
    title: 'Let another address spend tokens',
    kind: 'approval',
    labels: ['Spender', 'Amount'],
    warns: ifUnlimited(1),
  },
  'increaseAllowance(address,uint256)': {
    title: 'Let another address spend more tokens',
    kind: 'approval',
    labels: ['Spender', 'Amount'],
    warns: ifUnlimited(1),
  },
  'approve(address,address,uint160,uint48)': {
    title: 'Let another address spend tokens through Permit2',
    kind: 'approval',
    labels: ['Token', 'Spender', 'Amount', 'Until'],
    warns: ifUnlimited(2),
  },
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': {
    title: 'Let another address spend tokens',
    kind: 'approval',
    labels: ['Owner', 'Spender', 'Amount', 'Until', 'v', 'r', 's'],
    warns: (values) => ['permit', ...ifUnlimited(2)(values)],
  },
  'setApprovalForAll(address,bool)': {
    title: 'Let another address take a whole collection',
    kind: 'approval',
    labels: ['Operator', 'Allowed'],
    warns: ([, isAllowed]) => (isAllowed === true ? ['approval-for-all'] : []),
  },
  'safeTransferFrom(address,address,uint256)': {
    title: 'Send a collectible',
    kind: 'transfer',
    labels: ['From', 'To', 'Item'],
  },
  'safeTransferFrom(address,address,uint256,bytes)': {
    title: 'Send a collectible',
    kind: 'transfer',
    labels: ['From', 'To', 'Item', 'Data'],
  },
  'safeTransferFrom(address,address,uint256,uint256,bytes)': {
    title: 'Send collectibles',
    kind: 'transfer',
    labels: ['From', 'To', 'Item', 'How many', 'Data'],
  },
  'deposit()': { title: 'Wrap the native currency', kind: 'call', labels: [] },
  'withdraw(uint256)': { title: 'Unwrap to the native currency', kind: 'call', labels: ['Amount'] },
  'multicall(bytes[])': { title: 'Several calls at once', kind: 'call', labels: ['Calls'], inner: 0 },
  'multicall(uint256,bytes[])': {
    title: 'Several calls at once',
    kind: 'call',
    labels: ['Until', 'Calls'],
    inner: 1,
  },
  'transferOwnership(address)': owner('Give a contract away', 'New owner'),
  'changeAdmin(address)': owner('Give a contract away', 'New owner'),
  'upgradeTo(address)': owner('Change the code of a contract', 'New code'),
  'upgradeToAndCall(address,bytes)': owner('Change the code of a contract', 'New code', 'Call'),
  'installModule(uint256,address,bytes)': owner('Add a module to an account', 'Kind', 'Module', 'Data'),
  'uninstallModule(uint256,address,bytes)': owner('Take a module from an account', 'Kind', 'Module', 'Data'),
  'execute(bytes32,bytes)': {
    title: 'Let an account act',
    kind: 'call',
    labels: ['Mode', 'Calls'],
    warns: ([mode]) => (typeof mode === 'string' && mode.startsWith('0xff') ? ['delegatecall'] : []),
  },
}

function owner(title: string, ...labels: string[]): Known {
  return { title, kind: 'call', labels, warns: () => ['owner-change'] }
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
  const native = `${formatUnits(value, network.decimals)} ${network.symbol}`
  const data = hex.decode(call.data.slice(2).toLowerCase())
  if (call.to === undefined) {
    const rows = [...(value > 0n ? [amount('Amount', native)] : []), bytesRow(data)]
    return {
      kind: 'call',
      part: { title: 'Publish a contract', rows },
      warnings: [warn('unverified-contract', index)],
    }
  }
  if (data.length === 0) {
    const rows = [amount('Amount', native), address('To', call.to)]
    return { kind: 'transfer', part: { title: `Send ${native}`, rows }, warnings: [] }
  }
  const told = decode(data, 0)
  const token = context.tokens?.get(call.to.toLowerCase())
  const paid = value > 0n ? [amount('Pays', native)] : []
  if (!told) {
    const rows = [...paid, address('Contract', call.to), bytesRow(data)]
    return {
      kind: 'call',
      part: { title: 'Call a contract', rows },
      warnings: [warn('unverified-contract', index)],
    }
  }
  const rows = told.rows.map((row) => (token ? inToken(row, token) : row))
  return {
    kind: told.kind,
    part: { title: told.title, rows: [...rows, ...paid, address('Contract', call.to)] },
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
  let values: AbiValue[]
  try {
    values = readArguments(known.types, data.subarray(4))
  } catch {
    return undefined
  }
  const own = { kind: known.kind, title: known.title, warnings: known.warns?.(values) ?? [] }
  if (known.inner === undefined) {
    return { ...own, rows: values.map((value, at) => rowOf(known.labels[at] ?? '', value)) }
  }
  const inner = values[known.inner]
  const calls = (Array.isArray(inner) ? inner : []).map((each) => {
    const bytes = hex.decode(String(each).slice(2))
    return decode(bytes, depth + 1) ?? unknown(bytes)
  })
  return {
    ...own,
    // What hides inside of a batch is as dangerous as outside of it (A-53).
    kind: calls.some(({ kind }) => kind === 'approval') ? 'approval' : 'call',
    rows: calls.flatMap(({ title, rows }, at) => [
      { label: `Call ${at + 1}`, value: title, look: 'plain' as const },
      ...rows,
    ]),
    warnings: [...new Set([...own.warnings, ...calls.flatMap(({ warnings }) => warnings)])],
  }
}

const unknown = (bytes: Uint8Array): Told => ({
  kind: 'call',
  title: 'Unknown call',
  rows: [bytesRow(bytes)],
  warnings: ['unverified-contract'],
})

function rowOf(label: string, value: AbiValue): RequestRow {
  if (typeof value === 'boolean') return { label, value: value ? 'Yes' : 'No', look: 'plain' }
  if (typeof value === 'bigint') {
    if (label === 'Until') return { label, value: untilText(value), look: 'plain' }
    const isAll = label === 'Amount' && isUnlimited(value)
    return { label, value: isAll ? 'Unlimited' : `${value}`, look: label === 'Amount' ? 'amount' : 'plain' }
  }
  const text = String(value)
  return text.length === 42 ? address(label, text) : { label, value: shortened(text), look: 'code' }
}

/** Seconds since 1970, or "no end" for what is further than a calendar. */
export function untilText(seconds: bigint): string {
  if (seconds > 253_402_300_799n) return 'No end'
  return `${new Date(Number(seconds) * 1000).toISOString().replace('T', ' ').slice(0, 16)} UTC`
}

function inToken(row: RequestRow, token: { symbol: string; decimals: number }): RequestRow {
  if (row.look !== 'amount' || !/^\d+$/.test(row.value)) return row
  return { ...row, value: `${formatUnits(BigInt(row.value), token.decimals)} ${token.symbol}` }
}

const amount = (label: string, value: string): RequestRow => ({ label, value, look: 'amount' })
const address = (label: string, value: string): RequestRow => ({ label, value, look: 'address' })
const bytesRow = (data: Uint8Array): RequestRow => ({
  label: 'Data',
  value: `${shortened(`0x${hex.encode(data)}`)} (${data.length} bytes)`,
  look: 'code',
})
const shortened = (text: string): string => (text.length <= 74 ? text : `${text.slice(0, 66)}…`)
