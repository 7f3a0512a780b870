/** Instructions of the programs that every network has: written by hand, byte for byte as the programs read them. */
import type { SolanaInstruction } from './transactions.js'

const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'

/** `AccountRole` of `@solana/kit`. */
const role = { read: 0, write: 1, sign: 2, writeAndSign: 3 } as const

export const transferSol = (from: string, to: string, lamports: bigint): SolanaInstruction => ({
  programAddress: systemProgram,
  accounts: [
    { address: from, role: role.writeAndSign },
    { address: to, role: role.write },
  ],
  data: bytes([2, 0, 0, 0], u64(lamports)),
})

export interface TokenTransfer {
  readonly program: string
  readonly mint: string
  readonly from: string
  readonly to: string
  readonly owner: string
  readonly amount: bigint
  readonly decimals: number
}

/** The mint and its decimals are said again, so that a mistake about either fails instead of moving too much. */
export const transferChecked = (transfer: TokenTransfer): SolanaInstruction => ({
  programAddress: transfer.program,
  accounts: [
    { address: transfer.from, role: role.write },
    { address: transfer.mint, role: role.read },
    { address: transfer.to, role: role.write },
    { address: transfer.owner, role: role.sign },
  ],
  data: bytes([12], u64(transfer.amount), [transfer.decimals]),
})

export interface TokenAccountInput {
  readonly payer: string
  readonly account: string
  readonly owner: string
  readonly mint: string
  readonly program: string
}

/** Makes the account of a token where there is none; does nothing where somebody made it meanwhile. */
export const createTokenAccount = (input: TokenAccountInput): SolanaInstruction => ({
  programAddress: associatedTokenProgram,
  accounts: [
    { address: input.payer, role: role.writeAndSign },
    { address: input.account, role: role.write },
    { address: input.owner, role: role.read },
    { address: input.mint, role: role.read },
    { address: systemProgram, role: role.read },
    { address: input.program, role: role.read },
  ],
  data: bytes([1]),
})

export const setComputeUnitLimit = (units: bigint): SolanaInstruction => ({
  programAddress: computeBudgetProgram,
  data: bytes([2], u64(units).slice(0, 4)),
})

/** In micro-lamports for each unit. */
export const setComputeUnitPrice = (price: bigint): SolanaInstruction => ({
  programAddress: computeBudgetProgram,
  data: bytes([3], u64(price)),
})

const bytes = (...parts: readonly (readonly number[])[]) => Uint8Array.from(parts.flat())

/** Low bytes first. */
const u64 = (value: bigint): readonly number[] =>
  Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn))
