/** What sockets have asked to hear of, and the telling: signatures, accounts, programs, logs, slots. */
import type { Address } from '@solana/kit'
import { type AccountView, showAccount } from './encode.js'
import { passes } from './filterAccounts.js'
import { type Commitment, type Ledger, type RecordedTransaction, rank } from './ledger.js'
import { context } from './methods.js'
import * as p from './params.js'
import { RpcFailure } from './rpcFailure.js'

/** One page that forgets to unsubscribe must not slow down the others. */
export const subscriptionLimit = 100

type Tell = (method: string, subscription: number, result: unknown) => void

type Interest = { readonly commitment: Commitment } & (
  | { readonly kind: 'signature'; readonly signature: string; readonly wantsReceived: boolean }
  | { readonly kind: 'account'; readonly address: Address; readonly view: AccountView }
  | {
      readonly kind: 'program'
      readonly program: Address
      readonly view: AccountView
      readonly filters: readonly p.AccountFilter[]
    }
  | { readonly kind: 'logs'; readonly mentions: Address | undefined }
  | { readonly kind: 'slot' | 'root' }
)

export type Subscriptions = ReturnType<typeof createSubscriptions>

export function createSubscriptions() {
  const all = new Map<number, { readonly interest: Interest; readonly tell: Tell; readonly owner: object }>()
  let ledger: Ledger | undefined
  let last = 0

  function told(id: number, value: unknown) {
    const entry = all.get(id)
    if (!entry || !ledger) return
    entry.tell(`${entry.interest.kind}Notification`, id, { context: context(ledger), value })
  }

  /** Whether it is over with that. */
  function hear(id: number, interest: Interest, transaction: RecordedTransaction): boolean {
    if (!ledger) return false
    switch (interest.kind) {
      case 'signature':
        if (interest.signature !== transaction.signature) return false
        told(id, { err: transaction.error })
        return true
      case 'account': {
        if (!transaction.keys.includes(interest.address)) return false
        const account = ledger.getAccount(interest.address)
        // An account that was closed is told as an empty one.
        const shown = account
          ? showAccount(account, interest.view, ledger.getAccount)
          : {
              lamports: 0,
              data: ['', 'base64'],
              owner: systemProgram,
              executable: false,
              rentEpoch: 0,
              space: 0,
            }
        told(id, shown)
        return false
      }
      case 'program': {
        for (const key of new Set(transaction.keys)) {
          const account = ledger.getAccount(key)
          if (account?.programAddress !== interest.program || !passes(account, interest.filters)) continue
          told(id, { pubkey: key, account: showAccount(account, interest.view, ledger.getAccount) })
        }
        return false
      }
      case 'logs': {
        if (interest.mentions && !transaction.keys.includes(interest.mentions)) return false
        told(id, { signature: transaction.signature, err: transaction.error, logs: transaction.logs })
        return false
      }
      default:
        return false
    }
  }

  function read(kind: string, params: unknown): Interest {
    switch (kind) {
      case 'signature': {
        const [signature, asked] = p.readParams(params, [p.signature, p.signatureSettings])
        const { commitment, enableReceivedNotification: wantsReceived } = asked
        return { kind, signature, commitment, wantsReceived }
      }
      case 'account': {
        const [address, view] = p.readParams(params, [p.address, p.accountSettings])
        return { kind, address, view, commitment: view.commitment }
      }
      case 'program': {
        const [program, view] = p.readParams(params, [p.address, p.programSettings])
        return { kind, program, view, filters: view.filters, commitment: view.commitment }
      }
      case 'logs': {
        const [filter, { commitment }] = p.readParams(params, [p.logsFilter, p.plainSettings])
        return { kind, mentions: typeof filter === 'string' ? undefined : filter.mentions[0], commitment }
      }
      case 'slot':
      case 'root':
        return { kind, commitment: 'processed' }
      default:
        throw new RpcFailure(-32601, 'Method not found')
    }
  }

  return {
    /** Events begin when there is a ledger to look things up in. */
    attach: (to: Ledger) => {
      ledger = to
    },

    subscribe(kind: string, params: unknown, owner: object, tell: Tell): number {
      const held = [...all.values()].filter((entry) => entry.owner === owner).length
      if (held >= subscriptionLimit)
        throw new RpcFailure(-32005, `more than ${subscriptionLimit} subscriptions on one socket`)
      const interest = read(kind, params)
      const id = ++last
      all.set(id, { interest, tell, owner })
      return id
    },

    /** What has happened before anybody asked: a signature that is known already. After the id has been sent. */
    catchUp(id: number): void {
      const interest = all.get(id)?.interest
      if (!ledger || interest?.kind !== 'signature') return
      const found = ledger.find(interest.signature)
      if (!found) return
      if (interest.wantsReceived) told(id, 'receivedSignature')
      if (!ledger.isReached(found, interest.commitment)) return
      told(id, { err: found.error })
      all.delete(id)
    },

    unsubscribe(id: number, owner: object): boolean {
      if (all.get(id)?.owner !== owner) throw new RpcFailure(-32602, 'Invalid subscription id.')
      return all.delete(id)
    },

    forget(owner: object): void {
      for (const [id, entry] of all) if (entry.owner === owner) all.delete(id)
    },

    onReached(transaction: RecordedTransaction, commitment: Commitment): void {
      for (const [id, { interest }] of all) {
        const isReceived =
          interest.kind === 'signature' &&
          interest.wantsReceived &&
          interest.signature === transaction.signature &&
          commitment === 'processed'
        if (isReceived) told(id, 'receivedSignature')
        if (rank[interest.commitment] !== rank[commitment]) continue
        if (hear(id, interest, transaction)) all.delete(id)
      }
    },

    onSlot(slot: bigint, root: bigint): void {
      for (const [id, { interest, tell }] of all) {
        if (interest.kind === 'slot') tell('slotNotification', id, { slot, parent: slot - 1n, root })
        if (interest.kind === 'root') tell('rootNotification', id, root)
      }
    },

    count: () => all.size,
  }
}

const systemProgram = '11111111111111111111111111111111'
