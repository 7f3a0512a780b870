/** What the people did in the last months, as data: coins, tokens of both programs, and one failure. */
import type { SolanaTokenName } from '../tokens.js'

export const names = ['alice', 'bob', 'carol', 'dave', 'erin'] as const
export type Person = (typeof names)[number]

export interface Step {
  readonly daysAgo: number
  readonly who: Person
  readonly to: Person
  /** In the smallest units. */
  readonly amount: bigint
  readonly token?: SolanaTokenName
  readonly fails?: true
}

const sol = (amount: number) => BigInt(amount * 1000) * 1_000_000n
const usd = (amount: number) => BigInt(amount * 100) * 10_000n

/** Oldest first: a slot cannot come before another that is older. */
export const steps: readonly Step[] = [
  { daysAgo: 170.3, who: 'alice', to: 'bob', amount: sol(2.5) },
  { daysAgo: 151.9, who: 'bob', to: 'carol', amount: usd(120), token: 'usdc' },
  { daysAgo: 140.2, who: 'carol', to: 'alice', amount: sol(0.75) },
  { daysAgo: 122.6, who: 'dave', to: 'alice', amount: usd(64.5), token: 'usdt' },
  { daysAgo: 104.4, who: 'alice', to: 'erin', amount: 5_000_000_000n, token: 'toll' },
  { daysAgo: 88.1, who: 'erin', to: 'bob', amount: sol(1.125) },
  { daysAgo: 71.7, who: 'bob', to: 'alice', amount: usd(310.5), token: 'usdc' },
  { daysAgo: 55.3, who: 'alice', to: 'carol', amount: usd(20), token: 'usdc' },
  { daysAgo: 40.8, who: 'dave', to: 'carol', amount: usd(999_999), token: 'usdt', fails: true },
  { daysAgo: 29.5, who: 'alice', to: 'dave', amount: sol(4) },
  { daysAgo: 17.2, who: 'carol', to: 'erin', amount: usd(42), token: 'usdt' },
  { daysAgo: 9.6, who: 'alice', to: 'bob', amount: 1n, token: 'key' },
  { daysAgo: 4.1, who: 'erin', to: 'alice', amount: usd(15.25), token: 'usdc' },
  { daysAgo: 1.3, who: 'bob', to: 'alice', amount: sol(0.2) },
  { daysAgo: 0.1, who: 'alice', to: 'carol', amount: usd(5), token: 'usdt' },
]
