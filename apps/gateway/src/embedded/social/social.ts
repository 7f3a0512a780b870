/** Signing in with another service: begun by the frame, carried by a window, ended by the frame that began it. */
import { randomInt } from 'node:crypto'
import { hours } from '@latchkey/spec/limits'
import { type RedirectProvider, redirectProviders } from '@latchkey/spec/options'
import { walletLimits } from '@latchkey/spec/walletApi'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import * as v from 'valibot'
import { type Attempt, newSecret, secretHash } from '../attempts.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import { isSame } from '../session/dpop.js'
import { createProvider, type Provider } from './providers.js'
import type { SocialSettings } from './settings.js'

const facts = v.object({ state: v.string(), nonce: v.string(), verifier: v.string() })
const result = v.union([
  v.object({ provider: v.string(), subject: v.string(), userName: v.optional(v.string()) }),
  v.object({ userId: v.string() }),
])

export interface Question {
  readonly provider: RedirectProvider
  /** The page that wants somebody to sign in. */
  readonly origin: string
  /** A window stands beside the page that shows the number; in the same tab there is no such page any more. */
  readonly asksNumber: boolean
}

export interface Social {
  readonly handlers: Pick<WalletHandlers, 'socialStart' | 'handoff'>
  /** What a person is asked before the browser leaves for the provider. */
  question(provider: string, ticket: string): Promise<Question>
  /** Where the browser goes when the person said yes, and the cookie that ties it to what comes back. */
  depart(
    provider: string,
    ticket: string,
    number: string | undefined,
  ): Promise<{ url: string; state: string; postsBack: boolean }>
  /** Where the browser goes after the provider. Never throws: a person is looking at it. */
  arrive(provider: string, answer: URLSearchParams, cookie: string | undefined): Promise<string>
}

