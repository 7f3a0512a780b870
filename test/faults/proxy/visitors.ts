/** Every visitor has a network address of their own, as behind a balancer: the name of their browser says who they are. */
import type { IncomingHttpHeaders } from 'node:http'

/** What a browser of this visitor calls itself. */
export function visitorAgent(version: string, visitor: number): string {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36 Visitor/${visitor}`
}

/** The address that the proxy says the request came from; undefined for whoever is no visitor. */
export function visitorAddress({ 'user-agent': agent = '' }: IncomingHttpHeaders): string | undefined {
  const visitor = / Visitor\/(\d{1,5})$/.exec(agent)?.[1]
  // Addresses that are kept for measurements.
  return visitor && `198.18.${Math.floor(Number(visitor) / 256)}.${Number(visitor) % 256}`
}
