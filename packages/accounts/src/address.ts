/** Where an owner's account is, or will be: the same address on every network, known before anything is deployed. */
import { type Deployment, deployment } from './deployment.js'
import { checksum, concat, type Hex, keccak, left, word } from './hex.js'

export interface Ownership {
  /** Address of the key that owns the account. */
  readonly owner: Hex
  /** Which account of the owner; the first one when absent. */
  readonly salt?: bigint
}

/** `createAccount(address,uint256)` */
const createAccount: Hex = '0x5fbfb9cf'
/** The code of a minimal proxy (ERC-1167), around the address of what it runs. */
const cloneStart: Hex = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73'
const cloneEnd: Hex = '0x5af43d82803e903d91602b57fd5bf3'

const ownership = ({ owner, salt = 0n }: Ownership): Hex => concat(left(owner), word(salt))

export function counterfactualAddress(input: Ownership, at: Deployment = deployment): Hex {
  const code = concat(cloneStart, left(at.implementation, 20), cloneEnd)
  const hash = keccak(concat('0xff', left(at.factory, 20), keccak(ownership(input)), keccak(code)))
  return checksum(`0x${hash.slice(26)}`)
}

/** What deploys the account: the first operation carries it, and so does a signature before that (ERC-6492). */
export function deploymentCall(
  input: Ownership,
  at: Deployment = deployment,
): { readonly factory: Hex; readonly factoryData: Hex } {
  return { factory: at.factory, factoryData: concat(createAccount, ownership(input)) }
}
