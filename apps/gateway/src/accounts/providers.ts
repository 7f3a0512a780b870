/** Account providers by name, and what the configuration says of them. */
import type { NetworkId } from '@latchkey/spec/caip'
import { networkIds, readJson } from '../config/parse.js'
import type { ProviderInput } from '../prices/provider.js'
import { createAlchemy } from './alchemy.js'
import { createBlockscout } from './blockscout.js'
import type { AccountProvider } from './provider.js'
import { createZerion } from './zerion.js'

export const accountProviderNames = ['zerion', 'alchemy', 'blockscout'] as const
export type AccountProviderName = (typeof accountProviderNames)[number]

export function createAccountProvider(
  name: AccountProviderName,
  input: ProviderInput & {
    readonly key: string | undefined
    readonly urls: ReadonlyMap<NetworkId, string>
  },
): AccountProvider {
  const makers = { zerion: createZerion, alchemy: createAlchemy, blockscout: createBlockscout }
  return makers[name](input)
}

/** `{"eip155:31337": "http://explorer.internal"}` */
export function readExplorers(text: string): ReadonlyMap<NetworkId, string> {
  const json = readJson(text)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new TypeError('is not an object of network ids and URLs')
  return new Map(
    Object.entries(json).map(([id, url]: [string, unknown]) => {
      const [networkId] = networkIds(id)
      if (networkId === undefined) throw new TypeError('has an entry without a network id')
      if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url))
        throw new TypeError(`has no http:// or https:// URL for ${networkId}`)
      return [networkId, url]
    }),
  )
}
