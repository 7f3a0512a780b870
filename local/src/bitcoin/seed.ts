/** The past of the chain: coins that are ripe, everybody's purse, and what the people did. The same on every start at the same time. */
import type { BitcoinAccount, BitcoinAccounts } from './accounts.js'
import type { BitcoinLedger } from './ledger.js'
import { pay } from './pay.js'

const day = 86_400_000
const coin = 100_000_000n
/** Blocks before anything can be spent, and some more, so that the faucet has what to give. */
const ripening = 120

const names = ['alice', 'bob', 'carol', 'dave', 'erin'] as const
type Person = (typeof names)[number]

/** Oldest first: a block is not older than the one before it. */
const steps: readonly {
  daysAgo: number
  who: Person
  to: Person
  amount: bigint
  on?: keyof BitcoinAccount
}[] = [
  { daysAgo: 169.2, who: 'alice', to: 'bob', amount: 25_000_000n },
  { daysAgo: 133.7, who: 'bob', to: 'carol', amount: 4_200_000n, on: 'ordinals' },
  { daysAgo: 98.4, who: 'carol', to: 'alice', amount: 12_345_678n },
  { daysAgo: 66.1, who: 'alice', to: 'dave', amount: 1_000_000n, on: 'nested' },
  { daysAgo: 31.8, who: 'erin', to: 'alice', amount: 7_500_000n },
  { daysAgo: 12.5, who: 'alice', to: 'erin', amount: 333_333n, on: 'legacy' },
  { daysAgo: 2.2, who: 'dave', to: 'alice', amount: 50_000n, on: 'ordinals' },
]

export function seed(ledger: BitcoinLedger, { people, miner }: BitcoinAccounts, now: number): void {
  const start = now - 180 * day
  for (let block = 0; block < ripening; block++) ledger.mine(start + block * 600_000)
  const purses = people.flatMap(({ payment, ordinals }) => [
    { address: payment.address, amount: 2n * coin },
    { address: ordinals.address, amount: coin / 2n },
  ])
  pay(ledger, miner, purses)
  ledger.mine(start + ripening * 600_000)
  const personOf = (name: Person): BitcoinAccount => {
    const person = people[names.indexOf(name)]
    if (!person) throw new Error(`no account for ${name}`)
    return person
  }
  for (const { daysAgo, who, to, amount, on = 'payment' } of steps) {
    pay(ledger, personOf(who).payment, [{ address: personOf(to)[on].address, amount }])
    ledger.mine(now - daysAgo * day)
  }
  ledger.mine(now - 600_000)
}
