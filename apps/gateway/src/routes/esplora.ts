/** Passes reads of bip122 networks, and signed transactions, on to Esplora: `/v1/esplora/<network id>/<path>`. */
import { parseNetworkId } from '@latchkey/spec/caip'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { refuse } from '../http/refusal.js'
import { withDeadline } from '../http/route.js'
import { abortSignalOf } from '../ports/stop.js'

/** What is passed on: a list of what is allowed. */
const id = '[0-9a-f]{64}'
const place = `(?:address/[A-Za-z0-9]{14,100}|scripthash/${id})`
const readable = [
  `${place}(?:/utxo|/txs|/txs/mempool|/txs/chain(?:/${id})?)?`,
  `tx/${id}(?:/status|/hex|/outspends|/outspend/\\d{1,6})?`,
  `block/${id}(?:/status|/header)?`,
  'block-height/\\d{1,9}',
  'blocks/tip/(?:height|hash)',
  'fee-estimates',
].map((pattern) => new RegExp(`^${pattern}$`))

/** The heaviest standard transaction, in hex. */
const mostHex = 800_000
const hex = v.pipe(v.string(), v.trim(), v.maxLength(mostHex), v.regex(/^(?:[0-9a-f]{2})+$/i, 'Expected hex'))
const params = v.object({ networkId: v.string(), '*': v.optional(v.string(), 'tx') })

export function esplora(app: FastifyInstance): void {
  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { networkId, '*': path } = v.parse(params, request.params)
    const isSend = request.method === 'POST'
    if (parseNetworkId(networkId)?.namespace !== 'bip122')
      throw refuse('chain', 'Expected a bip122 network id')
    if (!isSend && !readable.some((pattern) => pattern.test(path)))
      throw refuse('notFound', 'This path is not passed on')
    const body = isSend ? v.safeParse(hex, request.bodyText) : undefined
    if (body && !body.success) throw refuse('parameter', 'The body is not a transaction in hex')
    const answer = await withDeadline(app.deps.clock, reply, (left) =>
      // The namespace has just been seen.
      app.deps.chainData.esplora.ask(networkId as `bip122:${string}`, {
        path: `/${path}`,
        signal: abortSignalOf(left),
        ...(body ? { body: body.output } : {}),
      }),
    )
    const isJson = answer.status === 200 && /^\s*[[{]/.test(answer.text)
    return reply
      .code(answer.status)
      .header('cache-control', 'no-store')
      .type(isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8')
      .send(answer.text)
  }

  app.route({
    method: 'GET',
    url: '/v1/esplora/:networkId/*',
    config: { access: 'project' },
    handler: pass,
  })
  app.route({
    method: 'POST',
    url: '/v1/esplora/:networkId/tx',
    config: { access: 'project', body: 'text' },
    bodyLimit: mostHex + 1024,
    handler: pass,
  })
}
