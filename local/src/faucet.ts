/** What every faucet of the local world keeps to: one gift at a time, bounded per address, per caller and in all. */

const addressCooldown = 10_000
const windowLength = 60_000
const windowGifts = 120
/** Half of all: a caller that invents addresses leaves something for the others. */
const callerGifts = 60

export interface FaucetAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}
export interface Faucet {
  /** `caller` is the origin of a page; all programs, which have none, are one caller. */
  handle(body: string, caller?: string): Promise<FaucetAnswer>
}

export function createFaucet<address extends string>(options: {
  /** The address in the one form it is counted under; undefined for what is none. */
  readAddress: (text: string) => address | undefined
  /** Said to who sent no address. */
  hint: string
  /** Resolves with the transactions, once they are mined. */
  give: (to: address) => Promise<readonly unknown[]>
  now: () => number
}): Faucet {
  const { readAddress, hint, give, now } = options
  /** When each address was last served and who asked; entries older than the window are dropped, so it stays small. */
  const served = new Map<address, { at: number; caller: string }>()
  // One gift at a time: the transactions of two gifts must not race for a nonce or a coin.
  let queue: Promise<unknown> = Promise.resolve()

  function waitFor(address: address, caller: string): number {
    const time = now()
    for (const [key, { at }] of served) if (at <= time - windowLength) served.delete(key)
    const last = served.get(address)?.at
    if (last !== undefined && time - last < addressCooldown) return addressCooldown - (time - last)
    const all = [...served.values()]
    const own = all.filter((gift) => gift.caller === caller)
    const untilFree = (gifts: typeof all, most: number) =>
      gifts.length < most ? 0 : windowLength - (time - Math.min(...gifts.map(({ at }) => at)))
    return Math.max(untilFree(own, callerGifts), untilFree(all, windowGifts))
  }

  return {
    async handle(body, caller = '') {
      const text = readText(body)
      const to = text === undefined ? undefined : readAddress(text)
      if (!to) return { status: 400, body: { error: hint } }
      const wait = waitFor(to, caller)
      if (wait > 0) {
        const seconds = Math.ceil(wait / 1000)
        return {
          status: 429,
          headers: { 'retry-after': String(seconds) },
          body: { error: `try again in ${seconds} s` },
        }
      }
      served.set(to, { at: now(), caller })
      const gift = queue.then(() => give(to))
      queue = gift.catch(() => {})
      try {
        return { status: 200, body: { address: to, transactions: await gift } }
      } catch (error) {
        served.delete(to)
        const reason = error instanceof Error ? error.message : String(error)
        return { status: 502, body: { error: `the chain refused the gift: ${reason}` } }
      }
    },
  }
}

function readText(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || !('address' in parsed)) return undefined
    return typeof parsed.address === 'string' ? parsed.address : undefined
  } catch {
    return undefined
  }
}
