/** What a browser calls itself, in three words; only ever shown to the person, and never believed. */

const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const

export function browserOf(agent: string | undefined): string {
  const text = (agent ?? '').slice(0, 512)
  const name = browsers.find(([pattern]) => pattern.test(text))?.[1] ?? 'A browser'
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  return system ? `${name} on ${system}` : name
}

/** Where somebody asks from, as far as a mail may say: an IPv4 /24 or the front of an IPv6 network. */
export function coarseNetwork(network: string): string {
  if (network.endsWith('::/64'))
    return `${network.slice(0, -'::/64'.length).split(':').slice(0, 3).join(':')}::/48`
  return `${network.split('.').slice(0, 3).join('.')}.0/24`
}
