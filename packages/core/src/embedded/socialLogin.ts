/** Signing in with another service, in a window that is opened inside the click; with Farcaster; with a passkey. */
import { type RedirectProvider, redirectProviders } from '@latchkey/spec/options'
import { showToast } from '../actions/toast.js'
import { detectPlatform, readSurroundings } from '../links/platform.js'
import type { OpenedWindow } from './environment.js'
import { leavingKey } from './leavingKey.js'
import { type Logins, problemOf, type Round } from './logins.js'
import type { EmbeddedParts } from './parts.js'
import type { EmbeddedUser } from './state.js'
import type { Surface } from './surface.js'

export interface SocialLogin {
  /** Inside a click: it opens the window. */
  connectSocial(provider: RedirectProvider): Promise<void>
  /** Inside a click: opens the window again, where it was blocked or lost. */
  reopenWindow(): void
  connectFarcaster(): Promise<void>
  connectPasskey(): Promise<void>
  /** S2-12: somebody comes back to this page from a service, in the same tab. */
  comeBack(uri: string): Promise<void>
}

const blank = 'about:blank'

export function createSocialLogin(
  { context, frame, environment }: EmbeddedParts,
  logins: Logins,
  surface: Surface,
  arrive: (user: EmbeddedUser) => Promise<void>,
): SocialLogin {
  let opened: OpenedWindow | undefined
  /** Where the window of the round under way belongs. */
  let start: { readonly round: Round; readonly uri: string; show: () => void } | undefined

  /** Some browsers inside apps have no windows: the person leaves in this tab and comes back (S2-12). */
  const isWithoutWindows = () => {
    const { inApp } = detectPlatform(readSurroundings())
    return inApp === 'telegram'
  }

  async function inWindow(round: Round, provider: RedirectProvider): Promise<void> {
    round.set({ step: 'social', provider, phase: 'starting' })
    const { uri, matchNumber } = await frame.ask(
      'GET_SOCIAL_REDIRECT_URI',
      { provider },
      { signal: round.signal },
    )
    const known = matchNumber === undefined ? {} : { matchNumber }
    const show = () => round.set({ step: 'social', provider, phase: opened ? 'window' : 'blocked', ...known })
    start = { round, uri, show }
    opened?.goTo(uri)
    show()
    // The window's pages cut the tie to this one, so the frame hears from the server how it went.
    const user = await frame.ask('CONNECT_SOCIAL', { uri }, { signal: round.signal })
    round.set({ step: 'social', provider, phase: 'connecting', ...known })
    await finish(round, { provider, ...named(user) })
  }

  async function inThisTab(round: Round, provider: RedirectProvider): Promise<void> {
    round.set({ step: 'social', provider, phase: 'starting' })
    const returnUrl = environment.address()
    const { uri } = await frame.ask(
      'GET_SOCIAL_REDIRECT_URI',
      { provider, returnUrl },
      { signal: round.signal },
    )
    context.storage.raw.set(leavingKey, provider)
    environment.leaveFor(uri)
  }

  const isOfWallet = (uri: string) =>
    URL.canParse(uri) && new URL(uri).origin === new URL(context.options.walletUrl ?? '').origin

  /** Where only the last step fails, only that is tried again. */
  const finish = (round: Round, user: EmbeddedUser) => logins.run(round, () => arrive(user))

  function closeWindow(): void {
    opened?.close()
    opened = undefined
    start = undefined
  }

  return {
    async connectSocial(provider) {
      const isHere = isWithoutWindows()
      // First of all: a browser opens windows only while it remembers the click.
      opened = isHere ? undefined : environment.openWindow(blank)
      const round = logins.begin({ step: 'social', provider, phase: 'starting' })
      round.signal.addEventListener('abort', closeWindow, { once: true })
      await logins.run(round, () => (isHere ? inThisTab(round, provider) : inWindow(round, provider)))
    },

    reopenWindow() {
      if (!start || start.round !== logins.current()) return
      opened = environment.openWindow(start.uri)
      start.show()
    },

    async connectFarcaster() {
      const round = logins.begin({ step: 'farcaster', phase: 'starting' })
      const { signal } = round
      await logins.run(round, async () => {
        round.set({ step: 'farcaster', phase: 'starting' })
        const { url } = await frame.ask('GET_FARCASTER_URI', undefined, { signal })
        round.set({ step: 'farcaster', phase: 'waiting', url })
        const { userName } = await frame.ask('CONNECT_FARCASTER', undefined, { signal })
        round.set({ step: 'farcaster', phase: 'connecting', url })
        await finish(round, { provider: 'farcaster', userName })
      })
    },

    async connectPasskey() {
      const round = logins.begin({ step: 'passkey', phase: 'frame' })
      await logins.run(round, async () => {
        round.set({ step: 'passkey', phase: 'frame' })
        const leave = surface.enter(() => logins.cancel())
        try {
          await frame.ask('CONNECT_PASSKEY', undefined, { signal: round.signal })
        } finally {
          // First: whoever leaves the frame's view while it counts gives the sign-in up.
          round.set({ step: 'passkey', phase: 'connecting' })
          leave()
        }
        await finish(round, { provider: 'passkey' })
      })
    },

    async comeBack(uri) {
      const { raw } = context.storage
      const left = raw.get(leavingKey)
      raw.remove(leavingKey)
      const provider = redirectProviders.find((each) => each === left)
      // Nobody left from here, so nobody comes back: the address was made by somebody else.
      if (!provider || !isOfWallet(uri))
        return context.log.warn('A sign-in that did not begin here is ignored')
      try {
        const user = await frame.ask('CONNECT_SOCIAL', { uri })
        await arrive({ provider, ...named(user) })
      } catch (cause) {
        context.log.info('Nobody came back signed in', cause)
        showToast(context, { variant: 'error', text: problemOf(cause), isForPage: true })
      }
    },
  }
}

const named = ({ email, userName }: { email?: string | undefined; userName?: string | undefined }) => ({
  ...(email ? { email } : {}),
  ...(userName ? { userName } : {}),
})
