/** The way between a page and its gateway: can be cut and mended, as a whole or for some paths, without touching the gateway. */
import type { BrowserContext, Request } from 'playwright-core'
import { inject } from 'vitest'
import type { Problems } from './problems.js'

export interface GatewayCable {
  /** Nothing gets through, or nothing whose path fits. */
  cut(path?: RegExp): void
  mend(): void
  /** Paths that were asked for while they were cut. */
  readonly lost: readonly string[]
}

/** Browsers complain of what did not get through; the journey wants it so. */
const complaint = /net::ERR_(?:FAILED|INTERNET_DISCONNECTED)/

export async function layGatewayCable(context: BrowserContext, problems: Problems): Promise<GatewayCable> {
  const lost: string[] = []
  let broken: RegExp | undefined
  problems.expect(complaint)
  const isCut = (request: Request) => broken?.test(new URL(request.url()).pathname) ?? false
  await context.route(`${inject('origins').gateway}/**`, async (route) => {
    const request = route.request()
    if (!isCut(request)) return route.continue()
    lost.push(new URL(request.url()).pathname)
    return route.abort('failed')
  })
  return {
    lost,
    cut(path = /./) {
      broken = path
    },
    mend() {
      broken = undefined
    },
  }
}
