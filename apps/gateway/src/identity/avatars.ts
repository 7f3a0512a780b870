/** Pictures that names point at: fetched by the gateway, so that no page has to ask a stranger for them (D-22). */
import { createHash } from 'node:crypto'
import { hours, minutes, seconds } from '@latchkey/spec/limits'
import type { Cache } from '../ports/cache.js'
import { OutboundError } from '../ports/outboundError.js'
import type { Untrusted } from '../ports/untrusted.js'

export interface Avatars {
  /** The picture inside of a data URL; undefined where it cannot be had. Never rejects. */
  load(uri: string, signal: AbortSignal): Promise<string | undefined>
}

/** Larger pictures are not shown: they travel inside of answers. */
const pictureBytes = 150 * 1024
const deadline = seconds(4)
/** Drawn by a browser without running anything of them, inside of an image. */
const kinds = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml']
const dataUrl = new RegExp(`^data:(?:${kinds.map((kind) => kind.replace(/[+]/g, '\\+')).join('|')})[;,]`, 'i')
const dataUrlLength = pictureBytes * 2

export function createAvatars(input: {
  untrusted: Untrusted
  cache: Cache
  /** Where `ipfs:` is read; absent: it is not. */
  ipfsGateway: string | undefined
}): Avatars {
  const { untrusted, cache, ipfsGateway } = input

  function addressOf(uri: string): string | undefined {
    if (/^https:\/\//i.test(uri)) return uri
    const path = /^ipfs:\/\/(?:ipfs\/)?([\w./%-]+)$/i.exec(uri)?.[1]
    return path && ipfsGateway
      ? new URL(`ipfs/${path}`, `${ipfsGateway.replace(/\/$/, '')}/`).href
      : undefined
  }

  return {
    async load(uri, signal) {
      if (dataUrl.test(uri)) return uri.length <= dataUrlLength ? uri : undefined
      const url = addressOf(uri)
      if (!url || url.length > 2048) return undefined
      const key = `avatar|${createHash('sha256').update(url).digest('base64url')}`
      const kept = await cache.get(key)
      if (kept !== undefined) return kept || undefined
      try {
        const answer = await untrusted.fetch({ url, types: kinds, maxBytes: pictureBytes, deadline, signal })
        const isPicture = answer.status === 200 && answer.bytes.length > 0
        const picture = isPicture
          ? `data:${answer.contentType};base64,${answer.bytes.toString('base64')}`
          : ''
        await cache.set(key, picture, hours(1))
        return picture || undefined
      } catch (cause) {
        // What is too large or no picture will be so in a minute as well; whoever is away may be back.
        const isFinal = cause instanceof OutboundError && !['aborted', 'unreachable'].includes(cause.kind)
        await cache.set(key, '', isFinal ? hours(1) : minutes(1))
        return undefined
      }
    },
  }
}
