/** Signing in to the shop, at its own server. */
import { createSIWEConfig, formatMessage, type SIWECreateMessageArgs, type SIWESession, type SIWEVerifyMessageArgs } from 'latchkey/compat/appkit'
import { useSyncExternalStore } from 'react'

async function ask(path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

export const siweConfig = createSIWEConfig({
  getMessageParams: async () => ({
    domain: window.location.host,
    uri: window.location.origin,
    chains: [1, 10, 8453],
    statement: 'Sign in to the shop.',
  }),
  createMessage: ({ address, ...args }: SIWECreateMessageArgs) => formatMessage(args, address),
  getNonce: async () => ((await ask('nonce')) as { nonce: string }).nonce,
  getSession: async () => {
    const session = (await ask('session')) as Partial<SIWESession>
    return session.address && session.chainId ? (session as SIWESession) : null
  },
  verifyMessage: async ({ message, signature }: SIWEVerifyMessageArgs) =>
    ((await ask('verify', { message, signature })) as { address?: string }).address !== undefined,
  signOut: async () => {
    await ask('leave', {})
    return true
  },
  signOutOnNetworkChange: false,
  onSignIn: (session) => setAddress(session?.address),
  onSignOut: () => setAddress(undefined),
})

let signedIn: string | undefined
const listeners = new Set<() => void>()

function setAddress(address: string | undefined) {
  signedIn = address
  for (const listener of listeners) listener()
}

export const useSession = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => signedIn,
  )
