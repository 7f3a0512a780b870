/** What a page asks to be paid, and what it gets for it. */
import type { Address, AssetId, Namespace, NetworkId } from '@latchkey/spec/caip'

export interface PayRequest {
  /** CAIP-19: `eip155:1/erc20:0x…`, or `eip155:1/slip44:60` for the native currency of the network. */
  readonly asset: AssetId
  /** In whole tokens, such as `25.00`; text, because money is never a float (D-14). */
  readonly amount: string
  readonly recipient: string
  /** What it is for, such as an order number. With it, a payment is never made twice, also after a reload. */
  readonly reference?: string
}

export interface PayReceipt {
  /** Of the transaction that paid. */
  readonly hash: string
  readonly networkId: NetworkId
  readonly asset: AssetId
  readonly amount: string
  readonly recipient: Address
  readonly reference: string | undefined
  readonly payer: Address
  readonly status: 'confirmed'
}

/** A request that was read and can be made. */
export interface PayOrder {
  readonly request: PayRequest
  readonly namespace: Namespace
  readonly networkId: NetworkId
  /** `undefined` for the native currency. */
  readonly token: Address | undefined
  readonly recipient: Address
  /** What finds the payment again; `undefined` without a reference. */
  readonly key: string | undefined
}