export function createSocial(
  parts: EmbeddedParts,
  { settings, isLocal }: { settings: SocialSettings; isLocal: boolean },
): Social {
  const { clock, attempts, users, limits, checkEmbedder, signIn } = parts
  const providers = new Map<RedirectProvider, Provider>()
  for (const provider of redirectProviders) {
    const own = settings[provider]
    if (own) providers.set(provider, createProvider({ provider, settings: own, clock, isLocal }))
  }
  const redirectUri = (provider: string) => `${parts.walletOrigin()}/oauth/${provider}/callback`

  function providerOf(name: string): Provider {
    const found = redirectProviders.find((each) => each === name)
    const provider = found && providers.get(found)
    if (!provider) throw new WalletRefusal('PROVIDER_OFF')
    return provider
  }

  /** The attempt of a start address, while it waits for its provider. */
  async function ticketed(name: string, ticket: string): Promise<Attempt> {
    const [id = '', secret = ''] = ticket.split('.')
    const attempt = isUuid(id) ? await attempts.find(id) : undefined
    const isIt =
      attempt?.kind === 'social' &&
      attempt.provider === name &&
      isSame(attempt.secretHash ?? '', secretHash(secret))
    if (!attempt || !isIt || attempts.isOver(attempt)) throw new WalletRefusal('ATTEMPT_EXPIRED')
    if (attempt.state === 'refused') throw new WalletRefusal('ATTEMPT_REFUSED')
    if (attempt.state !== 'provider') throw new WalletRefusal('ATTEMPT_EXPIRED')
    return attempt
  }

  /** Each time, also after somebody else typed it: whoever leaves for the provider has seen the number themselves. */
  const checkNumber = ({ id }: Attempt, number: string) =>
    attempts.checkNumber(id, number, async () => {
      await attempts.move(id, 'provider', 'refused')
      throw new WalletRefusal('ATTEMPT_REFUSED')
    })

  /** The attempt that a state stands for, in the browser that departed with it. */
  async function attemptOf(provider: string, state: string, cookie: string | undefined): Promise<Attempt> {
    const [id = ''] = state.split('.')
    const attempt = isUuid(id) ? await attempts.find(id) : undefined
    const isOurs = attempt?.kind === 'social' && attempt.provider === provider
    // The cookie says that it is the same browser, the sealed state that it is the same departure.
    if (!attempt || !isOurs || !cookie || !isSame(cookie, state)) throw new WalletRefusal('STATE')
    if (attempts.isOver(attempt) || attempt.state !== 'provider') throw new WalletRefusal('ATTEMPT_EXPIRED')
    return attempt
  }

  async function finish(provider: string, answer: URLSearchParams, cookie: string | undefined) {
    const state = answer.get('state') ?? ''
    const attempt = await attemptOf(provider, state, cookie)
    try {
      const asked = await attempts.open(attempt, 'facts_sealed', facts)
      if (!isSame(asked.state, state)) throw new WalletRefusal('STATE')
      const identity = await providerOf(provider).identify(
        new URL(`${redirectUri(provider)}?${answer}`),
        asked,
      )
      const resultSealed = await attempts.seal(attempt.id, 'result_sealed', identity)
      if (!(await attempts.move(attempt.id, 'provider', 'verified', { resultSealed })))
        throw new WalletRefusal('ATTEMPT_EXPIRED')
      return { attempt, code: await attempts.makeHandoff(attempt.id) }
    } catch (cause) {
      return { attempt, cause }
    }
  }

  return {
    handlers: {
      async socialStart({ body }, caller) {
        const { provider, returnUrl } = body
        providerOf(provider)
        const embedder = { projectId: body.projectId, origin: body.origin }
        const way = { feature: 'social_login', choice: provider } as const
        const { projectId, origin } = await checkEmbedder(embedder, way)
        // Back to the page that asked, and to nowhere else.
        if (returnUrl !== undefined && originOf(returnUrl) !== origin) throw new WalletRefusal('BAD_REQUEST')
        const { network } = caller
        const rule = { key: `logins|${network}`, limit: walletLimits.loginsPerNetworkHour, window: hours(1) }
        const wait = await limits.take([rule])
        if (wait > 0) throw new WalletRefusal('RATE', { retryAfter: wait })
        const secret = newSecret()
        const matchNumber = String(randomInt(100)).padStart(2, '0')
        const attempt = await attempts.begin({
          kind: 'social',
          state: 'provider',
          caller,
          projectId,
          origin,
          columns: { provider, secretHash: secretHash(secret), matchNumber, returnUrl: returnUrl ?? null },
        })
        const asked = {
          state: `${attempt.id}.${newSecret()}`,
          nonce: randomNonce(),
          verifier: randomPKCECodeVerifier(),
        }
        const factsSealed = await attempts.seal(attempt.id, 'facts_sealed', asked)
        await attempts.move(attempt.id, 'provider', 'provider', { factsSealed })
        return {
          attemptId: attempt.id,
          uri: `${parts.walletOrigin()}/oauth/${provider}/start?attempt=${attempt.id}.${secret}`,
          matchNumber,
          expiresAt: attempt.expiresAt.getTime(),
          now: clock.now(),
        }
      },

      async handoff({ body }, caller) {
        const attempt = await attempts.redeem(body.code, caller.jkt)
        const found = await attempts.open(attempt, 'result_sealed', result)
        const user = 'userId' in found ? await users.byId(found.userId) : await users.ofIdentity(found)
        if (!user) throw new WalletRefusal('ATTEMPT_EXPIRED')
        const provider = attempt.kind === 'passkey' ? 'passkey' : attempt.provider
        // A passkey that was shown in another window says who it is, and nothing about the browser that waits.
        return signIn({ attempt, user, provider, keep: body.keep })
      },
    },

    async question(name, ticket) {
      const { origin, returnUrl } = await ticketed(name, ticket)
      // Just found by this name.
      return { provider: name as RedirectProvider, origin, asksNumber: returnUrl === null }
    },

    async depart(name, ticket, number) {
      const provider = providerOf(name)
      const attempt = await ticketed(name, ticket)
      if (attempt.returnUrl === null) await checkNumber(attempt, number ?? '')
      const asked = await attempts.open(attempt, 'facts_sealed', facts)
      const url = await provider.authorizeUrl(asked, redirectUri(name))
      return { url, state: asked.state, postsBack: provider.postsBack }
    },

    async arrive(provider, answer, cookie) {
      const page = `${parts.walletOrigin()}/handoff`
      const back = (attempt: Attempt, fields: Record<string, string>) => {
        const fragment = new URLSearchParams(fields).toString()
        if (attempt.returnUrl === null)
          return `${page}#${new URLSearchParams({ ...fields, origin: attempt.origin })}`
        const url = new URL(attempt.returnUrl)
        url.searchParams.set('result_uri', `${page}#${fragment}`)
        return url.href
      }
      try {
        const done = await finish(provider, answer, cookie)
        if ('code' in done) return back(done.attempt, { code: done.code ?? '' })
        return back(done.attempt, { error: codeOf(done.cause) })
      } catch (cause) {
        // Nobody knows which page began it, so nobody is told but the person.
        return `${page}#error=${codeOf(cause)}`
      }
    },
  }

  function codeOf(cause: unknown): string {
    if (cause instanceof WalletRefusal) return cause.code
    parts.log.error({ err: cause }, 'a social sign-in failed')
    return 'INTERNAL'
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)
