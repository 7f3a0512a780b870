/** Calls about a smart session that exists: no example can foresee its id, its time or its signatures. */
import { localAccounts } from '@latchkey/local'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashOf, type UserOp } from '../sessions/cosign.js'

interface Asking {
  ask(path: string, init?: RequestInit): Promise<Response>
}

/** Derived once: that takes a while. */
let people: ReturnType<typeof localAccounts>['people'] | undefined

/** Somebody of the local chain, whose address stands for a smart account. */
export function sessionOwner(person = 1) {
  people ??= localAccounts().people
  const key = people[person]?.privateKey
  if (!key) throw new Error(`there is no person ${person}`)
  return privateKeyToAccount(key)
}

export const sessionTarget: Address = '0x0162c4eb1539e0123DA26D8a6747f3dEB2e01fE2'
export const now = () => Math.floor(Date.now() / 1000)

/** The key of an app, which signs its half of every operation. */
export const appKey = privateKeyToAccount(`0x${'a1'.repeat(32)}`)

export function grant(
  permissions: readonly unknown[] = [{ type: 'contract-call', data: { address: sessionTarget } }],
) {
  const keys = [{ type: 'secp256k1', publicKey: appKey.publicKey }]
  return { expiry: now() + 3_600, signer: { type: 'keys', data: { keys } }, permissions, policies: [] }
}

export interface Call {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
}

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)'])
const calls = [
  { type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] },
] as const

/** `execute` of an ERC-7579 account: one call, or several together. */
export function executing(list: readonly Call[], mode?: Hex): Hex {
  const [only] = list
  const isSingle = list.length === 1 && only
  const calldata = isSingle
    ? concat([only.to, pad(toHex(only.value ?? 0n), { size: 32 }), only.data ?? '0x'])
    : encodeAbiParameters(calls, [list.map(({ to, value = 0n, data = '0x' }) => [to, value, data] as const)])
  const usual = pad(isSingle ? '0x00' : '0x01', { dir: 'right', size: 32 })
  return encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [mode ?? usual, calldata] })
}

/** Signed by the app; its gas is free unless the changes say otherwise. */
export async function operation(
  sender: Address,
  callData: Hex,
  changes: Partial<UserOp> = {},
  signer = appKey,
): Promise<UserOp> {
  const unsigned: UserOp = {
    sender,
    nonce: '0x0',
    callData,
    callGasLimit: '0x5208',
    verificationGasLimit: '0x5208',
    preVerificationGas: '0x5208',
    maxFeePerGas: '0x0',
    maxPriorityFeePerGas: '0x0',
    signature: '0x',
    ...changes,
  }
  const signature = await signer.signMessage({ message: { raw: hashOf(unsigned, 31_337) } })
  return { ...unsigned, signature }
}

export const validator: Address = '0x2483DA3A338895199E5e538530213157e931Bf06'

export async function post(gateway: Asking, path: string, body: unknown): Promise<Response> {
  return gateway.ask(path, { method: 'POST', body: JSON.stringify(body) })
}

/** A session of the owner on the local chain, active with these permissions. */
export async function activeSession(
  gateway: Asking,
  permissions?: readonly unknown[],
  query = '',
): Promise<string> {
  const path = `/v1/sessions/eip155:31337:${sessionOwner().address}`
  const granted = grant(permissions)
  const made = (await (await post(gateway, path + query, granted)).json()) as { pci: string } // as the contract has it
  const context = concat([validator, '0x01'])
  await post(gateway, `${path}/activate${query}`, { ...granted, pci: made.pci, context })
  return made.pci
}

export async function revocation(pci: string, timestamp = now(), signer = sessionOwner()) {
  const signature = await signer.signMessage({
    message: JSON.stringify({ pci, action: 'revoke', timestamp }),
  })
  return { pci, signature, timestamp }
}

/** The parts of a good request to an endpoint about sessions; undefined for all others. */
export async function sessionCall(gateway: Asking, name: string) {
  const { address } = sessionOwner()
  const params = { address: `eip155:31337:${address}` }
  const pci = () => activeSession(gateway)
  switch (name) {
    case 'createSession':
      return { params, body: grant() }
    case 'activateSession': {
      const granted = grant()
      const made = (await (await post(gateway, `/v1/sessions/${params.address}`, granted)).json()) as {
        pci: string
      } // as the contract has it
      return { params, body: { ...granted, pci: made.pci, context: `${validator}01` } }
    }
    case 'sessionContext':
      return { params, query: { pci: await pci() } }
    case 'signWithSession': {
      const userOp = await operation(address, executing([{ to: sessionTarget, data: '0xa9059cbb' }]))
      return { params, body: { pci: await pci(), userOp } }
    }
    case 'revokeSession':
      return { params, body: await revocation(await pci()) }
    default:
      return undefined
  }
}
