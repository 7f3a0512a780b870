/** Our reading of PSBTs, against an independent library that makes and signs them. */
import { readBitcoinAddress } from '@latchkey/verify/bitcoin'
import * as btc from '@scure/btc-signer'
import { pubECDSA, pubSchnorr, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import { describe, expect, test } from 'vitest'
import { checkPsbt, type InputToSign, type PsbtFault, PsbtMismatch, preparePsbt } from './checkPsbt.js'
import { readPsbt, spentOutput, writePsbt } from './psbt.js'
import { toHex } from './text.js'

const secret = new Uint8Array(32).fill(7)
const stranger = new Uint8Array(32).fill(9)
const key = pubECDSA(secret)
const innerKey = pubSchnorr(secret)

const payments = {
  p2pkh: btc.p2pkh(key, TEST_NETWORK),
  p2wpkh: btc.p2wpkh(key, TEST_NETWORK),
  'p2wpkh inside p2sh': btc.p2sh(btc.p2wpkh(key, TEST_NETWORK), TEST_NETWORK),
  p2tr: btc.p2tr(innerKey, undefined, TEST_NETWORK),
} as const
type Kind = keyof typeof payments
const kinds = Object.keys(payments) as Kind[]

/** A transaction that pays an address, for inputs that must bring what they spend whole. */
function fund(script: Uint8Array, amount: bigint) {
  const tx = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
  tx.addInput({ txid: 'ab'.repeat(32), index: 0 })
  tx.addOutput({ script, amount })
  return { id: tx.id, bytes: tx.unsignedTx }
}

interface Built {
  readonly tx: btc.Transaction
  readonly signer: InputToSign['signer']
}

function build(given: readonly Kind[], sighashType?: number): Built[] & { tx: btc.Transaction } {
  const tx = new btc.Transaction({ allowLegacyWitnessUtxo: true })
  const built = given.map((kind) => {
    const payment = payments[kind]
    const amount = 50_000n
    const previous = fund(payment.script, amount)
    tx.addInput({
      ...payment,
      txid: previous.id,
      index: 0,
      ...(kind === 'p2pkh'
        ? { nonWitnessUtxo: previous.bytes }
        : { witnessUtxo: { script: payment.script, amount } }),
      ...(sighashType === undefined ? {} : { sighashType }),
    })
    const read = readBitcoinAddress(payment.address ?? '')
    if (!read) throw new Error(`${payment.address} is not read`)
    return { tx, signer: { script: read.script, publicKey: kind === 'p2tr' ? innerKey : key } }
  })
  for (const [at] of given.entries())
    tx.addOutputAddress(payments.p2wpkh.address, 20_000n + BigInt(at), TEST_NETWORK)
  return Object.assign(built, { tx })
}

const wantedOf = (built: readonly Built[]): InputToSign[] => built.map(({ signer }, at) => ({ at, signer }))

function faultOf(run: () => unknown): PsbtFault | undefined {
  try {
    run()
  } catch (error) {
    if (error instanceof PsbtMismatch) return error.fault
    throw error
  }
  return undefined
}

/** How another library reads the same bytes. */
const reread = (tx: btc.Transaction) =>
  btc.Transaction.fromPSBT(tx.toPSBT(), { allowLegacyWitnessUtxo: true })

describe('what another library signed is found signed, and complete', () => {
  const types = [
    ['nothing said', undefined],
    ['ALL', 1],
    ['NONE', 2],
    ['SINGLE', 3],
    ['ALL and anyone can pay', 0x81],
    ['NONE and anyone can pay', 0x82],
    ['SINGLE and anyone can pay', 0x83],
  ] as const
  test.each(types.flatMap(([name, type]) => kinds.map((kind) => [kind, name, type] as const)))(
    '%s with %s',
    (kind, _, type) => {
      const built = build([kind, 'p2wpkh', kind], type)
      const asked = readPsbt(built.tx.toPSBT())
      const wanted = wantedOf(built)
      const prepared = preparePsbt(asked, wanted)
      const signed = reread(built.tx)
      signed.sign(secret, type === undefined ? undefined : [type])
      const { psbt, transaction } = checkPsbt(prepared, readPsbt(signed.toPSBT()), wanted)
      // Theirs, completed by them, is ours, completed by us.
      const theirs = btc.Transaction.fromPSBT(writePsbt(psbt), { allowLegacyWitnessUtxo: true })
      theirs.finalize()
      expect(transaction).toEqual({ id: theirs.id, hex: theirs.hex })
      // A wallet may complete the inputs itself.
      const final = readPsbt(theirs.toPSBT())
      expect(checkPsbt(prepared, final, wanted).transaction?.hex).toBe(theirs.hex)
    },
  )
})

describe('a wallet that does not do what it was asked', () => {
  test.each(kinds)('%s: an unsigned PSBT is no success', (kind) => {
    const built = build([kind])
    const asked = readPsbt(built.tx.toPSBT())
    expect(faultOf(() => checkPsbt(asked, asked, wantedOf(built)))).toBe('unsigned')
  })

  test.each(kinds)('%s: a signature of another key is none', (kind) => {
    const built = build([kind])
    const asked = readPsbt(built.tx.toPSBT())
    const signed = reread(built.tx)
    signed.sign(secret)
    const answered = readPsbt(signed.toPSBT())
    const forged = answered.inputs.map((map) =>
      map.map((field) => {
        if (field.type !== 0x02 && field.type !== 0x13) return field
        const value = field.value.slice()
        value[40] = (value[40] ?? 0) ^ 1
        return { ...field, value }
      }),
    )
    expect(faultOf(() => checkPsbt(asked, { ...answered, inputs: forged }, wantedOf(built)))).toBe('unsigned')
  })

  test.each(kinds)('%s: a hash type that was lost is found out', (kind) => {
    const built = build([kind], 0x83)
    const asked = readPsbt(built.tx.toPSBT())
    const plain = build([kind])
    plain.tx.sign(secret)
    expect(faultOf(() => checkPsbt(asked, readPsbt(plain.tx.toPSBT()), wantedOf(built)))).toBe('sighash')
  })

  test('a hash type that only the request names is written into the PSBT and held against the answer', () => {
    const built = build(['p2wpkh'])
    const wanted = wantedOf(built).map((each) => ({ ...each, sighashTypes: [0x83] }))
    const prepared = preparePsbt(readPsbt(built.tx.toPSBT()), wanted)
    const signed = btc.Transaction.fromPSBT(writePsbt(prepared))
    expect(signed.getInput(0).sighashType).toBe(0x83)
    signed.sign(secret, [0x83])
    expect(checkPsbt(prepared, readPsbt(signed.toPSBT()), wanted).transaction?.id).toBe(built.tx.id)
    const lax = reread(built.tx)
    lax.sign(secret)
    expect(faultOf(() => checkPsbt(prepared, readPsbt(lax.toPSBT()), wanted))).toBe('sighash')
  })

  test('another output, amount, sequence or lock time is another transaction', () => {
    const built = build(['p2wpkh', 'p2tr'])
    const asked = readPsbt(built.tx.toPSBT())
    const changed = [
      (tx: btc.Transaction) => tx.updateOutput(0, { amount: 19_999n }),
      (tx: btc.Transaction) => tx.updateOutput(1, { script: payments.p2tr.script }),
      (tx: btc.Transaction) => tx.updateInput(0, { sequence: 1 }),
    ]
    for (const change of changed) {
      const other = reread(built.tx)
      change(other)
      other.sign(secret)
      expect(faultOf(() => checkPsbt(asked, readPsbt(other.toPSBT()), wantedOf(built)))).toBe('altered')
    }
  })

  test('an input that was not asked for stays unsigned', () => {
    const built = build(['p2wpkh', 'p2tr'])
    const asked = readPsbt(built.tx.toPSBT())
    const [first, second] = wantedOf(built)
    if (!first || !second) throw new Error('two inputs are expected')
    const signed = reread(built.tx)
    signed.signIdx(secret, 1)
    const answered = readPsbt(signed.toPSBT())
    expect(faultOf(() => checkPsbt(asked, answered, [first]))).toBe('unsigned')
    signed.signIdx(secret, 0)
    expect(faultOf(() => checkPsbt(asked, readPsbt(signed.toPSBT()), [first]))).toBe('other-input')
    expect(checkPsbt(asked, answered, [second])).toMatchObject({ transaction: undefined })
  })

  test.each(kinds)('%s: nothing but the signature that was verified is taken over', (kind) => {
    const built = build([kind])
    const asked = readPsbt(built.tx.toPSBT())
    const signed = reread(built.tx)
    signed.sign(secret)
    const answered = readPsbt(signed.toPSBT())
    const isSignature = ({ type }: { readonly type: number }) => type === 0x02 || type === 0x13
    const own = (answered.inputs[0] ?? []).filter(isSignature)
    expect(own).toHaveLength(1)
    // The same key allows anybody to take the outputs, in the fields that complete an input.
    const generous = reread(build([kind], 0x82).tx)
    generous.sign(secret, [0x82])
    generous.finalize()
    const final = (readPsbt(generous.toPSBT()).inputs[0] ?? []).filter(({ type }) => type === 7 || type === 8)
    expect(final).not.toHaveLength(0)
    const slipped = [
      ...final,
      { type: 0x02, key: pubECDSA(stranger), value: new Uint8Array(71).fill(0x30) },
      { type: 0x14, key: new Uint8Array(64).fill(1), value: new Uint8Array(64).fill(2) },
    ]
    const inputs = answered.inputs.map((map) => [...map, ...slipped])
    const { psbt, transaction } = checkPsbt(asked, { ...answered, inputs }, wantedOf(built))
    expect(psbt.inputs[0]).toEqual([...(asked.inputs[0] ?? []), ...own])
    signed.finalize()
    expect(transaction?.hex).toBe(signed.hex)
  })

  test('what it says is spent is not believed: only what the page said is', () => {
    const built = build(['p2wpkh'])
    const asked = readPsbt(built.tx.toPSBT())
    const cheat = build(['p2wpkh'])
    cheat.tx.updateInput(0, { witnessUtxo: { script: payments.p2wpkh.script, amount: 1n } }, true)
    cheat.tx.sign(secret)
    expect(faultOf(() => checkPsbt(asked, readPsbt(cheat.tx.toPSBT()), wantedOf(built)))).toBe('unsigned')
  })
})

describe('several who sign', () => {
  const pair = [key, pubECDSA(stranger)]
  const shared = {
    p2wsh: btc.p2wsh(btc.p2ms(2, pair), TEST_NETWORK),
    'p2wsh inside p2sh': btc.p2sh(btc.p2wsh(btc.p2ms(2, pair)), TEST_NETWORK),
    p2sh: btc.p2sh(btc.p2ms(2, pair), TEST_NETWORK),
    'a leaf of p2tr': btc.p2tr(
      undefined,
      // The library's own type of a tree does not take its own leaves.
      btc.p2tr_ms(2, [innerKey, pubSchnorr(stranger)]) as unknown as Parameters<typeof btc.p2tr>[1],
      TEST_NETWORK,
      true,
    ),
  }
  test.each(Object.entries(shared))('%s: each one’s signature is found by its key', (_, payment) => {
    const tx = new btc.Transaction({ allowLegacyWitnessUtxo: true })
    const amount = 9_000n
    const previous = fund(payment.script, amount)
    type Input = Parameters<btc.Transaction['addInput']>[0]
    const isSegwit = !('redeemScript' in payment) || 'witnessScript' in payment
    tx.addInput({
      ...payment,
      txid: previous.id,
      index: 0,
      ...(isSegwit
        ? { witnessUtxo: { script: payment.script, amount } }
        : { nonWitnessUtxo: previous.bytes }),
    } as Input) // what payments of this library are for
    tx.addOutputAddress(payments.p2tr.address, 5_000n, TEST_NETWORK)
    const asked = readPsbt(tx.toPSBT())
    // The address of the person is another one: only the key connects the two.
    const read = readBitcoinAddress(payments.p2wpkh.address)
    if (!read) throw new Error('an address is expected')
    const wanted = [{ at: 0, signer: { script: read.script, publicKey: key } }]
    const prepared = preparePsbt(asked, wanted)
    expect(() =>
      preparePsbt(asked, [{ at: 0, signer: { script: read.script, publicKey: undefined } }]),
    ).toThrow('input 0 is of another address')
    const other = btc.Transaction.fromPSBT(tx.toPSBT(), { allowLegacyWitnessUtxo: true })
    other.sign(stranger)
    expect(faultOf(() => checkPsbt(prepared, readPsbt(other.toPSBT()), wanted))).toBe('unsigned')
    const own = btc.Transaction.fromPSBT(tx.toPSBT(), { allowLegacyWitnessUtxo: true })
    own.sign(secret)
    expect(checkPsbt(prepared, readPsbt(own.toPSBT()), wanted).transaction).toBeUndefined()
  })
})

describe('reading', () => {
  test('the second version says the same (BIP-370)', () => {
    const { tx } = build(['p2wpkh', 'p2tr'])
    const [old, recent] = [readPsbt(tx.toPSBT(0)), readPsbt(tx.toPSBT(2))]
    expect(recent.transaction).toEqual(old.transaction)
    expect(spentOutput(recent, 1)).toEqual(spentOutput(old, 1))
  })

  test('what is not understood is kept, byte for byte', () => {
    const { tx } = build(['p2pkh', 'p2tr'], 3)
    for (const bytes of [tx.toPSBT(0), tx.toPSBT(2)])
      expect(toHex(writePsbt(readPsbt(bytes)))).toBe(toHex(bytes))
  })

  test('no cut or altered PSBT is read beyond its end, or for ever', () => {
    const bytes = build(['p2pkh', 'p2tr'], 3).tx.toPSBT()
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => readPsbt(bytes.slice(0, length))).toThrow(RangeError)
    }
    for (let at = 5; at < bytes.length; at += 1) {
      const altered = bytes.slice()
      altered[at] = 0xff
      try {
        readPsbt(altered)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }
  })

  test('an earlier transaction that is not the one named is refused', () => {
    const { tx } = build(['p2pkh'])
    const psbt = readPsbt(tx.toPSBT())
    const wrong = fund(payments.p2pkh.script, 60_000n).bytes
    const inputs = psbt.inputs.map((map) =>
      map.map((field) => (field.type === 0 ? { ...field, value: wrong } : field)),
    )
    expect(() => spentOutput({ ...psbt, inputs }, 0)).toThrow('input 0 does not spend what it says')
  })
})
