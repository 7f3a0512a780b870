/** Makes the bytes of a transaction: the account that is shown pays, the newest blockhash limits its life. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { type AskNode, amountOf, fieldsOf, valueOf } from './ask.js'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from './kit.bundled.js'
import { setComputeUnitLimit, setComputeUnitPrice } from './programs.js'
import type { ReadTransaction, SolanaInstruction } from './transactions.js'
import { type Recipe, transferRecipe } from './transferRecipe.js'

export interface BuildInput {
  readonly ask: AskNode
  readonly payer: string
  /** Which versions the wallet understands. */
  readonly versions: readonly ('legacy' | number)[]
}

export interface Built extends Omit<Recipe, 'instructions'> {
  readonly bytes: Uint8Array
  readonly instructions: readonly SolanaInstruction[]
}

export async function buildTransaction(
  transaction: ReadTransaction & { readonly kind: 'recipe' },
  { ask, payer, versions }: BuildInput,
): Promise<Built> {
  const { instructions: given = [], transfer, limit, price } = transaction
  const [recipe, lifetime] = await Promise.all([
    transfer ? transferRecipe(ask, transfer, payer) : { instructions: given, created: undefined },
    latestBlockhash(ask),
  ])
  const instructions = [
    ...(limit === undefined ? [] : [setComputeUnitLimit(limit)]),
    ...(price === undefined ? [] : [setComputeUnitPrice(price)]),
    ...recipe.instructions,
  ]
  const version = versions.includes(0) ? 0 : 'legacy'
  return { ...recipe, instructions, bytes: write(instructions, { payer, lifetime, version }) }
}

interface WriteInput {
  readonly payer: string
  readonly lifetime: { readonly blockhash: Blockhash; readonly lastValidBlockHeight: bigint }
  readonly version: 0 | 'legacy'
}

function write(instructions: readonly SolanaInstruction[], { payer, lifetime, version }: WriteInput) {
  try {
    const message = pipe(
      createTransactionMessage({ version }),
      (empty) => setTransactionMessageFeePayer(payer as Address, empty), // an address of the wallet, checked there
      (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
      (living) => appendTransactionMessageInstructions(instructions.map(kitInstruction), living),
    )
    return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
  } catch (cause) {
    throw new LatchkeyError('transaction.unreadable', {}, { cause })
  }
}

/** Addresses and roles are numbers and texts here; the encoder refuses those that are none. */
const kitInstruction = ({ programAddress, accounts = [], data = [] }: SolanaInstruction) =>
  ({ programAddress, accounts, data: Uint8Array.from(data) }) as unknown as Instruction

async function latestBlockhash(ask: AskNode): Promise<WriteInput['lifetime']> {
  const method = 'getLatestBlockhash'
  const { blockhash, lastValidBlockHeight } =
    fieldsOf(valueOf(await ask(method, [{ commitment: 'confirmed' }]))) ?? {}
  if (typeof blockhash !== 'string') {
    throw new LatchkeyError('rpc.failed', { method, reason: 'the answer is no blockhash' })
  }
  return {
    blockhash: blockhash as Blockhash, // the encoder refuses what is not
    lastValidBlockHeight: amountOf(lastValidBlockHeight, method),
  }
}
