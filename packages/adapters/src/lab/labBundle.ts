/**
 * All or nothing, for real: the account is lent the code of a small batch for one transaction to itself (EIP-7702). The
 * batch is put on the chain by the deployer that every chain has, when it is first needed.
 */
import type { Hex } from '../eip155/quantity.js'
import type { LabAccount } from './labAccounts.js'
import { askNode, type LabChain } from './labChain.js'

/** The deterministic deployer: salt, then init code. */
const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const salt = '0'.repeat(64)

/**
 * Reads `to ‖ value ‖ length ‖ data` again and again from its calldata and calls; the first that fails undoes all. Only
 * the account itself may ask; from anybody else it just takes what it is sent.
 */
const batchCode = [
  '333014600857', // caller is this account: go on at 8
  '0000', // stop; the second is never reached
  '5b', // 8
  '5f', // i = 0
  '5b', // 10: next
  '368110601257', // i < size of the calldata: go on at 18
  '00', // 17
  '5b', // 18
  '8060340135', // length
  '80826054015f37', // data to memory
  '5f5f825f85601401358635', // call: out 0, out 0, length, 0, value, to (left-aligned)
  '60601c5af1', // to >> 96, gas, call
  '603957', // worked: go on at 57
  '3d5f5f3e3d5ffd', // what it said, and nothing happened
  '5b', // 57
  '60540101', // i += 84 + length
  '600a56', // next
].join('')

/** Returns the code behind it. */
const initCode = `600b380380600b5f395ff3${batchCode}`

interface BundleCall {
  readonly to?: unknown
  readonly data?: unknown
  readonly value?: unknown
}

/** Sends the calls as one transaction; answers with its hash. */
export async function sendBundle(
  account: LabAccount,
  chain: LabChain,
  calls: readonly BundleCall[],
  fetch: typeof globalThis.fetch,
): Promise<Hex> {
  const { getContractAddress } = await import('viem')
  const contractAddress = getContractAddress({
    opcode: 'CREATE2',
    from: deployer,
    salt: `0x${salt}`,
    bytecode: `0x${initCode}`,
  })
  const known = await askNode(fetch, chain, { method: 'eth_getCode', params: [contractAddress, 'latest'] })
  if (known === '0x') {
    const hash = await account.sendTransaction(chain, { to: deployer, data: `0x${salt}${initCode}` })
    await mined(chain, hash, fetch)
  }
  const data = calls
    .map(({ to, value = '0x0', data: input = '0x' }) => {
      const digits = String(input).slice(2)
      return `${String(to).slice(2)}${word(BigInt(String(value)))}${word(BigInt(digits.length / 2))}${digits}`
    })
    .join('')
  return account.sendAs(contractAddress, chain, `0x${data}`)
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')

const tries = 200
const pause = 25

async function mined(chain: LabChain, hash: Hex, fetch: typeof globalThis.fetch): Promise<void> {
  for (let count = 0; count < tries; count++) {
    if (await askNode(fetch, chain, { method: 'eth_getTransactionReceipt', params: [hash] })) return
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw new Error(`${hash} was not mined`)
}
