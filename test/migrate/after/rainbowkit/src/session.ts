/** Who is signed in, as the server of the gallery has it. */
import type { SiweConfig } from 'latchkey/signIn'
import { useSignIn } from 'latchkey/react'
import { getAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'

async function ask(path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

export const siweConfig: SiweConfig = {
  getNonce: async () => ((await ask('nonce')) as { nonce: string }).nonce,
  createMessage: ({ nonce, address, chainId }) =>
    createSiweMessage({
      domain: window.location.host,
      uri: window.location.origin,
      statement: 'Sign in to the gallery.',
      version: '1',
      address: getAddress(address),
      chainId,
      nonce,
    }),
  verifyMessage: async ({ message, signature }) =>
    ((await ask('verify', { message, signature })) as { address?: string }).address !== undefined,
  getSession: async () => {
    const session = (await ask('session')) as { address?: string; chainId?: number }
    return session.address && session.chainId
      ? { address: session.address, chainId: session.chainId }
      : null
  },
  signOut: async () => {
    await ask('leave', {})
    return true
  },
}

export function useSession() {
  const { session } = useSignIn()
  return { address: session?.data.accountAddress }
}
