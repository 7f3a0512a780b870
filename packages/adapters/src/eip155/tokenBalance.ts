/** The balance of the token an app shows instead of the native currency (S3-17 `tokens`). */
import type { ContractCall, NativeBalance } from '@latchkey/core'
import { type Address, asAddress } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { erc20Abi } from 'viem'

interface BalanceInput {
  readonly address: Address
  readonly network: Network
  readonly signal: AbortSignal
}

type Read = (input: Omit<BalanceInput, 'address'> & { readonly call: ContractCall }) => Promise<unknown>

export async function tokenBalance(
  read: Read,
  { address, network, signal }: BalanceInput,
  token: string,
): Promise<NativeBalance> {
  const ask = (functionName: string, args: readonly unknown[] = []) =>
    read({ network, signal, call: { address: asAddress(token), abi: erc20Abi, functionName, args } })
  const [value, decimals, symbol] = await Promise.all([
    ask('balanceOf', [address]),
    ask('decimals'),
    ask('symbol'),
  ])
  if (typeof value === 'bigint' && typeof decimals === 'number' && typeof symbol === 'string') {
    return { value, decimals, symbol }
  }
  throw new LatchkeyError('rpc.failed', { method: 'eth_call', reason: `${token} is no ERC-20 token` })
}
