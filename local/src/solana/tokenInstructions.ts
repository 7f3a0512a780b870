/** Instructions of both token programs, as the seed and the faucet need them. */

import {
  AccountRole,
  type Address,
  getAddressEncoder,
  type Instruction,
  type KeyPairSigner,
  type TransactionSigner,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { programs } from './programs.js'
import type { SolanaToken } from './tokens.js'

const mintSize = 82n
/** Padding up to an account's size, the kind, and the one extension with its header. */
const mintSizeWithFee = 165n + 1n + 4n + 108n

export async function tokenAccountOf(owner: Address, token: SolanaToken): Promise<Address> {
  const [account] = await findAssociatedTokenPda({ owner, mint: token.address, tokenProgram: token.program })
  return account
}

export function createMint(input: {
  token: SolanaToken
  mint: KeyPairSigner
  minter: TransactionSigner
  rentFor: (size: bigint) => bigint
}): Instruction[] {
  const { token, mint, minter, rentFor } = input
  const space = token.feeBasisPoints === undefined ? mintSize : mintSizeWithFee
  const programAddress = token.program
  return [
    getCreateAccountInstruction({
      payer: minter,
      newAccount: mint,
      lamports: rentFor(space),
      space,
      programAddress,
    }),
    ...(token.feeBasisPoints === undefined
      ? []
      : [transferFeeConfig(mint.address, minter.address, token.feeBasisPoints)]),
    getInitializeMint2Instruction(
      { mint: mint.address, decimals: token.decimals, mintAuthority: minter.address },
      { programAddress },
    ),
  ]
}

/** Has to come before the mint is initialized (TransferFeeExtension, InitializeTransferFeeConfig). */
function transferFeeConfig(mint: Address, authority: Address, basisPoints: number): Instruction {
  const key = getAddressEncoder().encode(authority)
  const data = new Uint8Array(2 + 33 + 33 + 2 + 8)
  data.set([26, 0, 1])
  data.set(key, 3)
  data[35] = 1
  data.set(key, 36)
  const view = new DataView(data.buffer)
  view.setUint16(68, basisPoints, true)
  view.setBigUint64(70, 2n ** 63n, true)
  return {
    programAddress: programs.token2022,
    accounts: [{ address: mint, role: AccountRole.WRITABLE }],
    data,
  }
}

/** Creates the account where it is missing, then mints into it. */
export async function mintTo(input: {
  token: SolanaToken
  minter: TransactionSigner
  owner: Address
  amount: bigint
}): Promise<Instruction[]> {
  const { token, minter, owner, amount } = input
  const account = await tokenAccountOf(owner, token)
  return [
    open(minter, owner, token, account),
    getMintToInstruction(
      { mint: token.address, token: account, mintAuthority: minter, amount },
      { programAddress: token.program },
    ),
  ]
}

export async function transferToken(input: {
  token: SolanaToken
  from: TransactionSigner
  to: Address
  amount: bigint
}): Promise<Instruction[]> {
  const { token, from, to, amount } = input
  const [source, destination] = await Promise.all([
    tokenAccountOf(from.address, token),
    tokenAccountOf(to, token),
  ])
  return [
    open(from, to, token, destination),
    getTransferCheckedInstruction(
      { source, destination, mint: token.address, authority: from, amount, decimals: token.decimals },
      { programAddress: token.program },
    ),
  ]
}

const open = (payer: TransactionSigner, owner: Address, token: SolanaToken, ata: Address): Instruction =>
  getCreateAssociatedTokenIdempotentInstruction({
    payer,
    owner,
    ata,
    mint: token.address,
    tokenProgram: token.program,
  })
