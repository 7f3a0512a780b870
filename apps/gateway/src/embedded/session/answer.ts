/** What whoever signed in is told: the access token, the device, the wallet, and what comes next. */
import { type SessionAnswer, walletLimits } from '@latchkey/spec/walletApi'
import type { Clock } from '../../ports/clock.js'
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
export type FindWallet = (userId: string, deviceId: string) => Promise<WalletFacts>

export const noWallet: FindWallet = async () => ({ state: 'none', hasShare: false, hasPin: false })

export type AnswerSession = (session: LiveSession, user: User, refresh?: string) => Promise<SessionAnswer>

export function createAnswer(input: {
  users: Users
  tokens: AccessTokens
  clock: Clock
  findWallet: FindWallet
}): AnswerSession {
  const { users, tokens, clock, findWallet } = input

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
      findWallet(user.id, session.deviceId),
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
      device: { id: session.deviceId, state: wallet.hasShare ? 'active' : 'pending' },
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
