/** The widget's font: an open one, from the gateway itself, so that no page loads one from a third party (S7-33, D-22). */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { readFonts } from '../directory/fonts.js'
import { refuse } from '../http/refusal.js'
import { Answer, route } from '../http/route.js'
import { fontsFolder } from '../paths.js'

const headers = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' }

export function fontStylesheet(app: FastifyInstance): void {
  const { stylesheet } = readFonts(fontsFolder)
  route(app, endpoints.fontStylesheet, () => new Answer(stylesheet, { headers }), { access: 'anybody' })
}

export function fontFile(app: FastifyInstance): void {
  const { files } = readFonts(fontsFolder)
  route(
    app,
    endpoints.fontFile,
    ({ params }) => {
      const bytes = files.get(params.file)
      if (!bytes) throw refuse('notFound', 'There is no such font')
      return new Answer(bytes, { headers })
    },
    { access: 'anybody' },
  )
}
