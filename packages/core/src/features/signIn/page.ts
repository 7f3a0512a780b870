/** Where somebody signs in: the page, as its messages name it. */
import { pageOrigin } from '../../pageOrigin.js'

export interface Page {
  /** Host, with its port where it has one. */
  readonly domain: string
  readonly origin: string
  now(): number
}

/** Of an app without a page: the address that it gives for itself. */
export function pageOf(input: { readonly url: string | undefined; now(): number }): Page {
  const origin = pageOrigin() ?? input.url ?? ''
  return { origin, domain: origin.slice(origin.indexOf('//') + 2).replace(/\/.*$/, ''), now: input.now }
}
