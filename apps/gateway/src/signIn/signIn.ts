/** Signing in with a wallet: a nonce, a signed message for it, a short token and a way to the next one (S1-04). */
import { randomBytes } from 'node:crypto'
import { accountId, type Namespace, type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { sessionClaims } from '@latchkey/spec/endpoints'
import { days, minutes } from '@latchkey/spec/limits'
import { readSignIn, type SignInData, type SignInExpected, type SignInFault } from '@latchkey/spec/signIn'
import { type RunCode, type VerifiedSignIn, verifySignIn } from '@latchkey/verify'
import * as v from 'valibot'
import { getAddress, isAddress } from 'viem'
import type { Chain } from '../chain/chain.js'
import { createRunCode } from '../chain/runCode.js'
import { refuse } from '../http/refusal.js'
import type { Caller } from '../http/route.js'
import type { Clock } from '../ports/clock.js'
import { isOriginAllowed } from '../store/projects.js'
import type { KeptAccount, SessionFacts, SignInStore } from './store.js'
import type { PublicKey, Tokens } from './tokens.js'

export interface SignIn {
  readonly publicKey: PublicKey
  nonce(caller: Caller): Promise<{ nonce: string; token: string }>
  /** Burns the nonce that `nonceToken` names, whatever becomes of the rest. */
  authenticate(
    proof: SignInProof,
    caller: Caller,
  ): Promise<OpenedSession & { others?: (OpenedSession | null)[] }>
  refresh(refreshToken: string, caller: Caller): Promise<OpenedSession>
  /** Who the token speaks for; refuses one that has ended, was signed out, or is another project's. */
  session(token: string, caller: Caller): Promise<{ claims: SessionClaims; account: KeptAccount }>
  keepMetadata(token: string, metadata: Metadata, caller: Caller): Promise<void>
  signOut(token: string, caller: Caller): Promise<void>
}

interface SignedMessage {
  readonly message: string
  readonly signature: string
}

export interface SignInProof extends SignedMessage {
  readonly nonceToken: string
  /** Of the same account on other networks, signed together with the first. */
  readonly others?: readonly SignedMessage[] | undefined
}

interface OpenedSession {
  readonly token: string
  readonly refreshToken: string
}

type Refused = Extract<VerifiedSignIn, { readonly isValid: false }>
type SessionClaims = v.InferOutput<typeof sessionClaims>
type Metadata = Readonly<Record<string, unknown>> | null

export interface SignInInput {
  readonly store: SignInStore
  readonly tokens: Tokens
  readonly clock: Clock
  /** The network, where it is served. */
  readonly chainOf: (networkId: NetworkId) => Chain | undefined
}

const nonceLife = minutes(5)
const tokenLife = minutes(15)
const sessionLife = days(7)
/** What asking a contract for a signature costs of the caller's rate limit. */
const contractCost = 10

const nonceClaims = v.looseObject({ use: v.literal('nonce'), nonce: v.string() })
const tokenClaims = v.looseObject({ ...sessionClaims.entries, use: v.literal('session'), sid: v.string() })

export function createSignIn({ store, tokens, clock, chainOf }: SignInInput): SignIn {
  const inSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

  function tokenOf(sessionId: string, facts: SessionFacts): string {
    const iat = inSeconds(clock.now())
    const exp = inSeconds(clock.now() + tokenLife)
    return tokens.sign({ ...facts, use: 'session', sid: sessionId, iat, exp })
  }

  async function open(token: string, caller: Caller) {
    const read = tokens.read(token, tokenClaims)
    const account = read && (await store.accountOf(read.sid, projectOf(caller).id))
    if (!read || !account) throw refuse('token', 'This session has ended; sign in again')
    const { use: _, sid, ...claims } = read
    return { sid, account, claims: v.parse(v.object(sessionClaims.entries), claims) }
  }

  /** Asks the account's own network whether a contract stands behind the signature. */
  function runCode(caller: Caller) {
    return (networkId: NetworkId): RunCode | undefined => {
      const chain = chainOf(networkId)
      if (!chain) return undefined
      return createRunCode(chain, { signal: caller.signal, onContract: () => caller.charge(contractCost) })
    }
  }

  async function verify(
    { message, signature }: SignedMessage,
    expected: SignInExpected,
    caller: Caller,
  ): Promise<SignInData | Refused> {
    const verified = await verifySignIn({ message, signature, expected, runCode: runCode(caller) })
    if (!verified.isValid) return verified
    const { data, namespace } = verified
    return { ...data, accountAddress: oneSpelling(data.accountAddress, namespace) }
  }

  async function openSession(data: SignInData, caller: Caller): Promise<OpenedSession> {
    const account = accountId({ networkId: data.chainId, address: data.accountAddress })
    const claims = factsOf(data, account)
    const expiresAt = endOf(data, clock.now() + sessionLife)
    const projectId = projectOf(caller).id
    const { id, refreshToken } = await store.openSession({ projectId, account, claims, expiresAt })
    return { token: tokenOf(id, claims), refreshToken }
  }

  return {
    publicKey: tokens.publicKey,

    async nonce(caller) {
      const nonce = randomBytes(16).toString('hex')
      const ends = clock.now() + nonceLife
      await store.keepNonce(nonce, ownerOf(caller), ends)
      return { nonce, token: tokens.sign({ use: 'nonce', nonce, exp: inSeconds(ends) }) }
    },

    async authenticate({ nonceToken, others, ...first }, caller) {
      const named = tokens.read(nonceToken, nonceClaims)
      const isGood = named && (await store.burnNonce(named.nonce, ownerOf(caller)))
      if (!isGood) throw refuse('nonce', 'This nonce has ended or was used already; ask for another one')
      const expected = { ...placeOf(first.message, caller), nonce: named.nonce, now: clock.now() }
      const verified = await verify(first, expected, caller)
      if (!('accountAddress' in verified)) {
        if (verified.fault === 'nonce') throw refuse('nonce', 'The message has another nonce')
        throw refuse('signature', faultTexts[verified.fault])
      }
      const session = await openSession(verified, caller)
      if (!others) return session
      const known = new Set<string>([verified.chainId])
      const opened: (OpenedSession | null)[] = []
      // One after another: each may cost a question to a node.
      for (const other of others) {
        // A node that does not answer keeps nobody from the networks that were proved.
        const data = await verify(other, expected, caller).catch(() => undefined)
        const isProved = data && 'accountAddress' in data
        // One nonce is one person, once a network.
        const isMeant =
          isProved && data.accountAddress === verified.accountAddress && !known.has(data.chainId)
        if (isMeant) known.add(data.chainId)
        opened.push(isMeant ? await openSession(data, caller) : null)
      }
      return { ...session, others: opened }
    },

    async refresh(refreshToken, caller) {
      const refreshed = await store.refresh(refreshToken, projectOf(caller).id)
      if (!('claims' in refreshed))
        throw refuse(
          'token',
          refreshed.status === 'stolen'
            ? 'This session was ended, because its refresh token was used twice; sign in again'
            : 'This session has ended; sign in again',
        )
      const token = tokenOf(refreshToken.split('.')[0] ?? '', refreshed.claims)
      return { token, refreshToken: refreshed.refreshToken }
    },

    async session(token, caller) {
      const { claims, account } = await open(token, caller)
      return { claims, account }
    },

    async keepMetadata(token, metadata, caller) {
      const { account } = await open(token, caller)
      await store.setMetadata(account.id, metadata)
    },

    async signOut(token, caller) {
      const { sid } = await open(token, caller)
      await store.endSession(sid)
    },
  }
}

function projectOf({ project }: Caller) {
  if (!project) throw refuse('project')
  return project
}

const ownerOf = (caller: Caller) => ({ projectId: projectOf(caller).id, origin: caller.origin })

/** Where the person must be signing in: the page that asks; for an app's own server, a page of its project. */
function placeOf(message: string, caller: Caller): { domain: string; origin: string } {
  const origin = caller.origin ?? ownOriginOf(message, caller)
  if (origin === undefined) throw refuse('signature', 'The message is for no page of this project')
  return { origin, domain: origin.slice(origin.indexOf('//') + 2) }
}

function ownOriginOf(message: string, caller: Caller): string | undefined {
  const address = readSignIn(message)?.uri
  if (address === undefined || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  return isOriginAllowed(projectOf(caller), origin) ? origin : undefined
}

/** The same account is the same person, however its address was written. */
function oneSpelling(address: string, namespace: Namespace): string {
  if (namespace === 'eip155' && isAddress(address, { strict: false })) return getAddress(address)
  // Bech32 may be written large; base58 says something else then.
  return namespace === 'bip122' && /^(?:bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address
}

function factsOf(data: SignInData, account: string): SessionFacts {
  const { namespace = '', reference = '' } = parseNetworkId(data.chainId) ?? {}
  return {
    sub: account,
    address: data.accountAddress,
    chainId: reference,
    chainNamespace: namespace,
    caip2Network: data.chainId,
    uri: data.uri,
    domain: data.domain,
    nonce: data.nonce,
  }
}

/** A session ends no later than its message does. */
function endOf({ expirationTime }: SignInData, most: number): number {
  return expirationTime === undefined ? most : Math.min(most, Date.parse(expirationTime))
}

const faultTexts: Readonly<Record<Exclude<SignInFault, 'nonce'> | 'message' | 'signature', string>> = {
  message: 'The message is no sign-in message',
  signature: 'The signature is not that of the address',
  domain: 'The message is for another domain',
  uri: 'The message is for another address',
  version: 'The message has another version than 1',
  chain: 'The message is for another network',
  'time-unreadable': 'A time in the message cannot be read',
  'issued-in-future': 'The message was issued in the future; check the clock',
  expired: 'The message has expired',
  'not-yet-valid': 'The message is not valid yet',
}
