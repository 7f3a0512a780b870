/** The `test` of journeys with the phone: a phone in a clean browser context, and apps at the other end of the relay. */
import { test as base, expect, phone as phoneSize } from '../harness/browse.js'
import type { Problems } from '../harness/problems.js'
import { openPhone, type PhoneDriver } from './openPhone.js'
import { localId } from './people.js'
import { openRelayApp, propose, type RelayClient } from './relayApp.js'

type Session = Awaited<Awaited<ReturnType<typeof propose>>['approval']>

interface SessionEvent {
  readonly chainId: string
  readonly event: { readonly name: string; readonly data: unknown }
}

export interface App {
  readonly client: RelayClient
  /** Pairs with the phone and has it say yes. */
  connect(phone: PhoneDriver): Promise<Session>
  /** The last session that was made by `connect`. */
  session(): Session
  ask<Result>(method: string, params: unknown[], chainId?: string): Promise<Result>
  /** The next event of this name. */
  event(name: string): Promise<SessionEvent>
  /** The phone has ended the session. */
  deleted(): Promise<void>
}

function createApp(client: RelayClient): App {
  let session: Session | undefined
  const current = () => {
    if (!session) throw new Error('the app is not connected')
    return session
  }
  return {
    client,
    session: current,
    async connect(phone) {
      const { uri, approval } = await propose(client)
      await phone.pair(uri)
      await phone.approve('Connect to this app?')
      return (session = await approval)
    },
    ask: (method, params, chainId = localId) =>
      client.request({ topic: current().topic, chainId, request: { method, params } }),
    event: (name) =>
      new Promise((resolve) => {
        const listen = ({ params }: { params: SessionEvent }) => {
          if (params.event.name !== name) return
          client.off('session_event', listen)
          resolve(params)
        }
        client.on('session_event', listen)
      }),
    deleted: () => new Promise((resolve) => client.once('session_delete', () => resolve())),
  }
}

export interface Phone extends PhoneDriver {
  readonly problems: Problems
}

export const test = base
  .extend('phone', async ({ visit, origins }): Promise<Phone> => {
    const { page, problems } = await visit('about:blank', {
      viewport: phoneSize,
      origins: [origins.phone],
      reducedMotion: 'reduce',
    })
    return { ...(await openPhone(page.context(), { origin: origins.phone })), problems }
  })
  .extend('openApp', ({ origins }, { onCleanup }) => {
    const clients: RelayClient[] = []
    onCleanup(async () => {
      for (const client of clients) await client.core.relayer.transportClose()
    })
    return async (face: { name?: string; url?: string } = {}): Promise<App> => {
      const client = await openRelayApp({ gateway: origins.gateway, ...face })
      clients.push(client)
      return createApp(client)
    }
  })

export { expect }
