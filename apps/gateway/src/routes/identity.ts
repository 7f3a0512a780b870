/** Who an address is (S7-03). */
import { endpoints } from '@latchkey/spec/endpoints'
import { isAddress } from '@latchkey/spec/validation'
import type { FastifyInstance } from 'fastify'
import { eip155Address } from '../chain/account.js'
import { Answer, route } from '../http/route.js'

export function identity(app: FastifyInstance): void {
  route(app, endpoints.identity, async ({ params: { address }, caller }, { identities, clock }) => {
    // Names are of eip155 only (S9-14); an address of another namespace is nobody's fault.
    if (isElsewhere(address)) return unknown(clock.now())
    const { name, avatar, resolvedAt } = await identities.of(eip155Address(address), caller.signal)
    if (name === null) return unknown(resolvedAt)
    return { name, avatar, resolvedAt: new Date(resolvedAt).toISOString() }
  })
}

const others = ['solana', 'bip122', 'polkadot'] as const

const isElsewhere = (address: string) =>
  !isAddress('eip155', address) && others.some((namespace) => isAddress(namespace, address))

/** Not kept by browsers: somebody who registers a name wants to see it. */
function unknown(resolvedAt: number) {
  const body = { name: null, avatar: null, resolvedAt: new Date(resolvedAt).toISOString() }
  return new Answer(body, { headers: { 'cache-control': 'no-store' } })
}
