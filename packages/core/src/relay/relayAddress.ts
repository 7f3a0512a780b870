/** Where the relay is: the option, else the gateway's own. Small, because every page asks. */
import { relayPath } from '@latchkey/spec/relay'
import { gatewayPath } from '../gatewayPath.js'
import type { KitOptions } from '../options.js'

type Addresses = Pick<KitOptions, 'relayUrl' | 'gatewayUrl'>

export const hasRelay = ({ relayUrl, gatewayUrl }: Addresses): boolean =>
  relayUrl !== undefined || gatewayUrl !== undefined

/** Absolute, with the scheme of WebSockets. Throws where neither option is set. */
export function relayAddress({ relayUrl, gatewayUrl = '' }: Addresses): string {
  const url = new URL(relayUrl ?? gatewayPath(gatewayUrl, relayPath), globalThis.location?.href)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  return url.href
}
