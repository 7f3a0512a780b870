/** The two pages of a social sign-in that are redirects: the departure to a provider, and the arrival from it. */
import { walletLimits } from '@latchkey/spec/walletApi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WalletRefusal } from '../http/refusal.js'
import type { Social } from './social.js'

const cookieName = (provider: string) => `__Host-oauth-${provider}`
const formBytes = 16 * 1024

export function serveOauth(app: FastifyInstance, social: Social, walletOrigin: () => string): void {
  app.register(async (pages) => {
    const form = { parseAs: 'string', bodyLimit: formBytes } as const
    pages.addContentTypeParser<string>('application/x-www-form-urlencoded', form, (_, body, done) => {
      done(null, new URLSearchParams(body))
    })
    pages.addHook('onRequest', async (_, reply) => {
      // The window that a page opened has to find its opener again when it comes back.
      reply.header('cross-origin-opener-policy', 'unsafe-none').header('cache-control', 'no-store')
    })

    pages.get<{ Params: { provider: string }; Querystring: { attempt?: unknown } }>(
      '/oauth/:provider/start',
      async (request, reply) => {
        const { provider } = request.params
        const { attempt } = request.query
        try {
          const ticket = typeof attempt === 'string' ? attempt : ''
          const { url, state, postsBack } = await social.depart(provider, ticket)
          const age = Math.floor(walletLimits.attemptLife / 1000)
          // A form that another site posts brings only cookies that say so.
          const site = postsBack ? 'None' : 'Lax'
          const cookie = `${cookieName(provider)}=${state}; Path=/; Max-Age=${age}; HttpOnly; Secure; SameSite=${site}`
          return await go(reply.header('set-cookie', cookie), url)
        } catch (cause) {
          const code = cause instanceof WalletRefusal ? cause.code : 'INTERNAL'
          if (code === 'INTERNAL') request.log.error({ err: cause, reqId: request.id }, 'a departure failed')
          return go(reply, `${walletOrigin()}/handoff#error=${code}`)
        }
      },
    )

    const arrive = async (
      request: FastifyRequest<{ Params: { provider: string } }>,
      reply: FastifyReply,
      answer: URLSearchParams,
    ) => {
      const { provider } = request.params
      const name = cookieName(provider)
      const cookie = readCookie(request.headers.cookie, name)
      reply.header('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`)
      return go(reply, await social.arrive(provider, answer, cookie))
    }

    pages.get<{ Params: { provider: string } }>('/oauth/:provider/callback', (request, reply) =>
      arrive(request, reply, new URL(request.url, 'http://callback').searchParams),
    )
    pages.post<{ Params: { provider: string } }>('/oauth/:provider/callback', (request, reply) =>
      arrive(request, reply, request.body instanceof URLSearchParams ? request.body : new URLSearchParams()),
    )
  })
}

function go(reply: FastifyReply, url: string): FastifyReply {
  return reply.code(303).header('location', url).send()
}

/** Of two cookies of this name none counts: somebody put one beside ours. */
function readCookie(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
}
