/** What the log of a simulated block says about one account: how much of what came and went. */
import * as v from 'valibot'
import { decodeAbiParameters } from 'viem'
import { bytes, type Hex } from '../../chain/shapes.js'

const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i))
const entry = v.object({ address: bytes, topics: v.pipe(v.array(bytes), v.maxLength(4)), data: bytes })
type Entry = v.InferOutput<typeof entry>

/** The answer of `eth_simulateV1` for one block. */
export const simulatedBlocks = v.tuple([
  v.looseObject({
    number: quantity,
    calls: v.pipe(
      v.array(
        v.looseObject({
          status: quantity,
          logs: v.optional(v.pipe(v.array(entry), v.maxLength(2_000))),
          error: v.optional(v.looseObject({ message: v.optional(v.string()) })),
        }),
      ),
      v.minLength(1),
    ),
  }),
])

export interface Movement {
  readonly direction: 'in' | 'out'
  /** Undefined for the coin of the network. */
  readonly token: Hex | undefined
  readonly amount: bigint
  /** The other side; of several the last. */
  readonly other: Hex
  /** Which one of a collection; undefined for what is told by its amount alone. */
  readonly id: bigint | undefined
}

interface Transfer {
  readonly from: Hex
  readonly to: Hex
  readonly id: bigint | undefined
  readonly amount: bigint
}

/** `Transfer(address,address,uint256)`. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `TransferSingle(address,address,address,uint256,uint256)`. */
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
/** `TransferBatch(address,address,address,uint256[],uint256[])`. */
const several = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** By which a node writes moves of the coin into the log. */
const coin = `0x${'ee'.repeat(20)}`

/** In and out of one asset are set off against each other: what is left is what a person has more or less. Each piece of a collection is an asset. */
export function movementsOf(log: readonly Entry[], account: Hex): Movement[] {
  const own = account.toLowerCase()
  const sums = new Map<string, { token: Hex; id: bigint | undefined; net: bigint; other: Hex }>()
  for (const entry of log) {
    const token = lowered(entry.address)
    for (const { from, to, id, amount } of transfersOf(entry)) {
      if (from === to || (from !== own && to !== own)) continue
      const key = `${token}/${id ?? ''}`
      const net = (sums.get(key)?.net ?? 0n) + (to === own ? amount : -amount)
      sums.set(key, { token, id, net, other: from === own ? to : from })
    }
  }
  return [...sums.values()]
    .filter(({ net }) => net !== 0n)
    .map(({ token, id, net, other }) => ({
      direction: net > 0n ? 'in' : 'out',
      token: token === coin ? undefined : token,
      amount: net > 0n ? net : -net,
      other,
      id,
    }))
}

function transfersOf({ topics, data }: Entry): Transfer[] {
  const [kind, first, second, third] = topics
  if (kind === transfer && first !== undefined && second !== undefined) {
    const ends = { from: addressOf(first), to: addressOf(second) }
    return third === undefined
      ? [{ ...ends, id: undefined, amount: BigInt(data === '0x' ? 0 : data.slice(0, 66)) }]
      : [{ ...ends, id: BigInt(third), amount: 1n }]
  }
  // The first is who asked for it.
  if ((kind !== single && kind !== several) || second === undefined || third === undefined) return []
  const ends = { from: addressOf(second), to: addressOf(third) }
  try {
    if (kind === single) {
      const [id, amount] = decodeAbiParameters(pieceShape, data)
      return [{ ...ends, id, amount }]
    }
    const [ids, amounts] = decodeAbiParameters(piecesShape, data)
    return ids.map((id, index) => ({ ...ends, id, amount: amounts[index] ?? 0n }))
  } catch {
    // A contract that writes the words of the standard, and other bytes.
    return []
  }
}

const pieceShape = [{ type: 'uint256' }, { type: 'uint256' }] as const
const piecesShape = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const

const addressOf = (topic: Hex): Hex => `0x${topic.slice(26).toLowerCase()}`
const lowered = (address: Hex) => address.toLowerCase() as Hex // lower case of hex is hex
