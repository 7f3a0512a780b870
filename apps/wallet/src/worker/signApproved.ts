/** Signs what was approved, and only that: each method reads its parameters from the approved text itself. */
import type { ApprovalPayload } from '@latchkey/spec/walletApi'
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import type { AccountKey, WalletKeys } from '../keys/deriveKeys.js'
import { signBip122Message } from '../keys/signBip122.js'
import {
  type FullTransaction,
  signPersonalMessage,
  signTransaction,
  signTypedData,
} from '../keys/signEip155.js'
import { signSolana } from '../keys/signSolana.js'
import { requireChain, requireFees } from './requirements.js'
import { isSolanaPayment, readSolanaTransaction } from './solanaTransaction.js'

/** What a network says only at the moment of sending. Fees may be higher than shown by at most a fifth (S9-08). */
export type TransactionFill = Pick<FullTransaction, 'nonce' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

export type Signed =
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'transaction'; readonly raw: string; readonly hash: string }
  | { readonly kind: 'transactions'; readonly raw: readonly string[] }

type Signer = (keys: WalletKeys, payload: ApprovalPayload, fill: TransactionFill | undefined) => Signed

const signers: Readonly<Record<string, Signer>> = {
  personal_sign: ({ eip155 }, payload) => {
    const [message, address] = v.parse(v.tuple([bytesInHex, v.string()]), payload.params)
    requireOwn(eip155, payload, address)
    return { kind: 'signature', signature: signPersonalMessage(eip155, message) }
  },
  eth_signTypedData_v4: ({ eip155 }, payload) => {
    const [address, given] = v.parse(
      v.tuple([v.string(), v.union([v.string(), v.looseObject({})])]),
      payload.params,
    )
    requireOwn(eip155, payload, address)
    const typedData: unknown = typeof given === 'string' ? JSON.parse(given) : given
    requireChain(typedData, payload.chainId)
    return { kind: 'signature', signature: signTypedData(eip155, typedData) }
  },
  eth_sendTransaction: ({ eip155 }, payload, fill) => {
    if (!fill) throw new RangeError('A transaction needs its place in the account')
    const [wanted] = v.parse(v.tuple([transactionRequest]), payload.params)
    requireOwn(eip155, payload, wanted.from)
    const transaction = {
      chainId: `0x${BigInt(payload.chainId.slice('eip155:'.length)).toString(16)}`,
      to: wanted.to,
      value: wanted.value,
      data: wanted.data,
      ...fill,
    }
    requireFees(wanted, fill)
    return { kind: 'transaction', ...signTransaction(eip155, transaction) }
  },
  solana_signMessage: ({ solana }, payload) => {
    const { message, pubkey } = v.parse(solanaMessage, payload.params)
    requireOwn(solana, payload, pubkey)
    const bytes = base58.decode(message)
    if (isSolanaPayment(bytes)) throw new RangeError('These bytes are a transaction, not a message')
    return { kind: 'signature', signature: base58.encode(signSolana(solana, bytes)) }
  },
  solana_signTransaction: (keys, payload) => ({
    kind: 'transactions',
    raw: [signSolanaTransaction(keys.solana, payload, v.parse(oneTransaction, payload.params).transaction)],
  }),
  solana_signAndSendTransaction: (keys, payload) => ({
    kind: 'transactions',
    raw: [signSolanaTransaction(keys.solana, payload, v.parse(oneTransaction, payload.params).transaction)],
  }),
  solana_signAllTransactions: (keys, payload) => ({
    kind: 'transactions',
    raw: v
      .parse(manyTransactions, payload.params)
      .transactions.map((each) => signSolanaTransaction(keys.solana, payload, each)),
  }),
  /** bip122; the method's name is the relay's. */
  signMessage: ({ bip122 }, payload) => {
    const { message, account } = v.parse(bitcoinMessage, payload.params)
    requireOwn(bip122, payload, account)
    return { kind: 'signature', signature: signBip122Message(bip122, message) }
  },
}

/** The namespace whose key a method uses: the same name means nothing elsewhere. */
const namespaceOf = (method: string): string =>
  method.startsWith('solana_') ? 'solana' : method === 'signMessage' ? 'bip122' : 'eip155'

/** Throws for a method that no key answers, and for parameters that are not its own. */
export function signApproved(keys: WalletKeys, payload: ApprovalPayload, fill?: TransactionFill): Signed {
  const signer = Object.hasOwn(signers, payload.method) ? signers[payload.method] : undefined
  if (!signer || namespaceOf(payload.method) !== payload.namespace) {
    throw new RangeError('No key of the wallet answers this method')
  }
  return signer(keys, payload, fill)
}

const bytesInHex = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i, 'Expected bytes in hexadecimal'))
const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i, 'Expected a quantity in hexadecimal'))
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i, 'Expected an address'))

/** As the frame froze it: one spelling of each field, no others. What `fill` may differ from is the fee that was shown. */
const transactionRequest = v.strictObject({
  from: address,
  to: v.optional(address),
  value: v.optional(quantity, '0x0'),
  data: v.optional(bytesInHex, '0x'),
  gas: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: v.optional(quantity),
})

const solanaMessage = v.looseObject({ message: v.string(), pubkey: v.string() })
const base64Text = v.pipe(v.string(), v.maxLength(4096))
const oneTransaction = v.looseObject({ transaction: base64Text })
const manyTransactions = v.looseObject({
  transactions: v.pipe(v.array(base64Text), v.minLength(1), v.maxLength(50)),
})
const bitcoinMessage = v.looseObject({ message: v.string(), account: v.string() })

/** Three spellings of one account: of the key, of the approval, and of the parameters. */
function requireOwn(key: AccountKey, { account, namespace }: ApprovalPayload, named: string): void {
  const spell = (text: string) => (namespace === 'eip155' ? text.toLowerCase() : text)
  if ([account, named].some((each) => spell(each) !== spell(key.address))) {
    throw new RangeError('The request is for another account')
  }
}

/** The signature goes to the place of this account; every other byte stays. */
function signSolanaTransaction(key: AccountKey, payload: ApprovalPayload, text: string): string {
  requireOwn(key, payload, key.address)
  const bytes = base64.decode(text)
  const { message, signers: places, signaturesAt } = readSolanaTransaction(bytes)
  const place = places.indexOf(key.address)
  if (place < 0) throw new RangeError('The transaction does not ask for the signature of this account')
  const signed = Uint8Array.from(bytes)
  signed.set(signSolana(key, message), signaturesAt + place * 64)
  return base64.encode(signed)
}
