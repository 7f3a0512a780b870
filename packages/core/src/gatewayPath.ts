/** An address below the gateway's. */

/** However many slashes the option ends with; read from the end, so that their number does not matter. */
export function gatewayPath(gatewayUrl: string, path: `/${string}`): string {
  let end = gatewayUrl.length
  while (gatewayUrl[end - 1] === '/') end -= 1
  return gatewayUrl.slice(0, end) + path
}
