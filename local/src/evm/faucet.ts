/** Gives a newcomer native coins and tokens: validated, one gift at a time, bounded per address, per caller and in all. */
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isAddress,
  parseEther,
  parseUnits,
  toHex,
} from 'viem'
import { addresses } from './addresses.js'
import type { Request } from './rpc.js'

const addressCooldown = 10_000
const windowLength = 60_000
const windowGifts = 120
/** Half of all: a caller that invents addresses leaves something for the others. */
const callerGifts = 60

const nativeGift = parseEther('10')
const tokenGifts = [
  { token: addresses.usdc, amount: parseUnits('1000', 6) },
  { token: addresses.dai, amount: parseUnits('1000', 18) },
  { token: addresses.usdt, amount: parseUnits('1000', 6) },
] as const

export interface FaucetAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}
export interface Faucet {
  /** `caller` is the origin of a page; all programs, which have none, are one caller. */
  handle(body: string, caller?: string): Promise<FaucetAnswer>
}

export function createFaucet(options: { request: Request; from: Address; now: () => number }): Faucet {
  const { request, from, now } = options
  /** When each address was last served and who asked; entries older than the window are dropped, so it stays small. */
  const served = new Map<Address, { at: number; caller: string }>()
  // One gift at a time: the transactions of two gifts must not race for a nonce.
  let queue: Promise<unknown> = Promise.resolve()

  function waitFor(address: Address, caller: string): number {
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

  async function send(transaction: { to: Address; value?: Hex; data?: Hex }): Promise<unknown> {
    return request('eth_sendTransaction', [{ from, ...transaction }])
  }

  async function give(to: Address): Promise<unknown[]> {
    const hashes = [await send({ to, value: toHex(nativeGift) })]
    for (const { token, amount } of tokenGifts) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
      hashes.push(await send({ to: token, data }))
    }
    return hashes
  }

  return {
    async handle(body, caller = '') {
      const to = readAddress(body)
      if (!to) return { status: 400, body: { error: 'send {"address":"0x…"} with a valid eip155 address' } }
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
        return { status: 502, body: { error: `the chain refused the gift: ${(error as Error).message}` } } // give only rejects with Errors of `request`
      }
    },
  }
}

function readAddress(body: string): Address | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || !('address' in parsed)) return undefined
    const { address } = parsed
    return typeof address === 'string' && isAddress(address) ? getAddress(address) : undefined
  } catch {
    return undefined
  }
}
