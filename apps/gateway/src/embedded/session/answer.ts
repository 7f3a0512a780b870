/** What whoever signed in is told: the access token, the device, the wallet, and what comes next. */
import { type SessionAnswer, type WalletAnswerOf, walletLimits } from '@latchkey/spec/walletApi'
import type { Clock } from '../../ports/clock.js'
import type { Connection } from '../audit.js'
import { WalletRefusal } from '../http/refusal.js'
import type { User, Users } from '../users.js'
import type { AccessTokens } from './accessTokens.js'
import { type LiveSession, levelOf } from './sessions.js'

/** What the room of keys knows; without one there are no wallets. */
export interface WalletFacts {
  readonly state: 'none' | 'pending' | 'active'
  readonly id?: string
  /** This device holds a share of it. */
  readonly hasShare: boolean
  readonly hasPin: boolean
}

/** The room of keys, as far as signing in asks it. */
export interface Wallets {
  factsOf(userId: string, deviceId: string, connection?: Connection): Promise<WalletFacts>
  /** For `GET /me`. */
  describe(userId: string): Promise<WalletAnswerOf<'me'>['wallet']>
  /** Resolves where the PIN is right; PIN_INVALID, PIN_LOCKED or FACTOR_UNKNOWN otherwise, and the try is counted. */
  checkPin(userId: string, pin: string): Promise<void>
  /** Makes the shares of a device unreadable, in the transaction that removes it (I18). */
  onRevoke(deviceId: string, connection: Connection): Promise<void>
}

/** A gateway that holds no keys: everybody is signed in, and nobody has a wallet. */
export const noWallets: Wallets = {
  factsOf: async () => ({ state: 'none', hasShare: false, hasPin: false }),
  describe: async () => undefined,
  checkPin: async () => {
    throw new WalletRefusal('FACTOR_UNKNOWN')
  },
  onRevoke: async () => {},
}

export type AnswerSession = (session: LiveSession, user: User, refresh?: string) => Promise<SessionAnswer>

export function createAnswer(input: {
  users: Users
  tokens: AccessTokens
  clock: Clock
  wallets: Wallets
}): AnswerSession {
  const { users, tokens, clock, wallets } = input

  return async (session, user, refresh) => {
    const now = clock.now()
    const level = levelOf(session, user.emailIndex !== null, now)
    const expiresAt = now + walletLimits.accessLife
    const access = tokens.sign({
      use: 'wallet-access',
      sid: session.id,
      sub: session.userId,
      did: session.deviceId,
      origin: session.origin,
      aal: level,
      cnf: { jkt: session.jkt },
      iat: Math.floor(now / 1000),
      exp: Math.floor(expiresAt / 1000),
    })
    const [email, userName, wallet, passkeys] = await Promise.all([
      users.emailOf(user),
      users.nameOf(user),
      wallets.factsOf(user.id, session.deviceId),
      users.passkeysOf(user.id),
    ])
    const hasFactor = passkeys.length > 0 || wallet.hasPin
    const needsShare = wallet.state === 'active' && !wallet.hasShare
    return {
      access,
      expiresAt,
      now,
      sessionId: session.id,
      userId: user.id,
      level,
      ...(refresh === undefined ? {} : { refresh }),
      device: {
        id: session.deviceId,
        state: wallet.hasShare ? 'active' : 'pending',
        ...(session.projectId === null ? {} : { projectId: session.projectId }),
      },
      wallet: { state: wallet.state, ...(wallet.id === undefined ? {} : { id: wallet.id }) },
      nextFactor: needsShare ? 'recover' : hasFactor ? 'none' : 'enrol',
      ...(email === undefined ? {} : { email }),
      ...(userName === undefined ? {} : { userName }),
      ...(isProvider(session.provider) ? { provider: session.provider } : {}),
    }
  }
}

type Provider = NonNullable<SessionAnswer['provider']>
const providers: ReadonlySet<string> = new Set<Provider>([
  'google',
  'github',
  'apple',
  'facebook',
  'x',
  'discord',
  'farcaster',
  'passkey',
])
function isProvider(name: string | null): name is Provider {
  return name !== null && providers.has(name)
}
