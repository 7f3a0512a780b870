/** The chains a lab wallet knows, and its line to their nodes. */
import type { RequestArguments } from '../eip155/provider.js'
import { labErrors } from './labErrors.js'

export interface LabChain {
  readonly id: number
  /** A real node, or a proxy to one on the page's own host. */
  readonly rpcUrl: string
}

/** Hands a request to the node of a chain, as wallets do with everything they do not answer themselves. */
export async function askNode(
  fetch: typeof globalThis.fetch,
  { rpcUrl }: LabChain,
  { method, params = [] }: RequestArguments,
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: unknown = await response.json()
  if (answer instanceof Object && 'error' in answer) {
    throw labErrors.custom(answer.error as { code: number; message: string; data?: unknown }) // JSON-RPC 2.0
  }
  return answer instanceof Object && 'result' in answer ? answer.result : undefined
}
