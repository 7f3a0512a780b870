/** Calls of a person who signs in, as a client makes them: a nonce, a signed message, a session. */
import type { EndpointName } from '@latchkey/spec/endpoints'
import { writeSignIn } from '@latchkey/spec/signIn'
import { personOf } from './nameEnvelope.js'
import type { TestGateway } from './startTestGateway.js'

interface Parts {
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

const domain = 'app.example'

async function proof(gateway: TestGateway): Promise<Required<Parts>> {
  const { nonce, token } = (await (await gateway.ask('/auth/v1/nonce')).json()) as Record<string, string>
  const person = personOf(7)
  const message = writeSignIn({
    domain,
    accountAddress: person.address,
    uri: `https://${domain}`,
    version: '1',
    chainId: 'eip155:31337',
    nonce: nonce ?? '',
    issuedAt: new Date().toISOString(),
  })
  const signature = await person.signMessage({ message })
  return { headers: { 'x-nonce-jwt': `Bearer ${token}` }, body: { message, signature } }
}

/** What an endpoint of sign-in is asked with; `undefined` for any other. */
export async function signInCall(gateway: TestGateway, name: EndpointName): Promise<Parts | undefined> {
  if (name === 'authenticate') return proof(gateway)
  const isOfSession = ['authRefresh', 'authSession', 'authMetadata', 'authSignOut'].includes(name)
  if (!isOfSession) return undefined
  const { headers, body } = await proof(gateway)
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await (await gateway.ask('/auth/v1/authenticate', init)).json()
  const { token, refreshToken } = answer as Record<string, string>
  return name === 'authRefresh'
    ? { body: { refreshToken } }
    : { headers: { authorization: `Bearer ${token}` } }
}
