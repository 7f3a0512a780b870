/** A node of the polkadot family for test pages: it answers what an account holds, and nothing else. */
import type { BrowserContext } from 'playwright-core'

/** On the page's own host, so that its policy needs no exception. */
export const polkadotNode = '/polkadot-node'

/** Everybody holds this much, in the smallest unit. */
export async function answerBalances(context: BrowserContext, free: bigint): Promise<void> {
  const amount = Buffer.from(free.toString(16).padStart(32, '0'), 'hex').reverse().toString('hex')
  // SCALE: four counters, what is free, then what is reserved, frozen and flagged.
  const result = `0x${'00'.repeat(16)}${amount}${'00'.repeat(48)}`
  await context.route(`**${polkadotNode}`, (route) => {
    const { id, method } = route.request().postDataJSON() as { id: number; method: string } // JSON-RPC 2.0
    const answer =
      method === 'state_getStorage' ? { result } : { error: { code: -32601, message: 'unknown' } }
    return route.fulfill({ json: { jsonrpc: '2.0', id, ...answer } })
  })
}
