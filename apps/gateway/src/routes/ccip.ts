/** Answers for clients of ENS that a resolver contract sends here (ERC-3668, D-20). */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Hex } from '../chain/shapes.js'
import { route } from '../http/route.js'

/** They are nobody's app: they come from wherever a name is typed. */
const forAnybody = { access: 'optional-project' } as const

export function ccipRead(app: FastifyInstance): void {
  route(
    app,
    endpoints.ccipRead,
    async ({ params: { sender, file } }, { ccip }) => ({
      // The schema has seen hex and this ending.
      data: await ccip.answer(sender, file.slice(0, -'.json'.length) as Hex),
    }),
    forAnybody,
  )
}

export function ccipReadPost(app: FastifyInstance): void {
  route(
    app,
    endpoints.ccipReadPost,
    async ({ body: { sender, data } }, { ccip }) => ({ data: await ccip.answer(sender, data) }),
    forAnybody,
  )
}
