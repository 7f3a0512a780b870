/** Transfers of the native currency and of ERC-20 tokens, as transactions; and who is at the other end. */
import type { TransactionRequest, TransferRequest } from '@latchkey/core'
import { type Address, asAddress } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { isAddress } from '@latchkey/spec/validation'
import { getAddress } from 'viem/utils'

const transferSelector = 'a9059cbb'

/** `transfer(address,uint256)`; whether a token answers with true, false or nothing is for the trial to find out. */
export function transferTransaction({ token, to, amount }: TransferRequest): TransactionRequest {
  if (amount < 0n || amount > limits.maxUint256) {
    throw new LatchkeyError('amount.invalid', { amount: amount.toString() })
  }
  if (token === undefined) return { to: checkedAddress(to), value: amount }
  const receiver = checkedAddress(to).slice(2).toLowerCase().padStart(64, '0')
  return {
    to: checkedAddress(token),
    data: `0x${transferSelector}${receiver}${amount.toString(16).padStart(64, '0')}`,
  }
}

/**
 * An address that somebody typed, with its checksum. One in mixed case carries a checksum of its own, and a wrong one
 * is a typing error (EIP-55).
 */
export function checkedAddress(text: string): Address {
  const typed = text.trim()
  if (!isAddress('eip155', typed))
    throw new LatchkeyError('address.invalid', { address: typed, ns: 'eip155' })
  const digits = typed.replace(/^0x/, '')
  const address = getAddress(`0x${digits.toLowerCase()}`)
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!isPlain && address.slice(2) !== digits) throw new LatchkeyError('address.checksum', { address: typed })
  return asAddress(address)
}

/** EIP-7702: an account that lends itself a contract's code is still somebody's account. */
const delegation = /^0xef0100[0-9a-f]{40}$/i

export function isContractCode(code: unknown): boolean {
  return typeof code === 'string' && code.length > 2 && !delegation.test(code)
}
