/** Where the metadata and the picture of a collectible lie, as an address that the gateway may ask. */

/** Longer addresses are nobody's; inline ones are as long as what they carry. */
const longestUrl = 2048
export const longestInline = 1024 * 1024

export type Resolve = (uri: string) => string | undefined

/**
 * `data:` stays as it is, `ipfs:` goes through the gateway that the operator named, and the web through the client for
 * strangers' addresses, which judges them. Undefined for everything else.
 */
export function createResolve(ipfsGateway: string | undefined): Resolve {
  const base = ipfsGateway?.replace(/\/+$/, '')
  return (uri) => {
    const text = uri.trim()
    if (/^data:/i.test(text)) return text.length <= longestInline ? text : undefined
    if (text.length > longestUrl) return undefined
    const path = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,128}(?:\/[^?#]*)?)/.exec(text)?.[1]
    if (path !== undefined)
      return base && !hasDots(path) && !isBroken(path) ? `${base}/ipfs/${escaped(path)}` : undefined
    return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
  }
}

/** A path that climbs would leave its folder. */
const hasDots = (path: string) => path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))

/** Half a character is none, and cannot be written into an address. */
const isBroken = (path: string) => /\p{Cs}/u.test(path)

/** Names of files have spaces and signs; what is escaped already stays. */
const escaped = (path: string) => encodeURI(path).replaceAll('%25', '%')

/** ERC-1155: clients put the id into its place, in 64 hex digits. */
export function withId(uri: string, tokenId: string): string {
  return uri.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0'))
}
