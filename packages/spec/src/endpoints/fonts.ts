/** The gateway's own font, so that nothing is loaded from a third party (D-22). */
import * as v from 'valibot'
import { days, hours } from '../limits.js'
import { defineEndpoint } from './endpoint.js'

export const fontStylesheet = defineEndpoint({
  rule: 'S7-33',
  method: 'GET',
  path: '/fonts/latchkey.css',
  response: v.string(),
  errors: [],
  cache: { maxAge: hours(1) },
  contentType: 'text/css; charset=utf-8',
})

/** Named by content in the stylesheet, so it never changes. */
export const fontFile = defineEndpoint({
  rule: 'S7-33',
  method: 'GET',
  path: '/fonts/:file',
  params: v.object({
    file: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,127}\.woff2$/, 'Expected a font file')),
  }),
  response: v.instance(Uint8Array),
  errors: [],
  cache: { maxAge: days(365), immutable: true },
  contentType: 'font/woff2',
})
