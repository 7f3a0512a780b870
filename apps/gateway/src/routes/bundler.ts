/** User operations (S7-31): JSON-RPC to a bundler of the operator's. */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { JsonText, route } from '../http/route.js'
import { errorAnswer, readCalls, resultText } from '../rpc/call.js'

export function bundler(app: FastifyInstance): void {
  route(app, endpoints.bundler, async ({ query, body, caller }, deps) => {
    const [call] = readCalls(body, caller.bodyText)
    // The id's own characters: a number beyond 2^53 has lost digits once it is parsed.
    const id = call?.id ?? 'null'
    const outcome = await deps.bundler.forward({
      networkId: query.chainId,
      name: query.bundler,
      projectId: caller.project?.id,
      call: { method: body.method, params: call?.params ?? '[]' },
      signal: caller.signal,
    })
    if (outcome.kind === 'result') return new JsonText(resultText(id, outcome.result))
    return new JsonText(errorAnswer(id, outcome, outcome.data))
  })
}
