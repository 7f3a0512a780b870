/** The Farcaster stand-in as a server of its own, for tests that answer channels themselves. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Channels, createChannels } from './channels.js'
import { createFarcaster, farcasterSettings } from './createFarcaster.js'

export interface Farcaster {
  readonly url: string
  readonly channels: Channels
  /** LATCHKEY_FARCASTER of a gateway whose chain has the registry. */
  settings(networkId: string): ReturnType<typeof farcasterSettings>
  /** While true every answer is a failure, as of a service in trouble. */
  fail(isFailing: boolean): void
  stop(): Promise<void>
}

export async function startFarcaster(): Promise<Farcaster> {
  const channels = createChannels()
  let isFailing = false
  let url = ''
  const answer = createFarcaster(() => url, channels)
  const server = createServer((request, response) => {
    if (isFailing) response.writeHead(500).end('{}')
    else if (!answer(request, response)) response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  return {
    url,
    channels,
    settings: (networkId) => farcasterSettings(url, networkId),
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
