/** The past of the chain: who has what, the tokens, and what the people did. The same on every start at the same time. */

import { type Address, type KeyPairSigner, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { SolanaAccounts } from '../accounts.js'
import type { Ledger } from '../ledger.js'
import { programs } from '../programs.js'
import { createSender } from '../sender.js'
import { createMint, mintTo, transferToken } from '../tokenInstructions.js'
import { type SolanaToken, type SolanaTokenName, solanaTokens } from '../tokens.js'
import { names, type Person, type Step, steps } from './history.js'
import { mintSigner } from './mintSigner.js'

const day = 86_400_000
/** Before the first step, with time to make the tokens. */
export const startsAt = (now: number) => now - 180 * day

const coin = 1_000_000_000n
const purse = { usdc: 10_000_000_000n, usdt: 2_500_000_000n, toll: 1000n * coin } as const
const treasury = { usdc: 10n ** 15n, usdt: 10n ** 15n } as const

export async function seed(ledger: Ledger, accounts: SolanaAccounts, now: number): Promise<void> {
  const { people, minter, faucet } = accounts
  const send = createSender(ledger)
  // Two steps of one block may not be alike, so that each has a block of its own.
  let time = startsAt(now)
  const nextBlock = (at = time + 400) => {
    time = Math.max(at, time + 400)
    ledger.advance(time)
  }

  /** Coins that are there from the beginning. */
  const endow = (address: Address, amount: bigint) =>
    ledger.setAccount({
      address,
      lamports: lamports(amount),
      data: new Uint8Array(),
      executable: false,
      programAddress: programs.system,
      space: 0n,
    })
  for (const { address } of people) endow(address, 1000n * coin)
  endow(minter.address, 1000n * coin)
  endow(faucet.address, 100_000_000n * coin)

  const mint = async (token: SolanaToken, owner: Address, amount: bigint) => {
    nextBlock()
    await send(minter, await mintTo({ token, minter, owner, amount }))
  }
  // The keys of a literal table.
  for (const name of Object.keys(solanaTokens) as SolanaTokenName[]) {
    nextBlock()
    const token = solanaTokens[name]
    await send(minter, createMint({ token, mint: await mintSigner(name), minter, rentFor: ledger.rentFor }))
  }
  for (const { address } of people)
    for (const name of ['usdc', 'usdt', 'toll'] as const) await mint(solanaTokens[name], address, purse[name])
  for (const name of ['usdc', 'usdt'] as const) await mint(solanaTokens[name], faucet.address, treasury[name])
  const [first] = people
  if (first) await mint(solanaTokens.key, first.address, 1n)

  const personOf = (name: Person): KeyPairSigner => {
    const person = people[names.indexOf(name)]
    if (!person) throw new Error(`no account for ${name}`)
    return person
  }
  for (const step of steps) {
    nextBlock(Math.floor(now - step.daysAgo * day))
    await send(personOf(step.who), await act(step, personOf), { fails: step.fails === true })
  }
  nextBlock(now)
}

async function act({ who, to, amount, token }: Step, personOf: (name: Person) => KeyPairSigner) {
  const [from, receiver] = [personOf(who), personOf(to).address]
  if (token) return transferToken({ token: solanaTokens[token], from, to: receiver, amount })
  return [getTransferSolInstruction({ source: from, destination: receiver, amount: lamports(amount) })]
}
