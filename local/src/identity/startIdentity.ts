/** A stand-in for the six sign-in services: real OpenID Connect and OAuth, made-up people, and a page that says so. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type StandInProvider, standInSecret } from './services.js'

export interface Identity {
  readonly port: number
  readonly url: string
  /** LATCHKEY_SOCIAL of a gateway that asks this stand-in. */
  readonly settings: Readonly<Record<StandInProvider, Readonly<Record<string, string>>>>
  /** While true every answer is a failure, as of a service in trouble. */
  fail(isFailing: boolean): void
  stop(): Promise<void>
}

/** What a gateway is told about the stand-in at `url`. */
export function identitySettings(url: string): Identity['settings'] {
  const plain = (provider: StandInProvider) => ({
    clientId: provider,
    clientSecret: standInSecret(provider),
    issuer: url,
    authorization: `${url}/auth`,
    token: `${url}/token`,
    userinfo: `${url}/people/${provider}`,
  })
  const connect = (provider: StandInProvider) => ({
    clientId: provider,
    clientSecret: standInSecret(provider),
    issuer: url,
  })
  return {
    google: connect('google'),
    apple: connect('apple'),
    facebook: plain('facebook'),
    github: plain('github'),
    x: plain('x'),
    discord: plain('discord'),
  }
}

export async function startIdentity(input: {
  readonly port?: number
  /** Where the wallet is: its callbacks are the only ones that are answered. */
  readonly walletUrl: () => string
  /** Where this is reached; by itself, unless it stands behind something. */
  readonly url?: string
}): Promise<Identity> {
  let isFailing = false
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    response.writeHead(503).end()
  }
  const server: Server = createServer((request, response) => {
    if (isFailing) response.writeHead(500).end('{}')
    else answer(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(input.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  const url = input.url ?? `http://localhost:${port}`
  // Loaded when it is needed: most who use the local world do not sign in that way.
  const { createIdentity } = await import('./createIdentity.js')
  answer = createIdentity({ url, walletUrl: input.walletUrl })
  return {
    port,
    url,
    settings: identitySettings(url),
    fail: (value) => {
      isFailing = value
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
