/** What a request is read against: the networks of the wallet and the accounts that the app was shown. */
import { rpcCodes } from '@latchkey/spec/errors'
import * as v from 'valibot'
import type { Address } from 'viem'
import type { WalletNetwork } from '../wallet/networks.js'
import type { AskedRequest, QuietRequest } from './ask.js'
import { addressSchema } from './readCall.js'

export interface RequestContext {
  readonly network: WalletNetwork
  readonly networks: readonly WalletNetwork[]
  /** Accounts that the app was shown, the one in use first. */
  readonly accounts: readonly Address[]
}

export type ReadRequest = AskedRequest | QuietRequest

export const refuse = (code: number, message: string): QuietRequest => ({
  kind: 'refuse',
  refusal: { code, message },
})
export const invalid = (what: string) => refuse(rpcCodes.invalidParams, `Invalid parameters: ${what}`)
export const unauthorized = refuse(rpcCodes.unauthorized, 'The account is not one that the app was shown')

/** The account as the wallet writes it, if the app was shown it. */
export function ownAccount(value: unknown, { accounts }: RequestContext): Address | undefined {
  const read = v.safeParse(addressSchema, value)
  return read.success ? accounts.find((account) => account === read.output) : undefined
}
