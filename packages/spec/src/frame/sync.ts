/** What the host tells the frame about the page around it: its look and its name. */
import * as v from 'valibot'
import { themeModes } from '../options.js'
import { frameBounds } from './payload.js'

/* @__NO_SIDE_EFFECTS__ */
export function text(max: number = frameBounds.text) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(max))
}

export const webUrl = v.pipe(
  v.string(),
  v.maxLength(frameBounds.url),
  v.regex(/^https?:\/\/[^\s/]+/i, 'Expected a URL'),
)

/** S3-19. Values are checked again, name by name, where they are drawn. */
export const themeSync = v.strictObject({
  themeMode: v.optional(v.picklist(themeModes)),
  themeVariables: v.optional(
    v.pipe(
      v.record(
        v.pipe(v.string(), v.regex(/^--[a-z0-9-]{1,60}$/i, 'Expected a variable name')),
        v.union([text(128), v.pipe(v.number(), v.finite())]),
      ),
      v.maxEntries(frameBounds.themeVariables),
    ),
  ),
  w3mThemeVariables: v.optional(
    v.strictObject({ '--w3m-accent': v.optional(text(128)), '--w3m-background': v.optional(text(128)) }),
  ),
})
export type ThemeSync = v.InferOutput<typeof themeSync>

/** S3-20. What a page says about itself: a claim, never proof of who it is. */
export const dappDataSync = v.strictObject({
  metadata: v.optional(
    v.strictObject({
      name: text(),
      description: v.pipe(v.string(), v.maxLength(1024)),
      url: webUrl,
      icons: v.pipe(v.array(webUrl), v.maxLength(8)),
    }),
  ),
  sdkVersion: v.optional(text(128)),
  sdkType: v.optional(text(64)),
  projectId: v.optional(text(128)),
})
export type DappDataSync = v.InferOutput<typeof dappDataSync>
