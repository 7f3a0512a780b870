/** Signs and sends for our own accounts, in the same process: the seed and the faucet. */
import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import { decodeTransaction } from './decode.js'
import type { Ledger } from './ledger.js'
import { sayError } from './transactionError.js'

export type SendInstructions = (
  payer: TransactionSigner,
  instructions: readonly Instruction[],
  /** A failure is what is wanted, and stays in the history. */
  options?: { readonly fails?: boolean },
) => Promise<Signature>

export function createSender(ledger: Ledger): SendInstructions {
  return async (payer, instructions, { fails = false } = {}) => {
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(payer, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(ledger.latestHash(), draft),
      (draft) => appendTransactionMessageInstructions(instructions, draft),
    )
    const signed = await signTransactionMessageWithSigners(message)
    const sent = ledger.send(decodeTransaction(new Uint8Array(getTransactionEncoder().encode(signed))))
    if (typeof sent === 'string' || !('signature' in sent)) throw new Error(sayError(sent))
    if (!fails && sent.error) throw new Error(`${sayError(sent.error)}\n${sent.logs.join('\n')}`)
    return sent.signature
  }
}
