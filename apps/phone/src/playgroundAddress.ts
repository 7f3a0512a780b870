/** Finds the playground of the same local world: it answers three ports below the phone. */

const portsBelow = 3

/** Undefined where the page is served on a scheme's usual port, which no local world does. */
export function playgroundAddress(address: string): string | undefined {
  const url = new URL(address)
  if (url.port === '') return undefined
  url.port = String(Number(url.port) - portsBelow)
  return `${url.origin}/`
}
