/** A transfer as instructions: SOL to an address, or a token from the account that holds it to the one that will. */
import type { TransferRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { type AskNode, readAccounts } from './ask.js'
import { createTokenAccount, transferChecked, transferSol } from './programs.js'
import { holdingsOf, isTokenProgram, readHolding, readMint, tokenAccountOf } from './tokens.js'
import type { SolanaInstruction } from './transactions.js'

export interface Recipe {
  readonly instructions: readonly SolanaInstruction[]
  /** An account that is made on the way: whoever sends pays what it must hold. */
  readonly created: string | undefined
}

const mostUnits = 2n ** 64n - 1n

export async function transferRecipe(
  ask: AskNode,
  { token, to, amount }: TransferRequest,
  payer: string,
): Promise<Recipe> {
  if (amount < 0n || amount > mostUnits)
    throw new LatchkeyError('amount.invalid', { amount: amount.toString() })
  if (token === undefined) return solRecipe(ask, { to, amount }, payer)
  const [[mintAccount, receiver], holdings] = await Promise.all([
    readAccounts(ask, [token, to]),
    holdingsOf(ask, payer, token),
  ])
  const mint = mintAccount && readMint(mintAccount)
  if (!mint) throw new LatchkeyError('send.refused', { reason: `${token} is no token` })
  const { program, decimals } = mint
  const own = await tokenAccountOf({ owner: payer, mint: token, program })
  const from = sourceOf(holdings, own, amount)
  const transfer = { program, mint: token, from, owner: payer, amount, decimals }
  // Some give the address of their token account and not their own.
  if (receiver && readHolding(receiver)?.mint === token) {
    return { instructions: [transferChecked({ ...transfer, to })], created: undefined }
  }
  if (receiver && (receiver.isProgram || readHolding(receiver) || readMint(receiver))) {
    throw new LatchkeyError('send.refused', {
      reason: `${to} belongs to a program and cannot hold this token`,
    })
  }
  const account = await tokenAccountOf({ owner: to, mint: token, program })
  const [existing] = await readAccounts(ask, [account])
  const creation = existing ? [] : [createTokenAccount({ payer, account, owner: to, mint: token, program })]
  return {
    instructions: [...creation, transferChecked({ ...transfer, to: account })],
    created: existing ? undefined : account,
  }
}

/** SOL that is sent to the account or the mint of a token is lost. */
async function solRecipe(ask: AskNode, { to, amount }: TransferRequest, payer: string): Promise<Recipe> {
  const [receiver] = await readAccounts(ask, [to])
  if (receiver && (receiver.isProgram || isTokenProgram(receiver.owner))) {
    throw new LatchkeyError('send.refused', { reason: `${to} belongs to a program and cannot use SOL` })
  }
  return { instructions: [transferSol(payer, to, amount)], created: undefined }
}

/** The usual account where it holds enough, else one that does; where none does, the trial says so. */
function sourceOf(
  holdings: readonly { readonly address: string; readonly amount: bigint }[],
  own: string,
  amount: bigint,
): string {
  const enough = holdings.filter((each) => each.amount >= amount)
  return (enough.find(({ address }) => address === own) ?? enough[0])?.address ?? own
}
