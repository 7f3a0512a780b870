/** What waits for the person's answer. */
import type { Address, Hex } from 'viem'
import type { Call } from '../chain/send.js'
import type { OtherNetwork } from '../others/networks.js'
import type { OtherRequest } from '../others/request.js'
import type { OtherPart } from '../others/session.js'
import type { AddedNetwork, WalletNetwork } from '../wallet/networks.js'
import type { Face } from '../words/face.js'
import type { TypedData } from './readTypedData.js'

interface AskBase {
  /** The protocol's own number of the question. */
  readonly id: number
  readonly app: Face
  /** In milliseconds since 1970; after it nobody waits for the answer any more. */
  readonly expiresAt: number | undefined
}

/** An app wants to see accounts and may then ask for signatures. */
export interface ConnectAsk extends AskBase {
  readonly kind: 'connect'
  readonly pairingTopic: string
  readonly networks: readonly WalletNetwork[]
  /** Other families of networks that it asks for as well. */
  readonly others: readonly OtherPart[]
  /** Networks without which the app does not want to connect. */
  readonly required: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Networks and methods that were asked for and that this wallet does not have. */
  readonly leftOut: readonly string[]
  /** Why it cannot be approved at all. */
  readonly obstacle: Refusal | undefined
}

/** Connect and prove the account in one step. */
export interface SignInAsk extends AskBase {
  readonly kind: 'sign-in'
  readonly pairingTopic: string
  readonly domain: string
  readonly statement: string
  /** What else is signed. */
  readonly facts: readonly (readonly [label: string, text: string])[]
  /** What a careful person would notice, in words. */
  readonly cautions: readonly string[]
  readonly networks: readonly WalletNetwork[]
  readonly methods: readonly string[]
  readonly obstacle: Refusal | undefined
}

/** Something for a connected app. */
export interface RequestAsk extends AskBase {
  readonly kind: 'request'
  readonly topic: string
  readonly network: WalletNetwork
  readonly request: AskedRequest
}

/** The same on a network of another family. */
export interface OtherAsk extends AskBase {
  readonly kind: 'other'
  readonly topic: string
  readonly network: OtherNetwork
  readonly request: OtherRequest
}

export type Ask = ConnectAsk | SignInAsk | RequestAsk | OtherAsk

/** A request that a person decides about. */
export type AskedRequest =
  | {
      readonly kind: 'message'
      readonly account: Address
      readonly hex: Hex
      /** Undefined where the bytes are no text. */
      readonly text: string | undefined
      /** Who the message says the person signs in to. */
      readonly signIn: string | undefined
    }
  | { readonly kind: 'typed-data'; readonly account: Address; readonly data: TypedData }
  | {
      readonly kind: 'transaction'
      readonly account: Address
      readonly call: Call
      /** Signed and given to the app, who may send it later. */
      readonly isOnlySigned: boolean
    }
  | {
      readonly kind: 'calls'
      readonly account: Address
      readonly calls: readonly Call[]
      readonly batchId: string
    }
  | { readonly kind: 'switch-network'; readonly target: WalletNetwork }
  | { readonly kind: 'add-network'; readonly added: AddedNetwork }

/** A request that is answered without asking anybody. */
export type QuietRequest =
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'calls-status'; readonly batchId: string }
  | { readonly kind: 'refuse'; readonly refusal: Refusal }

export interface Refusal {
  readonly code: number
  readonly message: string
}
