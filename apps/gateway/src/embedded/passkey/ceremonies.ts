/** Passkeys: what a browser is asked for, and whether what it answers was made here, now, by a person, for this purpose. */
import { createHash } from 'node:crypto'
import { ceremonyChallengeText, walletLimits } from '@latchkey/spec/walletApi'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletPasskeys } from '../../store/schema.js'
import { WalletRefusal } from '../http/refusal.js'

export type Passkey = typeof walletPasskeys.$inferSelect

/** In the frame of a page, or in a window of the wallet itself. */
export type Surface = { readonly kind: 'frame'; readonly origin: string } | { readonly kind: 'window' }

/** As the contract bounds it; the library reads it whole. */
interface Credential {
  readonly id: string
  readonly response: { readonly clientDataJSON: string }
}

export interface Ceremonies {
  challengeOf(purpose: 'login' | 'stepup' | 'create', attemptId: string, nonce: string): string
  optionsToGet(challenge: string, allowed: readonly Passkey[]): Promise<{ challenge: string }>
  optionsToCreate(
    challenge: string,
    userId: string,
    name: string,
    known: readonly Passkey[],
  ): Promise<{ challenge: string }>
  /** The passkey that was used; PASSKEY_INVALID for everything else. */
  checkGet(credential: Credential, challenge: string, surface: Surface): Promise<Passkey>
  /** Always in a window: browsers refuse to make one in a frame, and so do we. */
  checkCreate(
    credential: Credential,
    challenge: string,
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>>
}

export function createCeremonies(input: { db: Db; clock: Clock; walletOrigin: () => string }): Ceremonies {
  const { db, clock, walletOrigin } = input
  const rpID = () => new URL(walletOrigin()).hostname
  const timeout = walletLimits.passkeyCeremony

  return {
    challengeOf: (purpose, attemptId, nonce) =>
      createHash('sha256')
        .update(ceremonyChallengeText(purpose, attemptId, nonce))
        .digest('base64url'),

    optionsToGet: async (challenge, allowed) => {
      const options = await generateAuthenticationOptions({
        rpID: rpID(),
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        userVerification: 'required',
        timeout,
        allowCredentials: allowed.map(({ id }) => ({ id })),
      })
      return { ...options }
    },

    optionsToCreate: async (challenge, userId, name, known) => {
      const options = await generateRegistrationOptions({
        rpID: rpID(),
        rpName: 'Latchkey',
        userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
        userName: name,
        userDisplayName: name,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        attestationType: 'none',
        supportedAlgorithmIDs,
        timeout,
        excludeCredentials: known.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { ...options }
    },

    async checkGet(credential, challenge, surface) {
      const [known] = await db.query.select().from(walletPasskeys).where(eq(walletPasskeys.id, credential.id))
      if (!known) throw new WalletRefusal('PASSKEY_INVALID')
      refuseElsewhere(credential.response.clientDataJSON, surface)
      const verified = await verifyAuthenticationResponse({
        // Its shape is checked inside.
        response: credential as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: walletOrigin(),
        expectedRPID: rpID(),
        requireUserVerification: true,
        ...(surface.kind === 'frame' ? { expectedTopOrigin: surface.origin } : {}),
        credential: {
          id: known.id,
          publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
          counter: known.counter,
        },
      }).catch(() => undefined)
      if (!verified?.verified) throw new WalletRefusal('PASSKEY_INVALID')
      const { newCounter } = verified.authenticationInfo
      const used = { counter: newCounter, lastUsed: new Date(clock.now()) }
      await db.query.update(walletPasskeys).set(used).where(eq(walletPasskeys.id, known.id))
      return { ...known, ...used }
    },

    async checkCreate(credential, challenge) {
      refuseElsewhere(credential.response.clientDataJSON, { kind: 'window' })
      const verified = await verifyRegistrationResponse({
        // Its shape is checked inside.
        response: credential as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: walletOrigin(),
        expectedRPID: rpID(),
        requireUserVerification: true,
        supportedAlgorithmIDs,
      }).catch(() => undefined)
      if (!verified?.verified) throw new WalletRefusal('PASSKEY_INVALID')
      const { credential: made, credentialDeviceType } = verified.registrationInfo
      return {
        id: made.id,
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: made.transports ?? [],
        isSynced: credentialDeviceType === 'multiDevice',
      }
    },
  }
}

/** ES256 first: the frame checks signatures of that kind by itself. RS256 is all that some devices have. */
const supportedAlgorithmIDs = [-7, -257]

/** A browser writes into what is signed whether it was in a frame, and of which page; it has to be where it claims to be. */
function refuseElsewhere(clientData: string, surface: Surface): void {
  const said: unknown = parse(Buffer.from(clientData, 'base64url').toString('utf8'))
  const { crossOrigin = false, topOrigin } = said instanceof Object ? (said as Record<string, unknown>) : {}
  const isThere =
    surface.kind === 'frame'
      ? crossOrigin === true && topOrigin === surface.origin
      : crossOrigin === false && topOrigin === undefined
  if (!isThere) throw new WalletRefusal('PASSKEY_INVALID')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
