/** Signing in with a wallet, and what an app keeps about who signed in (S1-04). */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.js'

/** `Bearer <token>`, as the schemas of the headers have it. */
const bare = (bearer: string) => bearer.slice('Bearer '.length)

export function authNonce(app: FastifyInstance): void {
  route(app, endpoints.authNonce, ({ caller }, { signIn }) => signIn.nonce(caller))
}

export function authenticate(app: FastifyInstance): void {
  route(app, endpoints.authenticate, ({ headers, body, caller }, { signIn }) => {
    const { message, signature, others } = body
    return signIn.authenticate(
      { nonceToken: bare(headers['x-nonce-jwt']), message, signature, others },
      caller,
    )
  })
}

export function authRefresh(app: FastifyInstance): void {
  route(app, endpoints.authRefresh, ({ body, caller }, { signIn }) =>
    signIn.refresh(body.refreshToken, caller),
  )
}

export function authKeys(app: FastifyInstance): void {
  route(app, endpoints.authKeys, (_, { signIn }) => ({ keys: [{ ...signIn.publicKey }] }), {
    access: 'anybody',
  })
}

export function authSession(app: FastifyInstance): void {
  route(app, endpoints.authSession, async ({ headers, query, caller }, { signIn }) => {
    const { claims, account } = await signIn.session(bare(headers.authorization), caller)
    if (!query.includeAppKitAccount) return claims
    const { id, metadata, createdAt, updatedAt } = account
    const times = { created_at: createdAt.toISOString(), updated_at: updatedAt?.toISOString() ?? null }
    return { ...claims, appKitAccount: { uuid: id, ...times, metadata: metadata && { ...metadata } } }
  })
}

export function authMetadata(app: FastifyInstance): void {
  route(app, endpoints.authMetadata, async ({ headers, body: { metadata }, caller }, { signIn }) => {
    await signIn.keepMetadata(bare(headers.authorization), metadata, caller)
    return { metadata }
  })
}

export function authSignOut(app: FastifyInstance): void {
  route(app, endpoints.authSignOut, async ({ headers, caller }, { signIn }) => {
    await signIn.signOut(bare(headers.authorization), caller)
    return { success: true } as const
  })
}
