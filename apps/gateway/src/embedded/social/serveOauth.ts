/** The way of a social sign-in through the wallet origin: the question before a provider, the departure to it, and the arrival from it. */
import { walletLimits } from '@latchkey/spec/walletApi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WalletRefusal } from '../http/refusal.js'
import { askPage, departureHeaders, leavePage } from './departurePage.js'
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

    /** What goes wrong is told on the page where a social sign-in ends. */
    const orTell = async (request: FastifyRequest, reply: FastifyReply, run: () => Promise<FastifyReply>) => {
      try {
        return await run()
      } catch (cause) {
        const code = cause instanceof WalletRefusal ? cause.code : 'INTERNAL'
        if (code === 'INTERNAL') request.log.error({ err: cause, reqId: request.id }, 'a departure failed')
        return go(reply, `${walletOrigin()}/handoff#error=${code}`)
      }
    }

    pages.get<{ Params: { provider: string }; Querystring: { attempt?: unknown } }>(
      '/oauth/:provider/start',
      (request, reply) =>
        orTell(request, reply, async () => {
          const { attempt } = request.query
          const ticket = typeof attempt === 'string' ? attempt : ''
          const question = await social.question(request.params.provider, ticket)
          // In the same tab nobody waits for this window: a page that opened it as one loses hold of it.
          if (!question.asksNumber) reply.header('cross-origin-opener-policy', 'same-origin')
          return show(reply, askPage(question, ticket))
        }),
    )

    pages.post<{ Params: { provider: string } }>('/oauth/:provider/start', (request, reply) =>
      orTell(request, reply, async () => {
        // Only our own page asks the question; another one could post the answer for somebody.
        if (!isOwnForm(request, walletOrigin())) throw new WalletRefusal('FOREIGN_CALLER')
        const { provider } = request.params
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const ticket = form.get('attempt') ?? ''
        try {
          const number = form.get('number') ?? undefined
          const { url, state, postsBack } = await social.depart(provider, ticket, number)
          const age = Math.floor(walletLimits.attemptLife / 1000)
          // A form that another site posts brings only cookies that say so.
          const site = postsBack ? 'None' : 'Lax'
          const cookie = `${cookieName(provider)}=${state}; Path=/; Max-Age=${age}; HttpOnly; Secure; SameSite=${site}`
          return await show(reply.header('set-cookie', cookie), leavePage(provider, url))
        } catch (cause) {
          if (!(cause instanceof WalletRefusal) || cause.code !== 'NUMBER') throw cause
          return await show(reply, askPage(await social.question(provider, ticket), ticket, cause.message))
        }
      }),
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

function show(reply: FastifyReply, html: string): FastifyReply {
  return reply.headers(departureHeaders).type('text/html; charset=utf-8').send(html)
}

/** Every browser says where a form that is posted comes from. */
function isOwnForm({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  return headers.origin === origin && site === 'same-origin'
}

/** Of two cookies of this name none counts: somebody put one beside ours. */
function readCookie(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
}
