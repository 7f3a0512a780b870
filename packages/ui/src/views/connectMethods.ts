/** Which ways to connect the Connect view offers, and in which order (S2-14). */
import type { Connector } from '@latchkey/core'
import type { ConnectMethod } from '@latchkey/spec/options'
import { connectMethodsOrder } from '@latchkey/spec/views'

interface ConnectMethodsInput {
  readonly configured?: readonly ConnectMethod[] | undefined
  readonly wallets: readonly Pick<Connector, 'type'>[]
  /** A method that is switched off, or that nothing draws, is not offered. */
  isOffered(method: ConnectMethod): boolean
}

export function offeredMethods({
  configured,
  wallets,
  isOffered,
}: ConnectMethodsInput): readonly ConnectMethod[] {
  const showsInstalledWallet = wallets.some(({ type }) => type === 'INJECTED' || type === 'ANNOUNCED')
  return connectMethodsOrder({ configured, showsInstalledWallet }).filter(isOffered)
}
