/** What a call to a contract does, as far as its bytes tell: read through batches, so that nothing hides inside one. */
import { decodeFunctionData, parseAbi } from 'viem'
import { readBatch } from './readBatch.js'
import type { EthereumCall } from './readRequest.js'

type Address = `0x${string}`

export type CallFacts = { readonly call: EthereumCall } & (
  | { readonly kind: 'send'; readonly to: Address }
  | { readonly kind: 'send-token'; readonly token: Address; readonly to: Address; readonly amount: bigint }
  | { readonly kind: 'send-collectible'; readonly token: Address; readonly to: Address }
  | { readonly kind: 'approve'; readonly token: Address; readonly spender: Address; readonly amount: bigint }
  | { readonly kind: 'approve-all'; readonly token: Address; readonly spender: Address }
  | { readonly kind: 'permit' | 'delegatecall' | 'create' }
  | { readonly kind: 'own-account' | 'other'; readonly to: Address }
)

/** `index` is that of the outermost call: what a person sees as one line. */
export interface IndexedFacts {
  readonly index: number
  readonly facts: CallFacts
}

const known = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address spender, bool isApproved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])
/** ERC-2612, the older one of Dai, and Permit2 with its allowances: each lets somebody take tokens later. */
const permits = parseAbi([
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'function permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'function permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'function permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
  'function approve(address,address,uint160,uint48)',
  'function permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
])
/** `execute` of ERC-7579: the kind of execution is its first byte. */
const accountExecute = parseAbi(['function execute(bytes32 mode, bytes execution)'])
const delegates = parseAbi([
  'function delegatecall(address to, bytes data)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256, uint256, uint256, address, address, bytes)',
])

const deepest = 4
/** More calls than anybody reads are no calls that anybody approves. */
const mostCalls = 200

/**
 * Each call, and after a batch what is inside of it: who runs a batch may keep what was sent along and ignore the rest,
 * so that the batch itself is never left out. Throws where there is more inside than anybody could be shown.
 */
export function decodeCalls(calls: readonly EthereumCall[], own: ReadonlySet<string>): IndexedFacts[] {
  const found: IndexedFacts[] = []
  function add(index: number, call: EthereumCall, depth: number): void {
    const inner = call.to !== undefined && depth < deepest ? readBatch({ ...call, to: call.to }) : undefined
    found.push({ index, facts: decodeOne(call, own) })
    if (found.length + (inner?.length ?? 0) > mostCalls) throw new RangeError('Too many calls')
    for (const each of inner ?? []) add(index, each, depth + 1)
  }
  calls.forEach((call, index) => add(index, call, 0))
  return found
}

/** Whether coins and tokens are sent, and nothing else is done: of nothing at all nobody can say so. */
export function areTransfers(calls: readonly IndexedFacts[]): boolean {
  return calls.length > 0 && calls.every(({ facts: { kind } }) => kind === 'send' || kind === 'send-token')
}

function decodeOne(call: EthereumCall, own: ReadonlySet<string>): CallFacts {
  const { to, data } = call
  if (to === undefined) return { call, kind: 'create' }
  if (data === '0x') return { call, kind: 'send', to }
  if (!own.has(to.toLowerCase())) return plain(call, to)
  return isDelegating(data) ? { call, kind: 'delegatecall' } : { call, kind: 'own-account', to }
}

function plain(call: EthereumCall, token: Address): CallFacts {
  const read = attempt(() => decodeFunctionData({ abi: known, data: call.data }))
  switch (read?.functionName) {
    case 'transfer':
      return { call, kind: 'send-token', token, to: read.args[0], amount: read.args[1] }
    case 'transferFrom':
      return { call, kind: 'send-token', token, to: read.args[1], amount: read.args[2] }
    case 'approve':
    case 'increaseAllowance':
      return { call, kind: 'approve', token, spender: read.args[0], amount: read.args[1] }
    case 'setApprovalForAll':
      // Taking it back is as harmless as a call can be, and still a call.
      return read.args[1]
        ? { call, kind: 'approve-all', token, spender: read.args[0] }
        : { call, kind: 'other', to: token }
    case 'safeTransferFrom':
    case 'safeBatchTransferFrom':
      return { call, kind: 'send-collectible', token, to: read.args[1] }
    default:
  }
  if (attempt(() => decodeFunctionData({ abi: permits, data: call.data }))) return { call, kind: 'permit' }
  return isDelegating(call.data) ? { call, kind: 'delegatecall' } : { call, kind: 'other', to: token }
}

function isDelegating(data: Address): boolean {
  const execute = attempt(() => decodeFunctionData({ abi: accountExecute, data }))
  if (execute) return execute.args[0].startsWith('0xff')
  const read = attempt(() => decodeFunctionData({ abi: delegates, data }))
  return (
    read?.functionName === 'delegatecall' || (read?.functionName === 'execTransaction' && read.args[3] === 1)
  )
}

function attempt<value>(read: () => value): value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
