/** Contract calls by their ABI. */
import type { ContractCall } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Abi } from 'viem'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Hex } from './quantity.js'

// Apps hand in ABIs as plain data; viem checks names and arguments against them while encoding.
const named = ({ abi, functionName, args = [] }: ContractCall) => ({ abi: abi as Abi, functionName, args })

export const contractData = (call: ContractCall): Hex => encodeFunctionData(named(call))

export const contractResult = (call: ContractCall, data: Hex): unknown =>
  decodeFunctionResult({ ...named(call), data })

/** What a call says beyond its function (value, gas, chainId …) belongs to the transaction and is checked there. */
export function contractTransaction(call: ContractCall) {
  const { address: _address, abi: _abi, functionName: _functionName, args: _args, ...rest } = call
  for (const field of ['to', 'data']) {
    // The function decides these two; one of them would be lost.
    if (field in rest) throw new LatchkeyError('transaction.field-unknown', { field })
  }
  return { ...rest, to: contractAddress(call), data: contractData(call) }
}

/** Without one, the data of a call would be read as the code of a new contract. */
export function contractAddress({ address }: { readonly address?: string }): string {
  if (typeof address === 'string') return address
  throw new LatchkeyError('transaction.address-invalid', { address: String(address) })
}
