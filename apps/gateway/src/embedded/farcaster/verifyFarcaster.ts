/** Whose Farcaster id a signed message proves: every line of it is checked here, and its signer at our own node. */
import { ethereumSigner } from '@latchkey/verify'
import { decodeFunctionResult, encodeFunctionData, type Hex, pad, parseAbi } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import type { Chain } from '../../chain/chain.js'
import { createRunCode } from '../../chain/runCode.js'
import type { FarcasterSettings } from './settings.js'

const registryAbi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType))',
])

export interface ExpectedSignIn {
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  /** Milliseconds. */
  readonly now: number
}

export type FarcasterFault =
  | 'message'
  | 'domain'
  | 'uri'
  | 'nonce'
  | 'chain'
  | 'time'
  | 'id'
  | 'signature'
  | 'registry'

/** A sign-in names Optimism, whatever network the registry of a stand-in is on. */
const optimism = 10
/** Of the key registry: added, and an address that may sign in. */
const added = 1
const authAddress = 2

/** The id, or what is wrong. Rejects where the node cannot be asked: then nobody can say. */
export async function verifyFarcaster(
  signed: { readonly message: string; readonly signature: string; readonly fid?: number | undefined },
  expected: ExpectedSignIn,
  chain: Chain,
  settings: Pick<FarcasterSettings, 'idRegistry' | 'keyRegistry'>,
  signal: AbortSignal,
): Promise<{ readonly fid: number } | { readonly fault: FarcasterFault }> {
  const read = parseSiweMessage(signed.message)
  const { address } = read
  if (!address || read.version !== '1' || read.scheme) return { fault: 'message' }
  if (read.statement !== 'Farcaster Auth' && read.statement !== 'Farcaster Connect')
    return { fault: 'message' }
  if (read.domain !== expected.domain) return { fault: 'domain' }
  if (read.uri !== expected.uri) return { fault: 'uri' }
  if (read.nonce !== expected.nonce) return { fault: 'nonce' }
  if (read.chainId !== optimism) return { fault: 'chain' }
  const isOver = !read.expirationTime || read.expirationTime.getTime() <= expected.now
  const isEarly = read.notBefore !== undefined && read.notBefore.getTime() > expected.now
  if (isOver || isEarly) return { fault: 'time' }
  const fid = idOf(read.resources)
  if (fid === undefined || (signed.fid !== undefined && signed.fid !== fid)) return { fault: 'id' }

  const run = createRunCode(chain, { signal, onContract: async () => {} })
  if (!(await ethereumSigner({ ...signed, address }, run))) return { fault: 'signature' }
  const isTheirs =
    (await custodyId(chain, settings.idRegistry, address, signal)) === BigInt(fid) ||
    (await isAuthAddress(chain, settings.keyRegistry, fid, address, signal))
  return isTheirs ? { fid } : { fault: 'registry' }
}

/** One resource, and nothing but an id. */
function idOf(resources: readonly string[] | undefined): number | undefined {
  const [first = '', ...rest] = resources ?? []
  const digits = rest.length === 0 ? /^farcaster:\/\/fid\/([1-9]\d{0,14})$/.exec(first)?.[1] : undefined
  return digits === undefined ? undefined : Number(digits)
}

async function custodyId(chain: Chain, to: Hex, owner: Hex, signal: AbortSignal): Promise<bigint> {
  const data = encodeFunctionData({ abi: registryAbi, functionName: 'idOf', args: [owner] })
  const answer = await chain.call({ to, data }, { signal })
  return decodeFunctionResult({ abi: registryAbi, functionName: 'idOf', data: answer })
}

async function isAuthAddress(
  chain: Chain,
  to: Hex,
  fid: number,
  owner: Hex,
  signal: AbortSignal,
): Promise<boolean> {
  const args = [BigInt(fid), pad(owner)] as const
  const data = encodeFunctionData({ abi: registryAbi, functionName: 'keyDataOf', args })
  const answer = await chain.call({ to, data }, { signal })
  const { state, keyType } = decodeFunctionResult({
    abi: registryAbi,
    functionName: 'keyDataOf',
    data: answer,
  })
  return state === added && keyType === authAddress
}
