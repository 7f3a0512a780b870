/** One line for one instruction of a Solana transaction; programs that nobody here knows are told by their address. */

import type { SolanaInstruction } from './solanaMessage.js'
import { amountOf } from './words.js'

const systemProgram = '11111111111111111111111111111111'
const tokenPrograms: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])
const budgetProgram = 'ComputeBudget111111111111111111111111111111'
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const sol = { symbol: 'SOL', decimals: 9 }

export function wordsOfSolana({ program, accounts, data }: SolanaInstruction): string {
  const bytes = Buffer.from(data)
  const named = (index: number) => accounts[index] ?? 'an account of a lookup table'
  if (program === systemProgram && bytes.length === 12 && bytes.readUInt32LE(0) === 2)
    return `Send ${amountOf(bytes.readBigUInt64LE(4), sol)} to ${named(1)}`
  if (program === budgetProgram) return 'Set the fee'
  if (program === memoProgram) return 'Add a note'
  if (tokenPrograms.has(program)) return tokenLine(bytes, named)
  return `Call the program ${program}`
}

function tokenLine(bytes: Buffer, named: (index: number) => string): string {
  const amount = bytes.length >= 9 ? bytes.readBigUInt64LE(1) : 0n
  switch (bytes[0]) {
    case 3:
      return `Send ${amount} units of a token to ${named(1)}`
    case 12:
      return `Send ${amountOf(amount, { symbol: `of the token ${named(1)}`, decimals: bytes[9] })} to ${named(2)}`
    case 4:
    case 13:
      return `Let ${named(bytes[0] === 4 ? 1 : 2)} spend ${amount} units of a token`
    case 6:
      return `Change who controls ${named(0)}`
    default:
      return 'Call the token program'
  }
}
