/** Signing in without a gateway: nonces of one's own, each good once, and messages of all four namespaces. */
import { randomBytes } from 'node:crypto'
import { verifySignIn } from 'latchkey/server'

const lifetime = 5 * 60_000

export function createSignIn({ domain, origin }: { readonly domain: string; readonly origin: string }) {
  /** When each ends. One process keeps them here; several share a database. */
  const nonces = new Map<string, number>()
  return {
    nonce(): string {
      const now = Date.now()
      for (const [each, end] of nonces) if (end <= now) nonces.delete(each)
      const nonce = randomBytes(16).toString('hex')
      nonces.set(nonce, now + lifetime)
      return nonce
    },
    /** The account that signed, on the network that the message names. */
    async accept(input: unknown): Promise<{ account: string } | { fault: string }> {
      const { message, signature, nonce } = (input ?? {}) as Readonly<Record<string, unknown>>
      const now = Date.now()
      const end = nonces.get(String(nonce))
      // Taken out before anything is checked, so that a message serves once.
      nonces.delete(String(nonce))
      if (end === undefined || end <= now) return { fault: 'nonce' }
      const expected = { domain, origin, nonce: String(nonce), now }
      const read = await verifySignIn({ message: String(message), signature: String(signature), expected })
      if (!read.isValid) return { fault: read.fault }
      return { account: `${read.data.chainId}:${read.data.accountAddress}` }
    },
  }
}

export type SignIn = ReturnType<typeof createSignIn>
