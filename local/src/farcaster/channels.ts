/** Channels of the Farcaster stand-in: asked for by a server, answered by a person, read once. */
import { randomBytes, randomUUID } from 'node:crypto'

/** What an app asks for, as the relay's own API has it. */
export interface ChannelRequest {
  readonly siweUri: string
  readonly domain: string
  readonly nonce?: string
  readonly expirationTime?: string
  readonly notBefore?: string
}

/** What a person's app answers with. The relay checks nothing of it. */
export interface ChannelAnswer {
  readonly message: string
  readonly signature: string
  readonly fid: number
  readonly username?: string
  readonly authMethod?: 'custody' | 'authAddress'
}

export interface Channel {
  readonly token: string
  readonly request: ChannelRequest
  readonly nonce: string
  readonly endsAt: number
  answer?: ChannelAnswer
}

const life = 3_600_000
const mostChannels = 1000

export interface Channels {
  open(request: ChannelRequest): Channel
  find(token: string): Channel | undefined
  /** An answer is read once; then the channel is gone. */
  read(token: string): Channel | undefined
}

export function createChannels(now: () => number = Date.now): Channels {
  const channels = new Map<string, Channel>()

  const find = (token: string) => {
    const channel = channels.get(token)
    return channel && channel.endsAt > now() ? channel : undefined
  }

  return {
    open(request) {
      const [oldest] = channels.keys()
      if (channels.size >= mostChannels && oldest !== undefined) channels.delete(oldest)
      const nonce = request.nonce ?? randomBytes(8).toString('hex')
      const channel = { token: randomUUID(), request, nonce, endsAt: now() + life }
      channels.set(channel.token, channel)
      return channel
    },
    find,
    read(token) {
      const channel = find(token)
      if (channel?.answer) channels.delete(token)
      return channel
    },
  }
}
