/** Whole numbers as EIP-681 writes them, `2.014e18` for instance: exact, and never larger than 256 bits. */
import { limits } from '@latchkey/spec/limits'

/** 2^256 has 78 digits; a larger exponent would only make us count zeros. */
const largestExponent = 77

/** `undefined` for what is no whole number: a fraction that its exponent does not lift is less than the smallest unit. */
export function scientific(text: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] =
    /^\+?(\d{1,78})(?:\.(\d{1,78}))?(?:e\+?(\d{1,3}))?$/i.exec(text) ?? []
  const power = Number(exponent)
  if (whole === undefined || power > largestExponent) return undefined
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > power) return undefined
  const value = BigInt(whole + kept) * 10n ** BigInt(power - kept.length)
  return value > limits.maxUint256 ? undefined : value
}
