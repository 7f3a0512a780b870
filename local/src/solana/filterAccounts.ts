/** Accounts of a program that pass the filters of a caller. */
import type { Address, EncodedAccount } from '@solana/kit'
import { type AccountView, readBytes, showAccount } from './encode.js'
import type { Ledger } from './ledger.js'
import type { AccountFilter } from './params.js'
import { RpcFailure } from './rpcFailure.js'
import { readTokenAccount } from './tokenAccount.js'

/** More at once would keep everybody else waiting. */
const mostAccounts = 10_000

export function passes({ data }: EncodedAccount, filters: readonly AccountFilter[]): boolean {
  return filters.every((filter) => {
    if ('dataSize' in filter) return data.length === filter.dataSize
    const { offset, bytes, encoding } = filter.memcmp
    const wanted = readBytes(bytes, encoding)
    return wanted.every((byte, index) => data[offset + index] === byte)
  })
}

function show(accounts: readonly EncodedAccount[], view: AccountView, ledger: Ledger) {
  if (accounts.length > mostAccounts)
    throw new RpcFailure(-32012, `more than ${mostAccounts} accounts; narrow the filters`)
  return accounts.map((account) => ({
    pubkey: account.address,
    account: showAccount(account, view, ledger.getAccount),
  }))
}

const living = ({ lamports }: EncodedAccount) => lamports > 0n

export function programAccounts(
  ledger: Ledger,
  program: Address,
  view: AccountView & { filters: readonly AccountFilter[] },
) {
  const all = ledger.programAccounts(program).filter(living)
  return show(
    all.filter((account) => passes(account, view.filters)),
    view,
    ledger,
  )
}

/** Token accounts of one owner: of one mint, or all that a token program keeps. */
export function tokenAccountsOf(
  ledger: Ledger,
  owner: Address,
  filter: { mint: Address } | { programId: Address },
  view: AccountView,
) {
  const mint = 'mint' in filter ? filter.mint : undefined
  const program = 'programId' in filter ? filter.programId : ledger.getAccount(filter.mint)?.programAddress
  if (!program) throw new RpcFailure(-32602, 'Invalid param: could not find mint')
  const own = ledger.programAccounts(program).filter((account) => {
    const held = living(account) ? readTokenAccount(account, ledger.getAccount) : undefined
    return held?.owner === owner && (!mint || held.mint === mint)
  })
  return show(own, view, ledger)
}
