/** Where the page comes from; `undefined` on a server. */
export const pageOrigin = (): string | undefined => globalThis.location?.origin
