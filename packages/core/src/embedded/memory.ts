/** What the page keeps of the embedded wallet (S4-06). No secret is among it: the capsule is sealed, and opens for nobody but the frame. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { type AccountType, socialProviders } from '@latchkey/spec/options'
import { defaultAccountTypes } from '@latchkey/spec/states'
import type { KitContext } from '../context.js'
import type { EmbeddedUser } from './state.js'

/** FRAME_SESSION_UPDATE: kept for the next visit; browsers may empty the storage of frames when they close. */
export function readCapsule({ storage }: KitContext): string | undefined {
  return storage.read('embeddedCapsule')?.token
}

export function keepCapsule({ storage }: KitContext, token: string): void {
  storage.write('embeddedCapsule', { token })
}

export function readUser({ storage }: KitContext): EmbeddedUser {
  const { email, socialProvider, socialUsername } = storage.read('embeddedLogin') ?? {}
  const provider = [...socialProviders, 'passkey' as const].find((each) => each === socialProvider)
  return {
    ...(email ? { email } : {}),
    ...(provider ? { provider } : {}),
    ...(socialUsername ? { userName: socialUsername } : {}),
  }
}

export function keepUser(
  { storage }: KitContext,
  { email, userName, provider }: EmbeddedUser,
  networkId: NetworkId | undefined,
): void {
  storage.write('embeddedLogin', {
    ...(email ? { email } : {}),
    ...(provider ? { socialProvider: provider } : {}),
    ...(userName ? { socialUsername: userName } : {}),
    ...(networkId ? { networkId } : {}),
  })
}

export function keepNetwork(context: KitContext, networkId: NetworkId): void {
  keepUser(context, readUser(context), networkId)
}

export function forgetUser({ storage }: KitContext): void {
  storage.forget('embeddedLogin')
}

/** The person left: nothing of theirs stays in the storage of the page. */
export function forgetAll(context: KitContext): void {
  forgetUser(context)
  context.storage.forget('embeddedCapsule')
}

/** S4-08: what the person chose, what the app would like, what the spec says. */
export function preferredType(
  { storage, options }: KitContext,
  networkId: NetworkId | undefined,
): AccountType | undefined {
  const namespace = networkId && parseNetworkId(networkId)?.namespace
  if (!namespace) return undefined
  const chosen = storage.read('preferredAccountTypes')?.[namespace]
  const wanted = options.defaultAccountTypes?.[namespace]
  return isAccountType(chosen) ? chosen : (wanted ?? defaultAccountTypes[namespace])
}

const isAccountType = (value: string | undefined): value is AccountType =>
  value === 'eoa' || value === 'smartAccount' || value === 'payment'
