/** Events of a kit in the envelope of AppKit's. The names are ours, most of them the same. */
import type { KitEvent } from '@latchkey/core'

export interface AppKitEvent {
  readonly timestamp: number
  readonly data: {
    readonly type: 'track'
    readonly event: KitEvent['name']
    readonly properties: Readonly<Record<string, unknown>>
  }
}

export const toEvent = ({ name, props, at }: KitEvent): AppKitEvent => ({
  timestamp: at,
  data: { type: 'track', event: name, properties: { ...props } },
})
