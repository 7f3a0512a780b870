/** Sign-in as `@reown/appkit-siwe` has it: its config is our `siweConfig`, its message that of EIP-4361. */
import type { SiweConfig, SiweMessageInput, SiweSession } from '@latchkey/core/signIn'
import { writeSignIn } from '@latchkey/spec/signIn'
import { warn } from './warn.js'

export type SIWESession = SiweSession

/** What a message is made of. */
export interface SIWECreateMessageArgs extends SiweMessageInput {
  readonly nbf?: string
  readonly requestId?: string
}

/** What a server is asked to believe. */
export interface SIWEVerifyMessageArgs {
  readonly message: string
  readonly signature: string
}

/** What every message of the app says alike. Which `chains` may be signed for is for the networks of the kit to say. */
export interface SIWEMessageArgs {
  readonly domain?: string
  readonly uri?: string
  readonly chains?: readonly number[]
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly exp?: string
}

export interface SIWEConfig extends Omit<SiweConfig, 'createMessage' | 'getMessageParams'> {
  createMessage(args: SIWECreateMessageArgs): string | Promise<string>
  getMessageParams?(): Promise<SIWEMessageArgs>
  /** Accepted and without effect: a nonce is asked for when it is needed, a session belongs to its account and network. */
  readonly nonceRefetchIntervalMs?: number
  readonly sessionRefetchIntervalMs?: number
  readonly signOutOnAccountChange?: boolean
  readonly signOutOnNetworkChange?: boolean
}

const withoutEffect = [
  'nonceRefetchIntervalMs',
  'sessionRefetchIntervalMs',
  'signOutOnAccountChange',
  'signOutOnNetworkChange',
] as const satisfies readonly (keyof SIWEConfig)[]

/** The config for the `siweConfig` of `createAppKit`. */
export function createSIWEConfig(config: SIWEConfig): SIWEConfig {
  for (const name of withoutEffect) if (config[name] !== undefined) warn(`siweConfig.${name}`)
  return config
}

/** The message to sign; AppKit's address may have its network before it. */
export function formatMessage(
  { chainId, iat, exp, nbf, ...args }: Omit<SIWECreateMessageArgs, 'address'>,
  address: string,
): string {
  return writeSignIn({
    ...args,
    chainId: `eip155:${chainId}`,
    accountAddress: address.split(':').at(-1) ?? address,
    issuedAt: iat,
    ...(exp !== undefined && { expirationTime: exp }),
    ...(nbf !== undefined && { notBefore: nbf }),
  })
}
