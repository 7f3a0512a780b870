/** What carries sealed messages: a connection of this tab, or the tab that has one. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Log } from '../log.js'
import type { RelayState } from '../state.js'

export type RelayLog = Pick<Log, 'info' | 'warn' | 'error'>

export interface Publication {
  readonly topic: string
  /** An envelope. */
  readonly message: string
  /** Seconds. */
  readonly ttl: number
  readonly tag: number
  readonly prompt: boolean
}

export interface Push {
  readonly topic: string
  readonly message: string
}

/** Plain data, because tabs tell it to each other. */
export interface RelayStatus {
  readonly status: RelayState['status']
  readonly retryAt?: number | undefined
  /** What the relay said when it refused. */
  readonly reason?: string | undefined
}

export interface RelayTransport {
  /** Resolves once the relay has confirmed; what waited there then arrives. Holds until `unsubscribe`, over any break. */
  subscribe(topic: string): Promise<void>
  unsubscribe(topic: string): void
  /** Resolves once the relay keeps the message. Rejects with `relay.unreachable` or `relay.refused`. */
  publish(publication: Publication): Promise<void>
  /** Tries at once what would be tried later. */
  retry(): void
  close(): void
}

export interface TransportListener {
  onPush(push: Push): void
  onStatus(status: RelayStatus): void
}

/** Why nothing can be sent, in words to show; `undefined` while nothing is wrong. */
export function statusError({ status, reason }: RelayStatus): LatchkeyError | undefined {
  if (status === 'lost') return new LatchkeyError('relay.unreachable')
  return status === 'refused' ? new LatchkeyError('relay.refused', { reason: reason ?? '' }) : undefined
}
