import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { isSignedBySolana } from './solana.js'

const secret = new Uint8Array(32).fill(7)
const address = base58.encode(ed25519.getPublicKey(secret))
const sign = (bytes: Uint8Array) => ed25519.sign(bytes, secret)
const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a text that the account signed, however the signature is written', () => {
  const signature = sign(bytesOf('hello'))
  for (const written of [base58.encode(signature), base64.encode(signature)])
    expect(isSignedBySolana({ message: 'hello', signature: written, address })).toBe(true)
})

test('the off-chain form that a hardware wallet signs', () => {
  // 0xff, the mark, version 0, format 0 (plain text), two bytes of length.
  const head = [0xff, ...bytesOf('solana offchain'), 0, 0, 5, 0]
  const signature = base58.encode(sign(Uint8Array.from([...head, ...bytesOf('hello')])))
  expect(isSignedBySolana({ message: 'hello', signature, address })).toBe(true)
})

test('anything else is not signed', () => {
  const signature = base58.encode(sign(bytesOf('hello')))
  const stranger = base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(8)))
  for (const changed of [
    { message: 'hello!' },
    { address: stranger },
    { address: 'not an address' },
    { signature: base58.encode(sign(bytesOf('other'))) },
    { signature: '' },
    { signature: '1'.repeat(64) },
    { signature: 'z'.repeat(10_000) },
  ])
    expect(isSignedBySolana({ message: 'hello', signature, address, ...changed })).toBe(false)
})

test('the key of all zeros signs nothing, though every text seems to fit', () => {
  const signature = base58.encode(Uint8Array.from([1, ...new Uint8Array(63)]))
  for (const message of ['one', 'two', 'three'])
    expect(isSignedBySolana({ message, signature, address: '1'.repeat(32) })).toBe(false)
})
