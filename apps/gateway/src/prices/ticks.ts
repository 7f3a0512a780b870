/** Prices of concentrated pools: powers of 1.0001, and their square roots with 96 bits behind the point. */

const bits = 128n
const unit = 1n << bits
/** 1.0001 with 128 bits behind its point. */
const step = (unit * 10_001n) / 10_000n

/** `1.0001 ** tick` times an amount of token1 for each of token0, or the inverse where the asset is token1. */
export function priceAt(tick: number, isFirst: boolean, amount: bigint): bigint {
  const ratio = powerOf(Math.abs(tick))
  return tick > 0 === isFirst ? (amount * ratio) >> bits : (amount << bits) / ratio
}

/** What liquidity amounts to at a price, in the token that is not the asset: token1 where the asset is token0. */
export function sideAt(sqrtPrice: bigint, liquidity: bigint, isFirst: boolean): bigint {
  return isFirst ? (liquidity * sqrtPrice) >> 96n : (liquidity << 96n) / sqrtPrice
}

function powerOf(exponent: number): bigint {
  let [left, power, result] = [exponent, step, unit]
  for (; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * power) >> bits
    power = (power * power) >> bits
  }
  return result
}
