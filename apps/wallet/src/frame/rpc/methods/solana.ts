/** Messages and transactions of the Solana account, in the spelling of the relay's methods. */
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import { readSolanaTransaction } from '../../../worker/solanaTransaction.js'
import { accountFor } from '../accountFor.js'
import { callNode } from '../callNode.js'
import { freeze } from '../frozen.js'
import { read } from '../parseParams.js'
import type { Outcome, Prepared } from '../prepared.js'
import { invalidParams } from '../rpcFailure.js'
import type { Prepare } from './index.js'

const base64Text = v.pipe(v.string(), v.maxLength(4096))
const pubkey = v.optional(v.pipe(v.string(), v.maxLength(64)))
const message = v.looseObject({ message: v.pipe(v.string(), v.maxLength(65_536)), pubkey })
const one = v.looseObject({ transaction: base64Text, pubkey, sendOptions: v.optional(v.unknown()) })
const many = v.looseObject({
  transactions: v.pipe(v.array(base64Text), v.minLength(1), v.maxLength(50)),
  pubkey,
})

export const solanaMessage: Prepare = async (context, asked) => {
  const { message: text, pubkey: named } = read(message, asked.params)
  const { address } = await accountFor(context, asked.network, named)
  return prepare(context, asked, {
    account: address,
    params: { message: text, pubkey: address },
    finish: async (signed) => {
      if (signed.kind !== 'signature') throw new TypeError('expected a signature')
      return { result: { signature: signed.signature }, state: 'signed' }
    },
  })
}

export const solanaTransaction: Prepare = async (context, asked) => {
  const { transaction, pubkey: named } = read(one, asked.params)
  const { address } = await accountFor(context, asked.network, named)
  return prepare(context, asked, {
    account: address,
    params: { transaction },
    finish: async (signed) => {
      const [raw] = rawOf(signed)
      return { result: { signature: signatureIn(raw, address), transaction: raw }, state: 'signed' }
    },
  })
}

export const solanaTransactions: Prepare = async (context, asked) => {
  const { transactions, pubkey: named } = read(many, asked.params)
  const { address } = await accountFor(context, asked.network, named)
  return prepare(context, asked, {
    account: address,
    params: { transactions },
    finish: async (signed) => ({ result: { transactions: rawOf(signed) }, state: 'signed' }),
  })
}

export const solanaSend: Prepare = async (context, asked) => {
  const { transaction, pubkey: named } = read(one, asked.params)
  const { address } = await accountFor(context, asked.network, named)
  return prepare(context, asked, {
    account: address,
    params: { transaction },
    async finish(signed) {
      const [raw] = rawOf(signed)
      const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
      await callNode(context, asked.network, 'sendTransaction', [raw, options])
      // Known before the node says it: the first signature is the name of the transaction.
      const signature = firstSignature(raw)
      return { result: { signature }, state: 'broadcast', reference: signature }
    },
  })
}

async function prepare(
  context: Parameters<Prepare>[0],
  { network, method }: Parameters<Prepare>[1],
  {
    account,
    params,
    finish,
  }: {
    readonly account: string
    readonly params: Readonly<Record<string, unknown>>
    readonly finish: (signed: Parameters<Prepared['finish']>[0]) => Promise<Outcome>
  },
): Promise<Prepared> {
  const frozen = await freeze({
    v: 1,
    origin: context.embedder.origin,
    account,
    namespace: 'solana',
    chainId: network,
    method,
    params,
  })
  return { frozen, atLast: async () => ({}), finish }
}

function rawOf(signed: Parameters<Prepared['finish']>[0]): readonly [string, ...string[]] {
  if (signed.kind !== 'transactions') throw new TypeError('expected transactions')
  const [first, ...rest] = signed.raw
  if (first === undefined) throw new TypeError('expected transactions')
  return [first, ...rest]
}

function signatureIn(raw: string, address: string): string {
  const bytes = base64.decode(raw)
  const { signers, signaturesAt } = readSolanaTransaction(bytes)
  const at = signaturesAt + signers.indexOf(address) * 64
  return base58.encode(bytes.slice(at, at + 64))
}

function firstSignature(raw: string): string {
  const bytes = base64.decode(raw)
  const { signaturesAt } = readSolanaTransaction(bytes)
  const signature = bytes.slice(signaturesAt, signaturesAt + 64)
  if (signature.every((byte) => byte === 0)) throw invalidParams('Another signer has to sign first')
  return base58.encode(signature)
}
