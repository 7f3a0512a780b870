/**
 * Origin attestation: a hidden page of the gateway, inside an app's page, learns from the browser where it is shown and
 * leaves a note under the id that the app chose; a wallet asks for the note (S8-28).
 *
 * A browser cannot lie to the hidden page, but a program that is no browser can pretend to be one. So a note says what an
 * honest browser saw, and nothing about what a forger wants.
 */
import { randomBytes } from 'node:crypto'
import { endpoints } from '@latchkey/spec/endpoints'
import { hours } from '@latchkey/spec/limits'
import type { FastifyInstance } from 'fastify'
import { refuse, refuseForNow } from '../http/refusal.js'
import { Answer, route } from '../http/route.js'
import type { Cache } from '../ports/cache.js'
import { isOriginAllowed, type Project } from '../store/projects.js'

const anybody = { access: 'anybody' } as const
/** How long a page may be open before it is used, and how long a note is kept: requests of wallets do not wait longer. */
const pageLife = hours(1)
const noteLife = hours(1)
/** Notes of one project, all its visitors together. */
const allowance = { capacity: 1_000, perSecond: 50 }

const pageKey = (token: string) => `verify:page:${token}`
const noteKey = (id: string) => `verify:note:${id}`

export function verifyPage(app: FastifyInstance): void {
  route(
    app,
    endpoints.verifyPage,
    async ({ params }, { projects, cache }) => {
      const project = await projects.find(params.projectId)
      if (!project) throw refuse('notFound', 'There is no such project')
      const headers = { 'content-security-policy': policyOf(project), 'referrer-policy': 'no-referrer' }
      if (project.features.verify === false) return new Answer('', { headers })
      const token = randomBytes(32).toString('hex')
      await cache.set(pageKey(token), project.id, pageLife)
      const script = `<script src="index.js?token=${token}"></script>`
      return new Answer(`<!doctype html><meta charset="utf-8"><title>verify</title>${script}\n`, { headers })
    },
    anybody,
  )
}

export function verifyScript(app: FastifyInstance): void {
  route(
    app,
    endpoints.verifyScript,
    async ({ query: { token } }, { cache }) => {
      await projectOf(cache, token)
      return scriptText(token)
    },
    anybody,
  )
}

export function attest(app: FastifyInstance): void {
  route(
    app,
    endpoints.attest,
    async ({ headers, body, caller }, { cache, limiter, projects }) => {
      const id = await projectOf(cache, headers['x-csrf-token'])
      // Any page may read the token, but a browser says for which page it speaks.
      if (caller.origin !== undefined && headers['sec-fetch-site'] !== 'same-origin')
        throw refuse('token', 'Only the hidden page may attest')
      const project = await projects.find(id)
      const { origin } = new URL(body.origin)
      if (!project || !isOriginAllowed(project, origin)) throw refuse('origin')
      const { isAllowed, retryAfter } = await limiter.take({ key: `verify|${id}`, ...allowance })
      if (!isAllowed) throw refuseForNow(retryAfter)
      // The first note stands: nobody may move a message to another page.
      await cache.add(noteKey(body.attestationId), origin, noteLife)
      return 'OK' as const
    },
    anybody,
  )
}

export function attestation(app: FastifyInstance): void {
  route(
    app,
    endpoints.attestation,
    async ({ params: { id } }, { cache }) => {
      const origin = await cache.get(noteKey(id))
      if (origin === undefined) throw refuse('notFound', 'Nobody has attested this')
      // The gateway judges nobody; wallets have lists of their own.
      return { attestationId: id, origin, isScam: null }
    },
    anybody,
  )
}

async function projectOf(cache: Cache, token: string): Promise<string> {
  const id = /^[0-9a-f]{64}$/.test(token) ? await cache.get(pageKey(token)) : undefined
  if (id === undefined) throw refuse('token', 'The page is too old; load it again')
  return id
}

/** Who may show the hidden page: the pages of the project. App names among them mean nothing to a browser. */
function policyOf({ isOpen, allowedOrigins }: Project): string {
  const pages = allowedOrigins.filter((origin) => /^https?:\/\/[\w.*:[\]-]+$/.test(origin))
  const ancestors = isOpen ? '*' : pages.join(' ') || "'none'"
  return `default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors ${ancestors}`
}

/** The token has been checked, so it is hex. */
function scriptText(token: string): string {
  return `addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data !== 'string' || !/^[0-9a-f]{64}$/.test(event.data)) return
  const body = JSON.stringify({ attestationId: event.data, origin: event.origin })
  const headers = { 'content-type': 'application/json', 'x-csrf-token': '${token}' }
  fetch('attestation', { method: 'POST', headers, body }).then(
    ({ ok }) => parent.postMessage(ok ? 'verify_attested' : 'verify_failed', event.origin),
    () => parent.postMessage('verify_failed', event.origin),
  )
})
parent.postMessage('verify_ready', '*')
`
}
