/** The programs that the chain is born with, as far as anything here has to know them by name. */
import type { Address } from '@solana/kit'

/** Written by us and held by a test: the library that would check them is not loaded for a list of names. */
const address = (text: string) => text as Address

export const programs = {
  system: address('11111111111111111111111111111111'),
  token: address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  token2022: address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
  associatedToken: address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
  memo: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  computeBudget: address('ComputeBudget111111111111111111111111111111'),
  lookupTable: address('AddressLookupTab1e1111111111111111111111111'),
} as const

export const isTokenProgram = (program: string): boolean =>
  program === programs.token || program === programs.token2022
