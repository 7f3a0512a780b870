/** Who may speak to servers of the local world: loopback is reached by every page of every browser on the machine. */

/** `*.localhost` never leaves the machine (RFC 6761, 6.3), so that no stranger can have such a name. */
const name = String.raw`(?:(?:[a-z\d-]{1,63}\.){0,4}localhost|127\.0\.0\.1|\[::1\])`
const hosts = new RegExp(`^${name}(?::\\d{1,5})?$`, 'i')
const origins = new RegExp(`^https?://${name}(?::\\d{1,5})?$`, 'i')
/** Wallets in a browser ask from pages of their own, and a website cannot pass for one of them. */
const extensions = /^(?:chrome|moz|safari-web)-extension:\/\/[\w-]{1,64}$/i

/** False for a stranger's name that was made to lead here (DNS rebinding), and where there is no name at all. */
export const isLoopbackHost = (host: string | undefined): boolean => host !== undefined && hosts.test(host)

/** True also without an origin: programs send none, and browsers never leave it out of a POST or a WebSocket. */
export const isTrustedOrigin = (origin: string | undefined): boolean =>
  origin === undefined || origins.test(origin) || extensions.test(origin)
