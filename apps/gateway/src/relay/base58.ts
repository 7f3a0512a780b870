/** Base58 as Bitcoin writes it, for numbers that begin with a byte above zero, as keys behind a prefix do. */

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Undefined where a character is none of the alphabet. */
export function base58Bytes(text: string): Buffer | undefined {
  let number = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}

export function base58Text(bytes: Buffer): string {
  let text = ''
  for (let number = BigInt(`0x${bytes.toString('hex')}`); number > 0n; number /= 58n)
    text = (alphabet[Number(number % 58n)] ?? '') + text
  return text
}
