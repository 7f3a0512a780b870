/** The wallet directory: listings, and pictures of wallets, networks, currencies and tokens (S7-24 to S7-26). */
import { endpoints } from '@latchkey/spec/endpoints'
import { days } from '@latchkey/spec/limits'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.js'
import { refuse } from '../http/refusal.js'
import { Answer, route } from '../http/route.js'

export function wallets(app: FastifyInstance): void {
  route(app, endpoints.wallets, ({ query }, { directory }) => directory.list(query))
}

/** Like any file on the web: pages load dozens of them at once, by tags that cannot say which project they are for. */
const forPages = { access: 'anybody' } as const

export function walletImage(app: FastifyInstance): void {
  const { walletImage: endpoint } = endpoints
  route(app, endpoint, ({ params, headers }, deps) => send(deps, 'wallet', params.id, headers), forPages)
}

export function assetImage(app: FastifyInstance): void {
  const { assetImage: endpoint } = endpoints
  route(app, endpoint, ({ params, headers }, deps) => send(deps, 'asset', params.id, headers), forPages)
}

export function currencyImage(app: FastifyInstance): void {
  const { currencyImage: endpoint } = endpoints
  route(app, endpoint, ({ params, headers }, deps) => send(deps, 'currency', params.id, headers), forPages)
}

export function tokenImage(app: FastifyInstance): void {
  const { tokenImage: endpoint } = endpoints
  route(app, endpoint, ({ params, headers }, deps) => send(deps, 'token', params.id, headers), forPages)
}

/** A stranger's picture is a document of ours when it is opened by itself: it may then do nothing at all. */
export const harmless = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
}

/** A name may get another picture; a picture never becomes another. */
const namedFor = `public, max-age=${days(1) / 1000}`

/** Whether the caller has it already. */
export function isKnown(conditions: Conditions, etag: string): boolean {
  const tags = conditions['if-none-match']?.split(',') ?? []
  return tags.some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

type Kind = Parameters<Deps['directory']['image']>[0]
type Conditions = { readonly 'if-none-match'?: string | undefined }

function send(
  { directory }: Deps,
  kind: Kind,
  id: string,
  conditions: Conditions,
): Answer<Uint8Array<ArrayBuffer>> {
  const found = directory.image(kind, id)
  if (!found) throw refuse('notFound', 'There is no such image')
  const { image, isByContent } = found
  const etag = `"${image.id}"`
  const headers = {
    ...harmless,
    etag,
    'content-type': image.type,
    ...(isByContent ? {} : { 'cache-control': namedFor }),
  }
  return isKnown(conditions, etag)
    ? new Answer(new Uint8Array(), { status: 304, headers })
    : new Answer(image.bytes, { headers })
}
