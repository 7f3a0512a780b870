/** Sends a signed transaction of eip155. One that a node has already is sent well: an upstream before it may have passed it on. */
import { keccak256 } from 'viem'
import type { RpcCall } from './call.js'
import type { RpcOutcome } from './readAnswer.js'

type Forward = (call: RpcCall) => Promise<RpcOutcome | undefined>

const isKnown = /already known|already imported|known transaction|already exists/i
const isSpent = /nonce too low|nonce is too low/i

export async function broadcast(
  call: RpcCall,
  { send, look }: { send: Forward; look: Forward },
): Promise<RpcOutcome | undefined> {
  const outcome = await send(call)
  if (outcome?.kind !== 'error') return outcome
  const hash = hashOf(call.params)
  if (hash === undefined) return outcome
  const sent: RpcOutcome = { kind: 'result', result: JSON.stringify(hash) }
  if (isKnown.test(outcome.message)) return sent
  if (!isSpent.test(outcome.message)) return outcome
  // The nonce may have been spent by this very transaction.
  const found = await look({ method: 'eth_getTransactionByHash', id: '1', params: JSON.stringify([hash]) })
  return found?.kind === 'result' && found.result !== 'null' ? sent : outcome
}

/** Undefined where the parameters are no transaction, or one with blobs, whose hash leaves the blobs out. */
function hashOf(params: string): `0x${string}` | undefined {
  const [raw]: unknown[] = JSON.parse(params)
  if (typeof raw !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(raw) || raw.startsWith('0x03'))
    return undefined
  return keccak256(raw as `0x${string}`) // the pattern has just said so
}
