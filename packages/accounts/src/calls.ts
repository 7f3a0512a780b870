/** What an account is told to do: `execute(bytes32,bytes)` of ERC-7579 with one call, or with several that all succeed or none. */
import { concat, type Hex, left, sized, word } from './hex.js'

export interface Call {
  readonly to: Hex
  readonly value?: bigint
  readonly data?: Hex
}

const execute: Hex = '0xe9ae5c53'
const bytesAt = word(64n)
const single = word(0n)
const batch: Hex = `0x01${'00'.repeat(31)}`
/** An account takes this target for itself, so that nobody may mean it by accident. */
const nobody = 0n

/** Throws for an empty list, and for calls to the zero address, which would be calls to the account itself. */
export function encodeCalls(calls: readonly Call[]): Hex {
  const [first] = calls
  if (!first) throw new TypeError('there are no calls')
  if (calls.some(({ to }) => BigInt(to) === nobody)) throw new TypeError('a call goes to the zero address')
  const [mode, execution] = calls.length === 1 ? [single, singleOf(first)] : [batch, batchOf(calls)]
  return concat(execute, mode, bytesAt, sized(execution))
}

function singleOf({ to, value = 0n, data = '0x' }: Call): Hex {
  return concat(left(to, 20), word(value), data)
}

/** The ABI's `(address,uint256,bytes)[]`. */
function batchOf(calls: readonly Call[]): Hex {
  const items = calls.map(({ to, value = 0n, data = '0x' }) =>
    concat(left(to), word(value), word(96n), sized(data)),
  )
  let at = items.length * 32
  const places = items.map((item) => {
    const place = word(BigInt(at))
    at += (item.length - 2) / 2
    return place
  })
  return concat(word(32n), word(BigInt(items.length)), ...places, ...items)
}
