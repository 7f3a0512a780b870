/** Reads request bodies: JSON, whatever the content type says, because browsers send `text/plain` to avoid a preflight. */
import { bounds } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.js'

export function acceptJson(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    // The framework would refuse types that it cannot read before any parser is asked.
    if (request.headers['content-type'] !== undefined)
      request.raw.headers['content-type'] = 'application/json'
    done()
  })
  // Refuses keys that would change an object's prototype.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('bodyText', '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: bounds.requestBytes },
    (request, body, done) => {
      const text = String(body)
      request.bodyText = text
      if (text.trim() === '' || request.routeOptions.config.body === 'text') return done(null, undefined)
      if (depthOf(text, bounds.jsonDepth) > bounds.jsonDepth)
        return done(refuse('parameter', 'The body is nested too deeply'))
      void parse(request, text, (error: Error | null, value: unknown) => {
        done(error ? refuse('parameter', 'The body is not valid JSON') : null, value)
      })
    },
  )
}

const quote = 34
const backslash = 92
/** Of lists and objects. */
const openings = { list: 91, object: 123 }
const closings = { list: 93, object: 125 }

/** How deeply brackets are nested; counted on the text, before anything walks the value. Stops beyond `max`. */
export function depthOf(text: string, max: number): number {
  let depth = 0
  let deepest = 0
  for (let index = 0; index < text.length && deepest <= max; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfString(text, index)
    else if (code === openings.list || code === openings.object) deepest = Math.max(deepest, ++depth)
    else if (code === closings.list || code === closings.object) depth--
  }
  return deepest
}

/** Index of the quote that ends the string which starts at `start`; the end of the text when none does. */
export function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) index++
    else if (code === quote) return index
  }
  return text.length
}
