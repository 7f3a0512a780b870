/** Puts the relay under its path. */
import { relayPath } from '@latchkey/spec/relay'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../http/refusal.js'
import type { Upgrades } from '../http/upgrades.js'
import type { Relay } from './relay.js'

/** @param deadline milliseconds that its connections have to leave when the gateway stops */
export function serveRelay(app: FastifyInstance, upgrades: Upgrades, relay: Relay, deadline: number): void {
  upgrades.serve(relayPath, relay.upgrade, { goodbye: () => relay.drain(deadline) })
  app.get(relayPath, { config: { access: 'anybody' } }, () => {
    throw refuse('upgrade', 'The relay speaks WebSocket: connect with ws:// or wss://', {
      upgrade: 'websocket',
    })
  })
}
