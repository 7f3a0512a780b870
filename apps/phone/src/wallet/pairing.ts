/** Following a link until the app's question is there, with a reason at every way it can end. */
import type { IWalletKit } from '@reown/walletkit'
import { readLink } from '../relay/readLink.js'
import type { PairingProblem, PairingState } from './state.js'

/** In milliseconds. A relay that is away is said to be so meanwhile; an app that made a link is there already. */
const joinPatience = 45_000
const answerPatience = 20_000

const texts: Readonly<Record<PairingProblem, string>> = {
  empty: 'Paste a link first. It begins with “wc:”.',
  malformed: 'This is not a connection link. Copy it again in the app; it begins with “wc:”.',
  old: 'This link is of an older kind that no relay serves any more. Ask the app for a new one.',
  expired: 'This link has expired. Ask the app for a new one.',
  used: 'This link was used already. Each link serves once; ask the app for a new one.',
  silent:
    'The app does not answer. The link may be used up, or the app may be closed. Ask it for a new link.',
  unreachable: 'The relay does not answer, so the app cannot be reached. Try again in a moment.',
}

export interface Pairing {
  follow(text: string): Promise<void>
  cancel(): void
  /** A question of an app came over the link with this topic. */
  heard(topic: string): void
}

export function createPairing(options: {
  readonly client: IWalletKit
  readonly tell: (state: PairingState) => void
  readonly isUsed: (topic: string) => boolean
  /** A question of this link waits already. */
  readonly hasAsk: (topic: string) => boolean
  readonly now: () => number
}): Pairing {
  const { client, tell, isUsed, hasAsk, now } = options
  let current: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function end(state: PairingState): void {
    current = undefined
    clearTimeout(timer)
    tell(state)
  }
  const fail = (problem: PairingProblem) => end({ status: 'failed', problem, text: texts[problem] })
  /** After it the link is given up; one that comes late is dropped by `heard`. */
  const within = (patience: number, problem: PairingProblem) => {
    clearTimeout(timer)
    timer = setTimeout(() => fail(problem), patience)
  }

  return {
    async follow(text) {
      const link = readLink(text, now())
      if ('problem' in link) return fail(link.problem)
      const { uri, topic } = link
      if (hasAsk(topic)) return end({ status: 'idle' })
      if (isUsed(topic)) return fail('used')
      current = topic
      tell({ status: 'joining', topic })
      within(joinPatience, 'unreachable')
      try {
        await client.pair({ uri })
      } catch (cause) {
        if (current !== topic) return
        return fail(cause instanceof Error && /already exists/.test(cause.message) ? 'used' : 'unreachable')
      }
      if (current !== topic) return
      tell({ status: 'waiting', topic })
      within(answerPatience, 'silent')
    },
    cancel: () => end({ status: 'idle' }),
    heard(topic) {
      if (current === topic) end({ status: 'idle' })
    },
  }
}
