/** Signing in with Farcaster: the gateway opens the channel, asks the relay itself, and verifies what comes by itself. */
import { randomBytes } from 'node:crypto'
import { hours, seconds } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, eq, gt } from 'drizzle-orm'
import * as v from 'valibot'
import type { Chain } from '../../chain/chain.js'
import type { Job } from '../../jobs/startJob.js'
import { walletAttempts } from '../../store/schema.js'
import type { Attempt } from '../attempts.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import { type Completed, completed, createFarcasterRelay } from './relayClient.js'
import type { FarcasterSettings } from './settings.js'
import { verifyFarcaster } from './verifyFarcaster.js'

const facts = v.object({
  channelToken: v.string(),
  nonce: v.string(),
  uri: v.string(),
  domain: v.string(),
  /** What the relay answered. It says so once, and our node may be away just then. */
  answer: v.optional(completed),
})
type Facts = v.InferOutput<typeof facts>
const result = v.object({ fid: v.number(), userName: v.string() })

/** How long our node may take over one verification. */
const verifyDeadline = seconds(15)
const atOnce = 100

export interface Farcaster {
  readonly handlers: Pick<WalletHandlers, 'farcasterStart' | 'farcasterFinish'>
  readonly jobs: readonly Job[]
}

export function createFarcaster(
  parts: EmbeddedParts,
  /** Undefined where it is not set up, or no node of its network is. */
  input: { readonly settings: FarcasterSettings; readonly chain: Chain } | undefined,
): Farcaster {
  const { db, clock, log, attempts, users, limits, audit, outbound, checkEmbedder, signIn } = parts
  if (!input) {
    const off = async () => Promise.reject(new WalletRefusal('PROVIDER_OFF'))
    return { handlers: { farcasterStart: off, farcasterFinish: off }, jobs: [] }
  }
  const { settings, chain } = input
  const relay = createFarcasterRelay({ url: settings.relay, outbound, clock })

  const keep = async (id: string, known: Facts) =>
    attempts.move(id, 'provider', 'provider', {
      factsSealed: await attempts.seal(id, 'facts_sealed', known),
    })

  async function look(attempt: Attempt): Promise<void> {
    const known = await attempts.open(attempt, 'facts_sealed', facts)
    const answer = known.answer ?? (await relay.status(known.channelToken))
    if (answer === undefined) return
    if (answer === 'refused') return refuse(attempt, 'relay')
    if (!known.answer) await keep(attempt.id, { ...known, answer })
    await verify(attempt, known, answer)
  }

  async function verify(attempt: Attempt, expected: Facts, answer: Completed): Promise<void> {
    const leaving = new AbortController()
    const cancel = clock.after(verifyDeadline, () => leaving.abort())
    try {
      const now = clock.now()
      const known = await verifyFarcaster(answer, { ...expected, now }, chain, settings, leaving.signal)
      if ('fault' in known) return await refuse(attempt, known.fault)
      const { fid } = known
      // A relay may call somebody what it likes: the id is what counts, and the name is only shown.
      const userName = handle.test(answer.username ?? '') ? (answer.username ?? '') : `!${fid}`
      const resultSealed = await attempts.seal(attempt.id, 'result_sealed', { fid, userName })
      await attempts.move(attempt.id, 'provider', 'verified', { resultSealed })
    } finally {
      cancel()
    }
  }

  async function refuse({ id }: Attempt, reason: string): Promise<void> {
    if (!(await attempts.move(id, 'provider', 'refused'))) return
    await audit.record({ actor: id, action: 'farcaster.refused', object: id, detail: { reason } })
  }

  /** One gateway asks for an attempt at a time, however many there are. */
  async function poll(): Promise<void> {
    const isOpen = and(
      eq(walletAttempts.kind, 'farcaster'),
      eq(walletAttempts.state, 'provider'),
      gt(walletAttempts.expiresAt, new Date(clock.now())),
    )
    const open = await db.query.select().from(walletAttempts).where(isOpen).limit(atOnce)
    await Promise.all(
      open.map(async (attempt) => {
        const turn = { key: `farcaster|${attempt.id}`, limit: 1, window: walletLimits.farcasterPoll }
        if (attempt.factsSealed === null || (await limits.take([turn])) > 0) return
        // One that cannot be decided now must not keep the others waiting; it is looked at again.
        await look(attempt).catch((err: unknown) => log.warn({ err }, 'a Farcaster sign-in waits'))
      }),
    )
  }

  return {
    jobs: [{ name: 'ask the Farcaster relay', every: walletLimits.farcasterPoll, run: poll }],
    handlers: {
      async farcasterStart({ body }, caller) {
        const embedder = { projectId: body.projectId, origin: body.origin }
        const way = { feature: 'social_login', choice: 'farcaster' } as const
        const { projectId, origin } = await checkEmbedder(embedder, way)
        const key = `logins|${caller.network}`
        const wait = await limits.take([{ key, limit: walletLimits.loginsPerNetworkHour, window: hours(1) }])
        if (wait > 0) throw new WalletRefusal('RATE', { retryAfter: wait })
        const nonce = randomBytes(walletLimits.farcasterNonceBytes).toString('hex')
        // In what is signed: whoever is shown the code of a stranger can read for which page it is.
        const uri = `${parts.walletOrigin()}/farcaster?${new URLSearchParams({ for: origin })}`
        const domain = new URL(uri).host
        const expirationTime = new Date(clock.now() + walletLimits.attemptLife).toISOString()
        const channel = await relay.open({ siweUri: uri, domain, nonce, expirationTime })
        const attempt = await attempts.begin({
          kind: 'farcaster',
          state: 'provider',
          caller,
          projectId,
          origin,
        })
        await keep(attempt.id, { channelToken: channel.channelToken, nonce, uri, domain })
        return {
          attemptId: attempt.id,
          url: channel.url,
          expiresAt: attempt.expiresAt.getTime(),
          now: clock.now(),
        }
      },

      async farcasterFinish({ body }, caller) {
        const attempt = await attempts.ofKey(body.attemptId, caller.jkt)
        if (attempt.kind !== 'farcaster') throw new WalletRefusal('ATTEMPT_EXPIRED')
        if (attempt.state === 'refused') throw new WalletRefusal('SIWF_INVALID')
        const known = await attempts.open(attempt, 'result_sealed', result)
        if (!(await attempts.move(attempt.id, 'verified', 'done'))) throw new WalletRefusal('ATTEMPT_EXPIRED')
        const identity = { provider: 'farcaster', subject: String(known.fid), userName: known.userName }
        const user = await users.ofIdentity(identity)
        return signIn({ attempt, user, provider: 'farcaster', keep: body.keep })
      },
    },
  }
}

/** Names of Farcaster: their own, and those of ENS. */
const handle = /^[a-z0-9][a-z0-9.-]{0,63}$/
