/** Lets the older option do what the newer one does. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import type { SignInSession } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Page } from './page.js'
import type { SiweConfig, SiweSession, Siwx } from './siwx.js'

export function fromSiweConfig(config: SiweConfig, page: Page): Siwx {
  /** What this page signed; the server says only for whom. */
  let last: SignInSession | undefined

  async function isSignedIn(chainId: NetworkId, address: string): Promise<boolean> {
    const session = await config.getSession()
    return session !== null && session !== undefined && isFor(session, chainId, address)
  }

  async function signOut(): Promise<void> {
    last = undefined
    if (!(await config.signOut())) throw new LatchkeyError('signin.sign-out-failed')
    config.onSignOut?.()
  }

  return {
    ...(config.required !== undefined && { required: config.required }),
    ...(config.signOutOnDisconnect !== undefined && { signOutOnDisconnect: config.signOutOnDisconnect }),

    async createMessage({ chainId, accountAddress }) {
      const nonce = await config.getNonce(accountAddress)
      const issuedAt = new Date(page.now()).toISOString()
      const given = { domain: page.domain, uri: page.origin, ...(await config.getMessageParams?.()) }
      const fields = { ...given, version: '1', nonce } as const
      const text = await config.createMessage({
        ...fields,
        iat: issuedAt,
        address: accountAddress,
        chainId: numberOf(chainId),
      })
      const { domain, uri, version } = fields
      const data = { domain, uri, version, nonce, issuedAt, chainId, accountAddress }
      return { ...data, toString: () => text }
    },

    async addSession(session) {
      const { message, signature, data } = session
      if (!(await config.verifyMessage({ message, signature })))
        throw new LatchkeyError('signin.not-verified')
      last = session
      config.onSignIn?.({ address: data.accountAddress, chainId: numberOf(data.chainId) })
    },

    async getSessions(chainId, address) {
      if (!(await isSignedIn(chainId, address))) return []
      const isLast = last?.data.chainId === chainId && last.data.accountAddress === address
      return [last && isLast ? last : unsigned(chainId, address, page)]
    },

    async revokeSession(chainId, address) {
      if (await isSignedIn(chainId, address)) await signOut()
    },

    async setSessions(sessions) {
      if (sessions.length === 0) await signOut()
    },
  }
}

const numberOf = (chainId: NetworkId) => Number(parseNetworkId(chainId)?.reference)

const isFor = (session: SiweSession, chainId: NetworkId, address: string) =>
  session.address.toLowerCase() === address.toLowerCase() && session.chainId === numberOf(chainId)

/** The server knows the session; what was signed for it is gone with the page that signed. */
function unsigned(chainId: NetworkId, accountAddress: string, { domain, origin }: Page): SignInSession {
  const data = { chainId, accountAddress, domain, uri: origin, version: '1', nonce: '' }
  return { data, message: '', signature: '' }
}
