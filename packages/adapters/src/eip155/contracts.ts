/** Contract calls by their ABI. */
import type { ContractCall } from '@latchkey/core'
import type { Abi } from 'viem'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Hex } from './quantity.js'

// Apps hand in ABIs as plain data; viem checks names and arguments against them while encoding.
const named = ({ abi, functionName, args = [] }: ContractCall) => ({ abi: abi as Abi, functionName, args })

export const contractData = (call: ContractCall): Hex => encodeFunctionData(named(call))

export const contractResult = (call: ContractCall, data: Hex): unknown =>
  decodeFunctionResult({ ...named(call), data })

export function contractTransaction(call: ContractCall) {
  const { address, value } = call
  return { to: address, data: contractData(call), ...(value === undefined ? {} : { value }) }
}
