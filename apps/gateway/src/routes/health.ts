/** How an operator's tools ask the gateway about itself. */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { Answer, route } from '../http/route.js'

const forProbes = { access: 'probe' } as const

export function healthz(app: FastifyInstance): void {
  route(app, endpoints.healthz, () => ({ status: 'ok' as const }), forProbes)
}

export function readyz(app: FastifyInstance): void {
  const handler = async (_: unknown, { readiness }: FastifyInstance['deps']) => {
    const report = await readiness.report()
    return new Answer(report, { status: report.status === 'ready' ? 200 : 503 })
  }
  route(app, endpoints.readyz, handler, forProbes)
}

export function metrics(app: FastifyInstance): void {
  route(app, endpoints.metrics, (_, { metrics }) => metrics.text(), { access: 'operator' })
}
