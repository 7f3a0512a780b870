/** What a block means for some accounts. The follower and the scan backwards both end here, so that they agree. */
import { type BlockRef, type Chain, isStateGone } from '../chain/chain.js'
import type { ChainLog, ChainTransaction, FullBlock, Hex, Receipt } from '../chain/shapes.js'
import type { CallOptions } from '../rpc/rpc.js'
import { type ActivityRow, isApproval, operationOf, type StoredTransfer } from './activity.js'
import { addressOf, approverOf, transfersOf, userOperationOf } from './decode.js'

export interface BlockReading {
  readonly rows: readonly ActivityRow[]
  /** False where the node has forgotten the balances at this block. */
  readonly hasState: boolean
}

/** The chain was reorganised while a block was read: what was read does not fit together. */
export class BlockMoved extends Error {
  override readonly name = 'BlockMoved'
  constructor(number: number) {
    super(`block ${number} was replaced while it was read`)
  }
}

interface Touch {
  readonly account: Hex
  readonly transaction: ChainTransaction
  readonly transfers: StoredTransfer[]
  readonly hasApproved: boolean
  readonly userOperation: { readonly isConfirmed: boolean } | undefined
}

/** Transfers of one row; the wire carries no more. */
const mostTransfers = 200

export async function readBlock(
  chain: Chain,
  input: {
    readonly block: FullBlock
    readonly logs: readonly ChainLog[]
    readonly accounts: ReadonlySet<Hex>
    readonly wrapped: Hex | undefined
  },
  options: CallOptions,
): Promise<BlockReading> {
  const { block, wrapped } = input
  if (input.logs.some(({ blockHash }) => blockHash !== block.hash)) throw new BlockMoved(block.number)
  const touches = touchesOf(input)
  const receipts = new Map<Hex, Receipt>()
  for (const { account, transaction } of touches) {
    if (receipts.has(transaction.hash) || (transaction.from !== account && transaction.to !== account))
      continue
    const receipt = await chain.receipt(transaction.hash, options)
    if (receipt?.blockHash !== block.hash) throw new BlockMoved(block.number)
    receipts.set(transaction.hash, receipt)
  }
  let hasState = true
  const rows: ActivityRow[] = []
  for (const touch of touches) {
    const receipt = receipts.get(touch.transaction.hash)
    const direct = directTransfers(touch, receipt)
    const isAlone = touches.filter(({ account }) => account === touch.account).length === 1
    const hidden = isAlone ? await hiddenTransfer(chain, block, touch, direct, receipt, options) : undefined
    if (hidden === 'unknown') hasState = false
    const transfers = [...direct, ...(hidden && hidden !== 'unknown' ? [hidden] : [])].slice(0, mostTransfers)
    // Somebody called this account without giving it anything: a message at best.
    if (!isOwn(touch) && transfers.length === 0) continue
    rows.push(rowOf(block, touch, transfers, receipt, wrapped))
  }
  return { rows, hasState }
}

function touchesOf({ block, logs, accounts, wrapped }: Parameters<typeof readBlock>[1]): Touch[] {
  const ordered = [...logs].sort((a, b) => a.logIndex - b.logIndex)
  return block.transactions.flatMap((transaction) => {
    const own = ordered.filter(({ transactionHash }) => transactionHash === transaction.hash)
    const moved = own.flatMap((log) => transfersOf(log, wrapped))
    const operations = own.flatMap((log) => userOperationOf(log) ?? [])
    const approvers = new Set(own.flatMap((log) => approverOf(log) ?? []))
    const ends = moved.flatMap(({ from, to }) => [from, to])
    const seen = new Set([
      transaction.from,
      ...(transaction.to === null ? [] : [transaction.to]),
      ...ends,
      ...operations.map(({ account }) => account),
    ])
    return [...seen]
      .filter((account) => accounts.has(account))
      .map((account) => ({
        account,
        transaction,
        transfers: moved.filter(({ from, to }) => from === account || to === account),
        hasApproved: approvers.has(account),
        userOperation: operations.findLast((operation) => operation.account === account),
      }))
  })
}

/** Everybody whom a block may concern. */
export function addressesOf(block: FullBlock, logs: readonly ChainLog[]): Set<Hex> {
  return new Set([
    ...block.transactions.flatMap(({ from, to }) => (to === null ? [from] : [from, to])),
    ...logs.flatMap(({ topics: [, ...named] }) => named.flatMap((topic) => addressOf(topic) ?? [])),
  ])
}

