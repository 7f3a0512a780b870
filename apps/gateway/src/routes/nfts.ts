/** The collectibles of an account, and their pictures (D-06). */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { eip155Address, eip155Networks, isSolana } from '../chain/account.js'
import { refuse } from '../http/refusal.js'
import { Answer, route } from '../http/route.js'
import { harmless, isKnown } from './directory.js'

export function nfts(app: FastifyInstance): void {
  route(app, endpoints.nfts, ({ params, query, caller }, { chainData, rpc }) => {
    if (isSolana(params.address))
      throw refuse('namespace', 'Only accounts of eip155 networks have collectibles here')
    const question = {
      address: eip155Address(params.address),
      networkIds: eip155Networks(rpc.upstreams, query.chainId),
      cursor: query.cursor,
      isSpamWanted: query.spam,
    }
    return chainData.nfts.page(question, { signal: caller.signal, charge: caller.charge })
  })
}

/** Like any file on the web. Only pictures that the list has named have an id. */
export function nftImage(app: FastifyInstance): void {
  route(
    app,
    endpoints.nftImage,
    async ({ params, headers }, { chainData }) => {
      const picture = await chainData.nfts.images.read(params.id)
      if (picture === undefined) throw refuse('notFound', 'There is no such image')
      if (picture === null) throw refuse('unavailable', 'The image cannot be had from where it lies')
      const etag = `"${picture.etag}"`
      const told = { ...harmless, etag, 'content-type': picture.type }
      return isKnown(headers, etag)
        ? new Answer(new Uint8Array(), { status: 304, headers: told })
        : new Answer(picture.bytes, { headers: told })
    },
    { access: 'anybody' },
  )
}
