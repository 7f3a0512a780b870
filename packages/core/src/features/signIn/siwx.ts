/** What an app hands over to let people sign in with their wallet: the interface, for servers of every kind. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { SignInSession } from '@latchkey/spec/entities'
import type { SignInData } from '@latchkey/spec/signIn'

/** What the person is to sign: the fields, and the text itself. */
export interface SiwxMessage extends SignInData {
  toString(): string
}

export interface Siwx {
  /** Made for each attempt; a nonce comes from the server. */
  createMessage(input: { readonly chainId: NetworkId; readonly accountAddress: string }): Promise<SiwxMessage>
  /** Called with what was signed. Rejects where it does not verify: then nobody is signed in. */
  addSession(session: SignInSession): Promise<void>
  revokeSession(chainId: NetworkId, address: string): Promise<void>
  /** Replaces every session; an empty list signs everybody out. */
  setSessions(sessions: readonly SignInSession[]): Promise<void>
  /** Those that are good now. */
  getSessions(chainId: NetworkId, address: string): Promise<readonly SignInSession[]>
  /** Whether a wallet may stay connected without a session; it may not unless this is `false`. */
  readonly required?: boolean
  /** Whether leaving the wallet ends its sessions; it does unless this is `false`. */
  readonly signOutOnDisconnect?: boolean
  /** Calls back when sessions changed elsewhere, in another tab for example. */
  subscribe?(listener: () => void): () => void
}

/** The older form of the option, for Ethereum only. */
export interface SiweConfig {
  getNonce(address?: string): Promise<string>
  createMessage(input: SiweMessageInput): string | Promise<string>
  verifyMessage(input: { readonly message: string; readonly signature: string }): Promise<boolean>
  getSession(): Promise<SiweSession | null | undefined>
  signOut(): Promise<boolean>
  getMessageParams?(): Promise<Partial<Omit<SiweMessageInput, 'address' | 'chainId' | 'nonce'>>>
  onSignIn?(session?: SiweSession): void
  onSignOut?(): void
  readonly enabled?: boolean
  readonly required?: boolean
  readonly signOutOnDisconnect?: boolean
}

export interface SiweSession {
  readonly address: string
  readonly chainId: number
}

export interface SiweMessageInput {
  readonly address: string
  readonly chainId: number
  readonly nonce: string
  readonly domain: string
  readonly uri: string
  readonly version: '1'
  readonly iat: string
  readonly exp?: string
  readonly statement?: string
  readonly resources?: readonly string[]
}

/** The option as it came, if it can be called. */
export function readSiwx(option: unknown): Siwx | undefined {
  const isOne = option instanceof Object && 'createMessage' in option && 'getSessions' in option
  // The methods are there; what they take and give is the app's to keep.
  return isOne ? (option as Siwx) : undefined
}

export function readSiweConfig(option: unknown): SiweConfig | undefined {
  const isOne = option instanceof Object && 'createMessage' in option && 'verifyMessage' in option
  // As above.
  const config = isOne ? (option as SiweConfig) : undefined
  return config?.enabled === false ? undefined : config
}
