/** Makes a session of a wallet that shared its accounts. */
import type { WalletSession } from '@latchkey/core'
import type { ProviderConnectorInput } from './connectors.js'
import type { Eip1193Provider } from './provider.js'
import { createProviderSource } from './providerSource.js'
import { createSession } from './session.js'

export interface OpenSessionInput extends Omit<ProviderConnectorInput, 'provider'> {
  readonly provider: Eip1193Provider
  readonly accounts: unknown
}

export async function openSession(input: OpenSessionInput): Promise<WalletSession> {
  const { provider, accounts, context, reads, name: wallet, accountType = 'eoa', onDisconnect } = input
  const source = await createProviderSource({ provider, accounts, clock: context.clock })
  return createSession({
    wallet,
    accountType,
    context,
    reads,
    source: onDisconnect
      ? {
          ...source,
          async disconnect() {
            await source.disconnect()
            await onDisconnect(provider)
          },
        }
      : source,
  })
}
