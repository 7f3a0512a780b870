/** `wallet_prepareCalls`: calls of a smart account made into an operation that lacks nothing but a signature. */
import { deployment, encodeCalls } from '@latchkey/accounts'
import type { NetworkId } from '@latchkey/spec/caip'
import type { PrepareCallsParams } from '@latchkey/spec/endpoints'
import { rpcCodes } from '@latchkey/spec/errors'
import * as v from 'valibot'
import { encodeAbiParameters, encodeFunctionData, size, slice } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { bytes, chainAddress, type Hex, quantity } from '../chain/shapes.js'
import type { Deps } from '../deps.js'
import type { Caller } from '../http/route.js'
import { hashOf, type UserOp } from '../sessions/cosign.js'
import { type Ask, bundlerAsk } from './askBundler.js'
import { CallsFailure } from './failure.js'

const price = v.object({ maxFeePerGas: quantity, maxPriorityFeePerGas: quantity })
const prices = v.object({ standard: price })
const gas = v.object({
  preVerificationGas: quantity,
  verificationGasLimit: quantity,
  callGasLimit: quantity,
  paymasterVerificationGasLimit: v.optional(quantity),
  paymasterPostOpGasLimit: v.optional(quantity),
})
const promised = v.object({
  paymaster: chainAddress,
  paymasterData: v.optional(bytes, '0x'),
  paymasterVerificationGasLimit: v.optional(quantity),
  paymasterPostOpGasLimit: v.optional(quantity),
})

/** Costs as much to check as a real one, and is nobody's. */
const someSignature: Hex = `0x${'ff'.repeat(31)}07${'77'.repeat(32)}1c`
const someHalves = encodeAbiParameters([{ type: 'bytes[]' }], [[someSignature, someSignature]])

/** Quantities as the wire has them; what is absent stays absent. */
function fields(values: Readonly<Record<string, Hex | bigint | undefined>>): Partial<UserOp> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'bigint' ? `0x${value.toString(16)}` : value]),
  )
}

export async function prepareCalls(input: PrepareCallsParams, caller: Caller, deps: Deps) {
  const { capabilities } = input
  const chainId = BigInt(input.chainId)
  const networkId: NetworkId = `eip155:${chainId}`
  const ask = bundlerAsk(deps, networkId, caller)
  const pci = capabilities.permissions?.context
  const key = pci === undefined ? 0n : await sessionKey(input.from, networkId, pci, caller, deps)
  const calls = input.calls.map(({ to, value = '0x0', data = '0x' }) => ({ to, value: BigInt(value), data }))
  const [nonce, { standard }] = await Promise.all([
    nonceOf(input.from, key, networkId, caller, deps),
    ask(prices, 'pimlico_getUserOperationGasPrice', []),
  ])
  const draft: UserOp = {
    sender: input.from,
    nonce: `0x${nonce.toString(16)}`,
    callData: encode(calls),
    callGasLimit: '0x0',
    verificationGasLimit: '0x0',
    preVerificationGas: '0x0',
    signature: pci === undefined ? someSignature : someHalves,
    ...(fields(standard) as Pick<UserOp, 'maxFeePerGas' | 'maxPriorityFeePerGas'>), // both are there
  }
  const data = {
    ...(await complete(draft, capabilities.paymasterService, chainId, ask)),
    signature: '0x' as const,
  }
  return [
    {
      preparedCalls: { type: 'user-operation-v07' as const, data, chainId: input.chainId },
      signatureRequest: { hash: hashOf(data, Number(chainId)) },
      context: pci ?? ('' as const),
    },
  ]
}

/** The nonces of a session are its own: the validator's address, then its number, which is what its context begins with. */
async function sessionKey(from: Hex, networkId: NetworkId, pci: string, { project }: Caller, deps: Deps) {
  const account = { address: from.toLowerCase() as Hex, networkId } // lower case of hex is hex
  const context = await deps.sessions.contextOf(await deps.sessions.find(account, project?.id, pci))
  if (context === undefined || size(context) < 20)
    throw new CallsFailure(rpcCodes.invalidParams, 'The session is not active')
  const validator = BigInt(slice(context, 0, 20))
  const number = size(context) < 24 ? 0n : BigInt(slice(context, 20, 24))
  return (validator << 32n) | number
}

async function nonceOf(
  sender: Hex,
  key: bigint,
  networkId: NetworkId,
  { signal }: Caller,
  { chainData }: Deps,
) {
  const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'getNonce', args: [sender, key] })
  const answer = await chainData.chainOf(networkId).call({ to: deployment.entryPoint, data }, { signal })
  return BigInt(answer)
}

function encode(calls: Parameters<typeof encodeCalls>[0]): Hex {
  try {
    return encodeCalls(calls)
  } catch (cause) {
    throw new CallsFailure(rpcCodes.invalidParams, (cause as Error).message)
  }
}

/** Gas by estimate; with a paymaster where the app asks for one. */
async function complete(
  draft: UserOp,
  service: PrepareCallsParams['capabilities']['paymasterService'],
  chainId: bigint,
  ask: Ask,
): Promise<UserOp> {
  const { entryPoint } = deployment
  const estimate = async (operation: UserOp) => ({
    ...operation,
    ...fields(await ask(gas, 'eth_estimateUserOperationGas', [operation, entryPoint])),
  })
  if (!service) return estimate(draft)
  const asked = [entryPoint, `0x${chainId.toString(16)}`, {}] as const
  try {
    const stub = fields(await ask(promised, 'pm_getPaymasterStubData', [draft, ...asked]))
    const estimated = await estimate({ ...draft, ...stub })
    return { ...estimated, ...fields(await ask(promised, 'pm_getPaymasterData', [estimated, ...asked])) }
  } catch (cause) {
    if (service.optional && cause instanceof CallsFailure) return estimate(draft)
    throw cause
  }
}
