/** Signs for the smart account with the key that owns it. The calls of an operation are encoded again from the approved text. */
import {
  type Call,
  closeSessionCall,
  deployment,
  deploymentCall,
  encodeCalls,
  type Hex,
  hashUserOperation,
  openSessionCall,
  signMessage,
  signTypedData,
  type UserOperation,
  wrapUndeployed,
} from '@latchkey/accounts'
import { type ApprovalPayload, grantParams, revokeParams } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import type { AccountKey } from '../keys/deriveKeys.js'
import { readTypedData } from '../keys/readTypedData.js'
import { signDigest } from '../keys/signEip155.js'
import { requireChain, requireFees } from './requirements.js'

export interface SmartAccountFill {
  /** Whether its code is on the network already; signatures of one that is not say how it is deployed (ERC-6492). */
  readonly isDeployed: boolean
  /** With methods that move something: complete but for the signature. */
  readonly operation?: UserOperation | undefined
}

const hex = v.custom<Hex>((value) => typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value))
const address = v.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value))
const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i, 'Expected a quantity in hexadecimal'))

/** As the frame froze it: the calls, and the most that they may cost. */
const approvedCalls = v.strictObject({
  from: address,
  calls: v.pipe(
    v.array(v.strictObject({ to: address, value: v.optional(quantity, '0x0'), data: v.optional(hex, '0x') })),
    v.minLength(1),
    v.maxLength(100),
  ),
  /** Of every kind together. */
  gas: quantity,
  maxFeePerGas: quantity,
})

export async function signForSmartAccount(
  owner: AccountKey,
  payload: ApprovalPayload,
  fill: SmartAccountFill,
): Promise<string> {
  const { chainId, account, method, params } = payload
  // Both were compared with the keys of the wallet before a key came here.
  const place = { account: account as Hex, chainId: Number(chainId.slice('eip155:'.length)) }
  const sign = async (hash: Hex) => signDigest(owner, hash) as Hex
  const deploying = deploymentCall({ owner: owner.address as Hex })
  const seal = (signature: Hex) => (fill.isDeployed ? signature : wrapUndeployed(signature, deploying))

  switch (method) {
    case 'personal_sign': {
      const [raw, named] = v.parse(v.tuple([hex, v.string()]), params)
      requireAccount(payload, named)
      return seal(await signMessage({ raw }, place, sign))
    }
    case 'eth_signTypedData_v4': {
      const [named, given] = v.parse(v.tuple([v.string(), v.union([v.string(), v.looseObject({})])]), params)
      requireAccount(payload, named)
      const typedData: unknown = typeof given === 'string' ? JSON.parse(given) : given
      requireChain(typedData, chainId)
      // Read by the same rules as for a plain account; the library then reads the same values itself.
      readTypedData(typedData)
      requireForeignContract(typedData, account)
      return seal(await signTypedData(typedData as Parameters<typeof signTypedData>[0], place, sign))
    }
    case 'eth_sendTransaction':
    case 'eth_sendUserOperation':
    case 'wallet_sendCalls':
    case 'wallet_grantPermissions':
    case 'wallet_requestExecutionPermissions':
    case 'wallet_revokePermissions': {
      const { operation } = fill
      if (!operation) throw new RangeError('There is no operation to sign')
      requireOperation(payload, operation, deploying)
      return sign(hashUserOperation(operation, deployment.entryPoint, place.chainId))
    }
    default:
      throw new RangeError('No key of the wallet answers this method')
  }
}

function requireAccount({ account }: ApprovalPayload, named: string): void {
  if (account.toLowerCase() !== named.toLowerCase())
    throw new RangeError('The request is for another account')
}

/** Typed data for the account itself could be an operation in disguise. */
function requireForeignContract(typedData: unknown, account: string): void {
  const shape = v.looseObject({ domain: v.looseObject({ verifyingContract: v.optional(v.string()) }) })
  const { verifyingContract } = v.parse(shape, typedData).domain
  if (verifyingContract?.toLowerCase() === account.toLowerCase()) {
    throw new RangeError('The typed data is for the account itself')
  }
}

interface ApprovedOperation {
  readonly from: string
  readonly calls: readonly Call[]
  readonly gas: string
  readonly maxFeePerGas: string
}

/** What opens or closes a session follows from what was shown; a page cannot hand in calls with it. */
function readOperation({ method, account, params }: ApprovalPayload): ApprovedOperation {
  switch (method) {
    case 'wallet_grantPermissions':
    case 'wallet_requestExecutionPermissions': {
      const [{ id, app, gateway, expiry, isInstalled, ...rest }] = v.parse(grantParams, params)
      // As their schema has them.
      const session = { id, app: app as Hex, gateway: gateway as Hex, validUntil: expiry }
      return { ...rest, calls: [openSessionCall(account as Hex, session, { isInstalled })] }
    }
    case 'wallet_revokePermissions': {
      const [{ id, ...rest }] = v.parse(revokeParams, params)
      return { ...rest, calls: [closeSessionCall(id)] }
    }
    default: {
      const [{ calls, ...rest }] = v.parse(v.tuple([approvedCalls]), params)
      return { ...rest, calls: calls.map(({ to, value, data }) => ({ to, value: BigInt(value), data })) }
    }
  }
}

function requireOperation(
  payload: ApprovalPayload,
  operation: UserOperation,
  deploying: { readonly factory: Hex; readonly factoryData: Hex },
): void {
  const approved = readOperation(payload)
  const { calls } = approved
  requireAccount(payload, approved.from)
  requireAccount(payload, operation.sender)
  if (operation.callData.toLowerCase() !== encodeCalls(calls).toLowerCase()) {
    throw new RangeError('The operation does something else than was approved')
  }
  const isOwnDeployment =
    operation.factory === undefined ||
    (operation.factory.toLowerCase() === deploying.factory.toLowerCase() &&
      operation.factoryData?.toLowerCase() === deploying.factoryData.toLowerCase())
  if (!isOwnDeployment) throw new RangeError('The operation deploys something else')
  // What a sponsor pays for is not the account's, and still not unlimited: a paymaster may be changed, a signature not.
  requireFees(approved, {
    gas: quantityOf(gasOf(operation)),
    maxFeePerGas: quantityOf(operation.maxFeePerGas),
  })
}

function gasOf(operation: UserOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  const own = callGasLimit + verificationGasLimit + preVerificationGas
  return own + paymasterVerificationGasLimit + paymasterPostOpGasLimit
}

const quantityOf = (value: bigint): string => `0x${value.toString(16)}`
