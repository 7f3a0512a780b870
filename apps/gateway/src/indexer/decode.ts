/** Logs of token contracts, decoded by hand: anybody can emit anything, so that what does not fit is no transfer. */
import type { ChainLog, Hex } from '../chain/shapes.js'
import type { StoredTransfer } from './activity.js'

/** keccak256 of the signatures; a test derives them. */
export const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  userOperation: '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
} as const satisfies Record<string, Hex>

/** Every topic that a follower asks for. */
export const allTopics: readonly Hex[] = Object.values(topics)

/** Ids in one batch; more are cut, since a batch without end is nobody's transfer. */
const longestBatch = 200

/** The transfers that a log stands for; none where it is something else. */
export function transfersOf(log: ChainLog, wrapped: Hex | undefined): StoredTransfer[] {
  const [topic, first, second, third] = log.topics
  const token = log.address
  if (topic === topics.transfer && first && second) {
    const [from, to] = [addressOf(first), addressOf(second)]
    if (!from || !to) return []
    if (third) return [{ standard: 'erc721', token, id: BigInt(third).toString(), amount: '1', from, to }]
    const amount = wordAt(log.data, 0)
    return amount === undefined ? [] : [{ standard: 'erc20', token, amount: amount.toString(), from, to }]
  }
  if ((topic === topics.transferSingle || topic === topics.transferBatch) && second && third) {
    const [from, to] = [addressOf(second), addressOf(third)]
    if (!from || !to) return []
    const pairs =
      topic === topics.transferSingle ? [[wordAt(log.data, 0), wordAt(log.data, 1)]] : batchOf(log.data)
    return pairs.flatMap(([id, amount]) =>
      id === undefined || amount === undefined
        ? []
        : [{ standard: 'erc1155' as const, token, id: id.toString(), amount: amount.toString(), from, to }],
    )
  }
  // Wrapping mints and burns without a Transfer. Any contract can emit these, only one of them is money.
  if (token !== wrapped || !first) return []
  const [account, amount] = [addressOf(first), wordAt(log.data, 0)]
  if (!account || amount === undefined) return []
  const moved = { standard: 'erc20' as const, token, amount: amount.toString() }
  if (topic === topics.deposit) return [{ ...moved, from: token, to: account }]
  return topic === topics.withdrawal ? [{ ...moved, from: account, to: token }] : []
}

/** The entry points of ERC-4337 whose word about user operations counts: 0.6, 0.7 and 0.8. */
const entryPoints: ReadonlySet<string> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
])

/** Whose user operation ended, and how. */
export function userOperationOf(log: ChainLog): { account: Hex; isConfirmed: boolean } | undefined {
  const [topic, , second] = log.topics
  if (topic !== topics.userOperation || !second || !entryPoints.has(log.address)) return undefined
  const [account, success] = [addressOf(second), wordAt(log.data, 1)]
  return account && success !== undefined ? { account, isConfirmed: success === 1n } : undefined
}

/** Who allowed somebody to spend. */
export function approverOf(log: ChainLog): Hex | undefined {
  const [topic, first] = log.topics
  if (topic !== topics.approval && topic !== topics.approvalForAll) return undefined
  return first && addressOf(first)
}

/** The topic under which an address is found. */
export function topicOf(address: Hex): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}

/** The address in a topic; undefined where it holds something longer. */
export function addressOf(topic: Hex): Hex | undefined {
  return /^0x0{24}/.test(topic) ? `0x${topic.slice(26)}` : undefined
}

function wordAt(data: Hex, index: number): bigint | undefined {
  const word = data.slice(2 + index * 64, 2 + (index + 1) * 64)
  return word.length === 64 ? BigInt(`0x${word}`) : undefined
}

/** Two dynamic lists of equal length: ids and values. */
function batchOf(data: Hex): [bigint, bigint][] {
  const [idsAt, valuesAt] = [listAt(data, 0), listAt(data, 1)]
  if (idsAt === undefined || valuesAt === undefined) return []
  const [ids, values] = [wordAt(data, idsAt), wordAt(data, valuesAt)]
  if (ids === undefined || ids !== values) return []
  const length = Number(ids < BigInt(longestBatch) ? ids : BigInt(longestBatch))
  const pairs: [bigint, bigint][] = []
  for (let index = 1; index <= length; index++) {
    const [id, value] = [wordAt(data, idsAt + index), wordAt(data, valuesAt + index)]
    if (id === undefined || value === undefined) return []
    pairs.push([id, value])
  }
  return pairs
}

/** Where a list begins, in words. */
function listAt(data: Hex, index: number): number | undefined {
  const offset = wordAt(data, index)
  if (offset === undefined || offset % 32n !== 0n || offset > BigInt(data.length)) return undefined
  return Number(offset / 32n)
}
