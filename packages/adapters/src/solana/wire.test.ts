/** Transactions on the wire, held against the library that everybody uses, and against rubbish. */

import { decodeBase58 } from '@latchkey/spec/validation'
import { getTransactionDecoder } from '@solana/kit'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { base58 } from './base58.js'
import { fromBase64, toBase64 } from './base64.js'
import { transferSol } from './programs.js'
import { testTransaction } from './testWorld.js'
import { readTransaction, withSignature } from './wire.js'

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(base58)

test('who signs, and what, is read as the library reads it', () => {
  fc.assert(
    fc.property(address, address, fc.constantFrom('legacy', 0), (payer, other, version) => {
      const instructions = [transferSol(other, payer, 5n)]
      const bytes = testTransaction({ payer, version: version as 'legacy' | 0, instructions })
      const expected = getTransactionDecoder().decode(bytes)
      const read = readTransaction(bytes)
      expect(read?.signers).toEqual(Object.keys(expected.signatures))
      expect(read?.message).toEqual(Uint8Array.from(expected.messageBytes))
      expect(read?.version).toBe(version)
      const signature = new Uint8Array(64).fill(7)
      const signed = withSignature(bytes, other, signature) ?? new Uint8Array()
      expect(Object.entries(getTransactionDecoder().decode(signed).signatures)).toContainEqual([
        other,
        signature,
      ])
    }),
  )
})

test('rubbish is no transaction, however long', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      const read = readTransaction(bytes)
      // Chance may make one: then it has as many signatures as signers.
      expect(read === undefined || read.signatures.length === read.signers.length).toBe(true)
    }),
  )
  expect(readTransaction(new Uint8Array())).toBeUndefined()
  expect(readTransaction(new Uint8Array(1233).fill(1))).toBeUndefined()
  expect(withSignature(new Uint8Array(5), 'x', new Uint8Array(64))).toBeUndefined()
})

test('base58 and base64 come back as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(decodeBase58(base58(bytes))).toEqual(bytes)
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }),
  )
  expect(fromBase64('***')).toBeUndefined()
})
