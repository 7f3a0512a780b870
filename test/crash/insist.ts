/** Asks again until there is an answer: after a crash the question was heard, or not, or heard and not answered. */
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any restart; a gateway that is away for this long has not recovered. */
const patience = 60_000
const every = 25

export interface Insisted<answer> {
  readonly answer: answer
  /** Questions that nobody answered before this one. */
  readonly lost: number
  /** Milliseconds since the first question. */
  readonly took: number
}

/** `isAnswer`: whether it was said by the gateway about the question, and not about its own trouble. */
export async function insist<answer>(
  what: string,
  ask: () => Promise<answer>,
  isAnswer: (answer: answer) => boolean,
): Promise<Insisted<answer>> {
  const started = performance.now()
  let last: unknown
  for (let lost = 0; performance.now() - started < patience; lost += 1) {
    try {
      const answer = await ask()
      if (isAnswer(answer)) return { answer, lost, took: performance.now() - started }
      last = answer
    } catch (error) {
      last = error
    }
    await pause(every)
  }
  throw new Error(`${what}: no answer within ${patience / 1000} s, at last ${describe(last)}`, {
    cause: last,
  })
}

function describe(last: unknown): string {
  if (!(last instanceof Error)) return JSON.stringify(last)
  return last.cause instanceof Error ? `${last.message} (${last.cause.message})` : last.message
}

/** With a deadline: a gateway that hangs is one that does not answer. */
export async function askJson(url: string, init?: RequestInit): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) })
  return { status: answer.status, body: await answer.json() }
}

/** Neither the gateway's trouble nor its limits. */
export const isSettled = ({ status }: { status: number }) => status < 500 && status !== 429