const isOwn = ({ account, transaction, userOperation }: Touch) =>
  transaction.from === account || userOperation !== undefined

/** The value of the transaction itself, where it reached or left the account, then what logs tell. */
function directTransfers({ account, transaction, transfers }: Touch, receipt: Receipt | undefined) {
  const { from, to, value } = transaction
  const isMoved = value > 0n && to !== null && receipt?.status === 1n && (from === account || to === account)
  if (!isMoved) return transfers
  return [{ standard: 'native' as const, token: null, amount: value.toString(), from, to }, ...transfers]
}

/**
 * Native coins that contracts moved leave no trace but the balance: what it changed by, beyond value and fee, came or
 * went inside the transaction. Sure only where nothing else of the block concerns the account.
 */
async function hiddenTransfer(
  chain: Chain,
  block: FullBlock,
  { account, transaction, userOperation }: Touch,
  direct: readonly StoredTransfer[],
  receipt: Receipt | undefined,
  options: CallOptions,
): Promise<StoredTransfer | 'unknown' | undefined> {
  // A user operation also moves its own gas, and rewards are not transfers.
  if (userOperation || block.miner === account) return undefined
  if (block.withdrawals?.some(({ address }) => address === account)) return undefined
  // A plain transfer between two accounts has no inside.
  if (
    transaction.input === '0x' &&
    transaction.from === account &&
    !(await isContract(chain, transaction.to, block, options))
  )
    return undefined
  const before =
    block.number === 0 ? 0n : await balanceAt(chain, account, { blockHash: block.parentHash }, options)
  const after = await balanceAt(chain, account, { blockHash: block.hash }, options)
  if (before === undefined || after === undefined) return 'unknown'
  const fee =
    receipt && transaction.from === account ? receipt.gasUsed * receipt.effectiveGasPrice + receipt.l1Fee : 0n
  const told = direct
    .filter(({ standard, from, to }) => standard === 'native' && from !== to)
    .reduce((sum, { amount, to }) => sum + (to === account ? BigInt(amount) : -BigInt(amount)), 0n)
  const change = after - before + fee - told
  if (change === 0n) return undefined
  const other = transaction.to ?? transaction.from
  const [from, to] = change > 0n ? [other, account] : [account, other]
  return { standard: 'native', token: null, amount: (change > 0n ? change : -change).toString(), from, to }
}

async function isContract(
  chain: Chain,
  address: Hex | null,
  block: FullBlock,
  options: CallOptions,
): Promise<boolean> {
  if (address === null) return true
  // Any answer but bytes means that nothing is known: then the balances decide.
  const code = await chain.code(address, { blockHash: block.hash }, options).catch(() => undefined)
  return code !== '0x'
}

async function balanceAt(
  chain: Chain,
  account: Hex,
  at: BlockRef,
  options: CallOptions,
): Promise<bigint | undefined> {
  try {
    return await chain.balance(account, at, options)
  } catch (cause) {
    if (isStateGone(cause)) return undefined
    throw cause
  }
}

function rowOf(
  block: FullBlock,
  touch: Touch,
  transfers: readonly StoredTransfer[],
  receipt: Receipt | undefined,
  wrapped: Hex | undefined,
): ActivityRow {
  const { account, transaction, hasApproved, userOperation } = touch
  const { input, value, from: sender, to: recipient, nonce } = transaction
  // A log exists only in a transaction that went through.
  const isConfirmed = userOperation?.isConfirmed ?? (receipt ? receipt.status === 1n : true)
  const facts = {
    account,
    recipient,
    input,
    value,
    isOwn: isOwn(touch),
    isConfirmed,
    hasApproved,
    transfers,
    wrapped,
  }
  return {
    address: account,
    blockNumber: block.number,
    transactionIndex: transaction.transactionIndex,
    transactionHash: transaction.hash,
    minedAt: new Date(block.timestamp * 1000),
    sender,
    recipient,
    nonce,
    operation: operationOf(facts),
    isConfirmed,
    isOwn: facts.isOwn,
    touchedToken: transfers.length === 0 && (hasApproved || isApproval(input)) ? recipient : null,
    transfers,
  }
}
