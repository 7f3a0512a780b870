/** Ends servers together: no new connection, requests in flight may end, and what is left at the deadline is cut. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'

export async function closeServers(
  apps: readonly FastifyInstance[],
  { clock, log, deadline }: { clock: Clock; log: Log; deadline: number },
): Promise<void> {
  const cancel = clock.after(deadline, () => {
    log.warn('requests in flight are cut off')
    for (const { server } of apps) server.closeAllConnections()
  })
  try {
    await Promise.all(apps.map((app) => app.close()))
  } finally {
    cancel()
  }
}
