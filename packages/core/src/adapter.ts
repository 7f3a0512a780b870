/** What teaches the kit a namespace: finds its wallets and reads its balances. */
import type { Address, Namespace } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import type { Clock } from './clock.js'
import type { Connector, ContractCall, TransactionRequest, WalletSession } from './connector.js'
import type { Log } from './log.js'
import type { KitOptions } from './options.js'
import type { RelayLink } from './relay/link.js'
import type { Storage } from './storage.js'

/** What the kit lends an adapter; everything here belongs to one kit. */
export interface AdapterContext {
  readonly options: KitOptions
  /** The networks of this namespace: those configured, and those added since. Read it when it is needed. */
  readonly networks: readonly Network[]
  readonly clock: Clock
  readonly log: Log
  /** Raw storage under the kit's own prefix. */
  readonly storage: Storage
  readonly fetch: typeof globalThis.fetch
  /** Where the kit sends JSON-RPC for a network: the gateway if there is one, else the network's own URLs. */
  rpcUrls(network: Network): readonly string[]
  /** Whether anybody answers there: `false` where the gateway does not serve the network (S7-01). */
  isServed(network: Network): Promise<boolean>
  /** The app connected this wallet with a library of its own: the kit restores it silently and shows it. */
  adopt(input: { readonly connectorId: string; readonly isActive: boolean }): void
}

/** A read of a chain; needs no wallet. */
export interface ChainRead {
  readonly network: Network
  readonly signal: AbortSignal
}

export interface NativeBalance {
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
}

export interface BalanceChange {
  readonly before: bigint
  readonly after: bigint
}

/** What calls would do if they were sent now. */
export type Simulation =
  | { readonly isSuccess: true; readonly native: BalanceChange; readonly tokens: readonly BalanceChange[] }
  /** Which call failed, from 0, and the contract's words where it had some. */
  | { readonly isSuccess: false; readonly failedAt: number; readonly reason: string | undefined }

/** What a transaction costs, in the smallest unit of the native currency. */
export interface TransactionFee {
  /** The limit that the fee was counted with, margin included. */
  readonly gas: bigint
  readonly likely: bigint
  /** More than this is never paid by a transaction that says `fields`. */
  readonly most: bigint
  /** What of it an account of the receiver's must hold that is made on the way. */
  readonly deposit?: bigint
  /** What holds a transaction to this fee, in the words of its namespace. */
  readonly fields: TransactionRequest
}

export interface TransferRequest {
  /** Absent: the native currency. */
  readonly token?: Address | undefined
  readonly to: Address
  /** In the smallest unit. */
  readonly amount: bigint
}

/** What a chain says of one transaction at one moment. */
export type TransactionSighting = {
  /** The newest block that the answer knows of. */
  readonly height: number
  /** What to hand in with the next question; at most 256 characters. */
  readonly trace?: string
} & (
  | {
      readonly place: 'block'
      /** 1 in the newest block. */
      readonly depth: number
      readonly isSuccess: boolean
    }
  /** `waiting`: the node has it and no block does. `unknown`: the node has never heard of it, or no longer. */
  | { readonly place: 'waiting' | 'unknown' }
  /** It can no longer be included; `by` is what was included instead, where that can be found. */
  | {
      readonly place: 'taken'
      readonly by?: {
        readonly hash: string
        readonly how: 'sped-up' | 'cancelled' | 'other'
        readonly depth: number
        readonly isSuccess: boolean
      }
    }
)

export interface TransactionQuestion extends ChainRead {
  readonly hash: string
  readonly address: Address
  /** From the last answer, where there was one. */
  readonly trace: string | undefined
  /** How high the chain was at the last answer; 0 before the first. */
  readonly height: number
}

export interface AdapterHandle {
  /** The same connector keeps the same id and object for as long as it is offered. */
  connectors(): readonly Connector[]
  /** Called when `connectors()` changed: wallets announce themselves over time. */
  subscribe(listener: () => void): () => void
  getBalance?(input: ChainRead & { readonly address: Address }): Promise<NativeBalance>
  estimateGas?(
    input: ChainRead & { readonly address: Address; readonly transaction: TransactionRequest },
  ): Promise<bigint>
  readContract?(input: ChainRead & { readonly call: ContractCall }): Promise<unknown>
  /** Tries calls as an account, one after the other, without sending them; `undefined` where the node cannot. */
  simulate?(
    input: ChainRead & {
      readonly address: Address
      readonly calls: readonly TransactionRequest[]
      /** Whose balances are measured, besides the native one. */
      readonly tokens: readonly Address[]
      /** Who is measured; without it, `address`. */
      readonly holder?: Address
    },
  ): Promise<Simulation | undefined>
  /** Rejects with the network's reason where the transaction would fail. */
  getFee?(
    input: ChainRead & {
      readonly address: Address
      readonly transaction: TransactionRequest
      /** Where the caller knows it; else the network is asked. */
      readonly gas?: bigint
    },
  ): Promise<TransactionFee>
  /** The transaction that makes a transfer. */
  prepareTransfer?(transfer: TransferRequest): Promise<TransactionRequest>
  /** Whether code answers at an address, and not a person. */
  isContract?(input: ChainRead & { readonly address: Address }): Promise<boolean>
  /** An address that somebody typed, in its proper spelling; rejects with `address.invalid` or `address.checksum`. */
  readAddress?(text: string): Promise<Address>
  /** Whose a public name is on a network; `undefined` where it is nobody's, or where nobody can be asked. */
  resolveName?(input: ChainRead & { readonly name: string }): Promise<Address | undefined>
  /** With it the kit follows what it sent. Rejects where nobody answers: that says nothing of the transaction. */
  getTransaction?(input: TransactionQuestion): Promise<TransactionSighting>
  /** Makes a session of a wallet behind a relay. With it the kit offers the connector `walletConnect`. */
  openRelaySession?(link: RelayLink): Promise<WalletSession>
  /** Releases every listener, timer and socket. */
  stop(): void
}

export interface Adapter {
  readonly namespace: Namespace
  /** Must not touch the DOM where there is none: kits are made on servers too. */
  start(context: AdapterContext): AdapterHandle
}

/** Types an adapter where it is written. */
export const defineAdapter = <const A extends Adapter>(adapter: A): A => adapter
