/** The address of the hidden frame. */
import * as v from 'valibot'
import { languageTag } from '../chooseLanguage.js'
import { endpointUrl } from '../endpoints/endpointUrl.js'
import { limits } from '../limits.js'

/** Where the wallet origin serves the frame. */
export const framePath = '/sdk'

const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))

/** S7-32, and the one origin that may embed this copy of the page (D-32). */
export const frameQuery = v.object({
  projectId: v.optional(text(128)),
  chainId: v.optional(
    v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'Expected a network id')),
  ),
  version: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'Expected a version')),
    String(limits.walletSdkVersion),
  ),
  /** Payloads are never logged, whatever this says. */
  enableLogger: v.optional(v.picklist(['true', 'false']), 'false'),
  origin: v.pipe(
    v.string(),
    v.maxLength(255),
    v.regex(/^https?:\/\/(?:(?:[a-z0-9-]+\.)*[a-z0-9-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/, 'Expected an origin'),
  ),
  /** What the app speaks (BCP 47). One that cannot be read is none: nobody loses their wallet over it. */
  lang: v.fallback(v.optional(v.pipe(v.string(), v.regex(languageTag, 'Expected a language'))), undefined),
})
export type FrameQuery = v.InferInput<typeof frameQuery>

/** The frame's address on a wallet origin; a path in `base` is kept. */
export function frameUrl(base: string, query: FrameQuery): string {
  return endpointUrl(base, { path: framePath }, { query })
}
