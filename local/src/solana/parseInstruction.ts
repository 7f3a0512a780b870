/** Instructions in words, for the few programs that people's transactions are made of; others stay as they are. */
import type { Address } from '@solana/kit'
import { base58Of } from './encode.js'
import { isTokenProgram, programs } from './programs.js'
import { amountOf } from './tokenAccount.js'

export interface PlainInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
  /** Nodes count from 1; null where nobody kept count. */
  readonly stackHeight: number | null
}

type Parsed = { type: string; info: Record<string, unknown> } | string

/** As `jsonParsed` shows it. */
export function showInstruction({ program, accounts, data, stackHeight }: PlainInstruction) {
  const parsed = parse(program, accounts, data)
  if (!parsed) return { programId: program, accounts, data: base58Of(data), stackHeight }
  return { program: parsed.program, programId: program, parsed: parsed.told, stackHeight }
}

function parse(program: Address, accounts: readonly Address[], data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  try {
    if (program === programs.system) return named('system', parseSystem(accounts, data, view))
    if (isTokenProgram(program))
      return named(
        program === programs.token ? 'spl-token' : 'spl-token-2022',
        parseToken(accounts, data, view),
      )
    if (program === programs.associatedToken)
      return named('spl-associated-token-account', parseAssociated(accounts, data))
    if (program === programs.memo)
      return named('spl-memo', new TextDecoder('utf-8', { fatal: true }).decode(data))
    return undefined
  } catch {
    // Shorter than its kind says: the program has refused it too.
    return undefined
  }
}

const named = (program: string, told: Parsed | undefined) =>
  told === undefined ? undefined : { program, told }

function parseSystem(accounts: readonly Address[], data: Uint8Array, view: DataView): Parsed | undefined {
  const kind = view.getUint32(0, true)
  if (kind === 2)
    return {
      type: 'transfer',
      info: { source: accounts[0], destination: accounts[1], lamports: view.getBigUint64(4, true) },
    }
  if (kind === 0)
    return {
      type: 'createAccount',
      info: {
        source: accounts[0],
        newAccount: accounts[1],
        lamports: view.getBigUint64(4, true),
        space: view.getBigUint64(12, true),
        owner: base58Of(data.slice(20, 52)),
      },
    }
  return undefined
}

/** The owner, or the accounts that sign for a shared one. */
function authority(name: string, accounts: readonly Address[], at: number): Record<string, unknown> {
  const signers = accounts.slice(at + 1)
  if (signers.length === 0) return { [name]: accounts[at] }
  const shared = `multisig${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  return { [shared]: accounts[at], signers }
}

function parseToken(accounts: readonly Address[], data: Uint8Array, view: DataView): Parsed | undefined {
  const [first, second, third] = accounts
  const units = () => view.getBigUint64(1, true)
  const checked = () => amountOf(units(), data[9] ?? 0)
  switch (data[0]) {
    case 3:
      return {
        type: 'transfer',
        info: {
          source: first,
          destination: second,
          amount: units().toString(),
          ...authority('authority', accounts, 2),
        },
      }
    case 7:
      return {
        type: 'mintTo',
        info: {
          mint: first,
          account: second,
          amount: units().toString(),
          ...authority('mintAuthority', accounts, 2),
        },
      }
    case 8:
      return {
        type: 'burn',
        info: {
          account: first,
          mint: second,
          amount: units().toString(),
          ...authority('authority', accounts, 2),
        },
      }
    case 9:
      return {
        type: 'closeAccount',
        info: { account: first, destination: second, ...authority('owner', accounts, 2) },
      }
    case 12:
      return {
        type: 'transferChecked',
        info: {
          source: first,
          mint: second,
          destination: third,
          tokenAmount: checked(),
          ...authority('authority', accounts, 3),
        },
      }
    case 14:
      return {
        type: 'mintToChecked',
        info: {
          mint: first,
          account: second,
          tokenAmount: checked(),
          ...authority('mintAuthority', accounts, 2),
        },
      }
    case 17:
      return { type: 'syncNative', info: { account: first } }
    case 18:
      return {
        type: 'initializeAccount3',
        info: { account: first, mint: second, owner: base58Of(data.slice(1, 33)) },
      }
    case 20:
      return {
        type: 'initializeMint2',
        info: { mint: first, decimals: data[1], mintAuthority: base58Of(data.slice(2, 34)) },
      }
    case 22:
      return { type: 'initializeImmutableOwner', info: { account: first } }
    default:
      return undefined
  }
}

function parseAssociated(accounts: readonly Address[], data: Uint8Array): Parsed | undefined {
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts
  const type = data.length === 0 || data[0] === 0 ? 'create' : data[0] === 1 ? 'createIdempotent' : undefined
  return type && { type, info: { source, account, wallet, mint, systemProgram, tokenProgram } }
}
