/** One account on one network: prepares, signs and sends its operations, and signs messages before and after it is deployed. */
import { counterfactualAddress, deploymentCall } from './address.js'
import { type Call, encodeCalls } from './calls.js'
import { type Deployment, deployment } from './deployment.js'
import { concat, type Hex, left, quantity, readAddress, readHex, readQuantity, word } from './hex.js'
import { type Message, type Sign, signMessage, signTypedData, wrapUndeployed } from './signatures.js'
import type { TypedData } from './typedData.js'
import { hashUserOperation, toWire, type UserOperation } from './userOperation.js'

/** JSON-RPC; throws what the other side refuses. */
export type Request = (method: string, params: readonly unknown[]) => Promise<unknown>

export interface SmartAccountInput {
  readonly owner: Hex
  readonly salt?: bigint
  readonly chainId: number
  /** To the network. */
  readonly chain: Request
  /** To a bundler, which also answers for a paymaster (ERC-7677). */
  readonly bundler: Request
  readonly sign: Sign
  readonly deployment?: Deployment
}

export interface PrepareInput {
  readonly calls: readonly Call[]
  /** Asks the paymaster to pay; what it wants to be told goes with it. Absent: the account pays. */
  readonly paymaster?: { readonly context?: unknown }
  /** A lane of nonces of its own, so that it waits for no other operation; 0 when absent. */
  readonly nonceKey?: bigint
}

export interface SmartAccount {
  readonly address: Hex
  readonly chainId: number
  isDeployed(): Promise<boolean>
  /** Everything but the signature: nonce, fees, gas, and the promise of the paymaster. */
  prepareUserOperation(input: PrepareInput): Promise<UserOperation>
  signUserOperation(operation: UserOperation): Promise<UserOperation>
  /** The hash by which bundlers know the operation. */
  sendUserOperation(operation: UserOperation): Promise<Hex>
  sendCalls(input: PrepareInput): Promise<Hex>
  signMessage(message: Message): Promise<Hex>
  signTypedData(data: TypedData): Promise<Hex>
}

/** `getNonce(address,uint192)` */
const getNonce: Hex = '0x35567e1a'
/** Costs as much to check as a real one, and is nobody's. */
const placeholder: Hex = `0x${'ff'.repeat(31)}0${'7'.repeat(65)}1c`

export function createSmartAccount(input: SmartAccountInput): SmartAccount {
  const { chain, bundler, chainId, sign, deployment: at = deployment } = input
  const address = counterfactualAddress(input, at)
  const entryPoint = at.entryPoint
  const signer = { account: address, chainId }

  async function isDeployed(): Promise<boolean> {
    return readHex(await chain('eth_getCode', [address, 'latest']), 'the code') !== '0x'
  }

  async function nonceOf(key: bigint): Promise<bigint> {
    const data = concat(getNonce, left(address), word(key))
    return readQuantity(await chain('eth_call', [{ to: entryPoint, data }, 'latest']), 'the nonce')
  }

  async function bound(signature: Hex): Promise<Hex> {
    return (await isDeployed()) ? signature : wrapUndeployed(signature, deploymentCall(input, at))
  }

  const account: SmartAccount = {
    address,
    chainId,
    isDeployed,
    async prepareUserOperation({ calls, paymaster, nonceKey = 0n }) {
      const callData = encodeCalls(calls)
      const [isThere, nonce, fees] = await Promise.all([isDeployed(), nonceOf(nonceKey), feesFrom(bundler)])
      const draft: UserOperation = {
        sender: address,
        nonce,
        ...(isThere ? {} : deploymentCall(input, at)),
        callData,
        ...fees,
        callGasLimit: 0n,
        verificationGasLimit: 0n,
        preVerificationGas: 0n,
        signature: placeholder,
      }
      const asked = [entryPoint, quantity(BigInt(chainId)), paymaster?.context ?? {}] as const
      const stub =
        paymaster && readPromise(await bundler('pm_getPaymasterStubData', [toWire(draft), ...asked]))
      const offered = { ...draft, ...stub?.fields }
      const gas = readGas(
        await bundler('eth_estimateUserOperationGas', [toWire(offered), entryPoint]),
        offered,
      )
      const estimated = { ...offered, ...gas }
      if (!paymaster || stub?.isFinal) return estimated
      const promise = readPromise(await bundler('pm_getPaymasterData', [toWire(estimated), ...asked]))
      return { ...estimated, ...promise.fields }
    },
    async signUserOperation(operation) {
      return { ...operation, signature: await sign(hashUserOperation(operation, entryPoint, chainId)) }
    },
    async sendUserOperation(operation) {
      return readHex(await bundler('eth_sendUserOperation', [toWire(operation), entryPoint]), 'the hash')
    },
    async sendCalls(what) {
      const operation = await account.prepareUserOperation(what)
      return account.sendUserOperation(await account.signUserOperation(operation))
    },
    signMessage: async (message) => bound(await signMessage(message, signer, sign)),
    signTypedData: async (data) => bound(await signTypedData(data, signer, sign)),
  }
  return account
}

function fieldsOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${what} is not an object`)
  return value as Record<string, unknown> // an object; its fields are read one by one
}

async function feesFrom(bundler: Request) {
  const prices = fieldsOf(await bundler('pimlico_getUserOperationGasPrice', []), 'the price of gas')
  const { maxFeePerGas, maxPriorityFeePerGas } = fieldsOf(prices.standard, 'the price of gas')
  return {
    maxFeePerGas: readQuantity(maxFeePerGas, 'the price of gas'),
    maxPriorityFeePerGas: readQuantity(maxPriorityFeePerGas, 'the price of gas'),
  }
}

function readGas(answer: unknown, { paymaster }: UserOperation) {
  const gas = fieldsOf(answer, 'the estimate')
  const read = (name: string) => readQuantity(gas[name], name)
  return {
    callGasLimit: read('callGasLimit'),
    verificationGasLimit: read('verificationGasLimit'),
    preVerificationGas: read('preVerificationGas'),
    ...(paymaster && gas.paymasterVerificationGasLimit !== undefined
      ? { paymasterVerificationGasLimit: read('paymasterVerificationGasLimit') }
      : {}),
    ...(paymaster && gas.paymasterPostOpGasLimit !== undefined
      ? { paymasterPostOpGasLimit: read('paymasterPostOpGasLimit') }
      : {}),
  }
}

function readPromise(answer: unknown) {
  const said = fieldsOf(answer, 'the answer of the paymaster')
  const limit = (name: 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit') =>
    said[name] === undefined ? {} : { [name]: readQuantity(said[name], name) }
  return {
    isFinal: said.isFinal === true,
    fields: {
      paymaster: readAddress(said.paymaster, 'the paymaster'),
      paymasterData: readHex(said.paymasterData ?? '0x', 'the data of the paymaster'),
      ...limit('paymasterVerificationGasLimit'),
      ...limit('paymasterPostOpGasLimit'),
    },
  }
}
