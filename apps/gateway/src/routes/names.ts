/** Names of the gateway's own zone (S7-13 to S7-16). */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { eip155Address } from '../chain/account.js'
import { refuse } from '../http/refusal.js'
import { route } from '../http/route.js'
import { forAnyNetwork, toRecord } from '../names/store.js'

/** Clients of the older kind name no project when they register. */
const forAnybody = { access: 'optional-project' } as const

export function name(app: FastifyInstance): void {
  route(app, endpoints.name, async ({ params, query }, { names }) => {
    const found = await names.find(params.name)
    if (found) return toRecord(forAnyNetwork(found))
    if (query.apiVersion === '2') return [] as const
    throw refuse('nameNotFound', 'Nobody has this name')
  })
}

export function namesOfAddress(app: FastifyInstance): void {
  route(app, endpoints.namesOfAddress, async ({ params, query }, { names }) => {
    const found = await names.ofOwner(eip155Address(params.address))
    if (found.length > 0 || query.apiVersion === '2') return found.map(toRecord)
    throw refuse('addressNotFound', 'This address has no name')
  })
}

export function nameSuggestions(app: FastifyInstance): void {
  route(app, endpoints.nameSuggestions, async ({ params, query }, { names }) => ({
    suggestions: await names.suggest(params.name, query.zone),
  }))
}

export function nameNonce(app: FastifyInstance): void {
  route(app, endpoints.nameNonce, (_, { names }) => names.nonce(), forAnybody)
}

export function registerName(app: FastifyInstance): void {
  route(
    app,
    endpoints.registerName,
    ({ body, caller }, { names }) => names.register(body, caller),
    forAnybody,
  )
}

export function updateNameAttributes(app: FastifyInstance): void {
  route(
    app,
    endpoints.updateNameAttributes,
    ({ params, body, caller }, { names }) => names.changeAttributes(params.name, body, caller),
    forAnybody,
  )
}

export function updateNameAddress(app: FastifyInstance): void {
  route(
    app,
    endpoints.updateNameAddress,
    ({ params, body, caller }, { names }) => names.changeAddress(params.name, body, caller),
    forAnybody,
  )
}
