/** One transaction from the point of view of one account: what moved, and what that is called. */
import type { OperationType } from '@latchkey/spec/endpoints'
import type { Hex } from '../chain/shapes.js'

export type TokenStandard = 'native' | 'erc20' | 'erc721' | 'erc1155'

/** As it lies in the database: amounts are whole units in text, never numbers (D-14). */
export interface StoredTransfer {
  readonly standard: TokenStandard
  /** Null for the native coin. */
  readonly token: Hex | null
  /** Of a token with ids. */
  readonly id?: string
  readonly amount: string
  readonly from: Hex
  readonly to: Hex
}

export interface ActivityRow {
  readonly address: Hex
  readonly blockNumber: number
  readonly transactionIndex: number
  readonly transactionHash: Hex
  readonly minedAt: Date
  readonly sender: Hex
  readonly recipient: Hex | null
  readonly nonce: number
  readonly operation: OperationType
  readonly isConfirmed: boolean
  readonly isOwn: boolean
  readonly touchedToken: Hex | null
  readonly transfers: readonly StoredTransfer[]
}

const zeroAddress: Hex = `0x${'0'.repeat(40)}`

/** approve, setApprovalForAll, permit, increaseAllowance. */
const approvals: ReadonlySet<string> = new Set(['0x095ea7b3', '0xa22cb465', '0xd505accf', '0x39509351'])
/** transfer, transferFrom, safeTransferFrom of ERC-721 and ERC-1155. */
const sends: ReadonlySet<string> = new Set([
  '0xa9059cbb',
  '0x23b872dd',
  '0x42842e0e',
  '0xb88d4fde',
  '0xf242432a',
])

export function isApproval(input: Hex): boolean {
  return approvals.has(input.slice(0, 10))
}

export interface Facts {
  readonly account: Hex
  readonly recipient: Hex | null
  readonly input: Hex
  readonly value: bigint
  readonly isOwn: boolean
  readonly isConfirmed: boolean
  readonly hasApproved: boolean
  readonly transfers: readonly StoredTransfer[]
  /** The contract that wraps the native coin, where it is known. */
  readonly wrapped: Hex | undefined
}

/** The word for it (S7-04). */
export function operationOf(facts: Facts): OperationType {
  const { account, recipient, input, value, isOwn, isConfirmed, hasApproved, transfers, wrapped } = facts
  if (recipient === null) return 'deploy'
  if (!isConfirmed) {
    if (isApproval(input)) return 'approve'
    return (value > 0n && input === '0x') || sends.has(input.slice(0, 10)) ? 'send' : 'execute'
  }
  const out = transfers.filter(({ from, to }) => from === account && to !== account)
  const into = transfers.filter(({ from, to }) => to === account && from !== account)
  if (out.length > 0 && into.length > 0) {
    const sent = new Set(out.map(assetKey))
    if (wrapped !== undefined && isOnly(out, null) && isOnly(into, wrapped)) return 'deposit'
    if (wrapped !== undefined && isOnly(out, wrapped) && isOnly(into, null)) return 'withdraw'
    return into.some((transfer) => !sent.has(assetKey(transfer))) ? 'trade' : 'execute'
  }
  if (into.length > 0) return into.every(({ from }) => from === zeroAddress) ? 'mint' : 'receive'
  if (out.length > 0) return out.every(({ to }) => to === zeroAddress) ? 'burn' : 'send'
  if (transfers.length > 0) return 'send'
  return isOwn && (hasApproved || isApproval(input)) ? 'approve' : 'execute'
}

const assetKey = ({ token, id = '' }: StoredTransfer) => `${token ?? 'native'}/${id}`
const isOnly = (transfers: readonly StoredTransfer[], token: Hex | null) =>
  transfers.every((transfer) => transfer.token === token)
