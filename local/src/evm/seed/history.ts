/** What the people did in the last months, as data: sends, approvals, swaps, wraps, collectibles, and one failure. */
import { type Address, encodeFunctionData, type Hex, maxUint256, parseEther, parseUnits } from 'viem'
import { badgesAbi, keysAbi, routerAbi, tokenAbi, wrappedEtherAbi } from '../abis.js'
import type { LocalAccounts } from '../accounts.js'
import { addresses, type TokenName, tokens } from '../addresses.js'
import { names } from './names.js'
import type { Send } from './sender.js'

type Person = (typeof names)[number]

type Step = { daysAgo: number; who: Person } & (
  | { does: 'send'; to: Person; amount: string; token?: TokenName; fails?: true }
  | { does: 'approve'; token: TokenName; amount: string }
  | { does: 'swap'; amount: string; from: TokenName | 'native'; into: TokenName | 'native' }
  | { does: 'wrap'; amount: string }
  | { does: 'giveKey'; to: Person; id: bigint }
  | { does: 'giveBadge'; to: Person; id: bigint; count: bigint }
)

/** Oldest first: a block cannot be older than its parent. Fractions are hours of the day. */
const steps: readonly Step[] = [
  { daysAgo: 171.4, who: 'alice', does: 'send', to: 'bob', amount: '1.5' },
  { daysAgo: 168.1, who: 'bob', does: 'send', to: 'carol', amount: '250', token: 'usdc' },
  { daysAgo: 161.8, who: 'carol', does: 'swap', amount: '0.8', from: 'native', into: 'usdc' },
  { daysAgo: 155.2, who: 'dave', does: 'send', to: 'alice', amount: '120', token: 'dai' },
  { daysAgo: 150.6, who: 'alice', does: 'giveKey', to: 'erin', id: 2n },
  { daysAgo: 142.3, who: 'erin', does: 'wrap', amount: '3' },
  { daysAgo: 139.9, who: 'bob', does: 'approve', token: 'usdc', amount: '1000' },
  { daysAgo: 139.8, who: 'bob', does: 'swap', amount: '1000', from: 'usdc', into: 'native' },
  { daysAgo: 131.5, who: 'alice', does: 'send', to: 'dave', amount: '75.25', token: 'usdt' },
  { daysAgo: 127.7, who: 'carol', does: 'giveBadge', to: 'alice', id: 3n, count: 2n },
  { daysAgo: 120.4, who: 'dave', does: 'send', to: 'erin', amount: '0.42' },
  { daysAgo: 114.0, who: 'alice', does: 'approve', token: 'dai', amount: '600' },
  { daysAgo: 113.9, who: 'alice', does: 'swap', amount: '600', from: 'dai', into: 'weth' },
  { daysAgo: 108.2, who: 'erin', does: 'send', to: 'alice', amount: '33', token: 'usdc' },
  { daysAgo: 101.6, who: 'bob', does: 'send', to: 'dave', amount: '10', token: 'stuck', fails: true },
  { daysAgo: 97.3, who: 'carol', does: 'send', to: 'bob', amount: '400', token: 'dai' },
  { daysAgo: 91.1, who: 'dave', does: 'giveKey', to: 'alice', id: 10n },
  { daysAgo: 86.5, who: 'alice', does: 'send', to: 'carol', amount: '12.125' },
  { daysAgo: 80.8, who: 'bob', does: 'swap', amount: '2.2', from: 'native', into: 'dai' },
  { daysAgo: 74.4, who: 'erin', does: 'approve', token: 'usdc', amount: '500' },
  { daysAgo: 74.3, who: 'erin', does: 'swap', amount: '500', from: 'usdc', into: 'usdt' },
  { daysAgo: 67.9, who: 'alice', does: 'send', to: 'bob', amount: '50', token: 'toll' },
  { daysAgo: 60.2, who: 'carol', does: 'send', to: 'dave', amount: '1000', token: 'usdc' },
  { daysAgo: 54.7, who: 'dave', does: 'wrap', amount: '0.5' },
  { daysAgo: 49.3, who: 'bob', does: 'giveBadge', to: 'erin', id: 2n, count: 1n },
  { daysAgo: 43.6, who: 'alice', does: 'swap', amount: '1', from: 'native', into: 'usdc' },
  { daysAgo: 38.8, who: 'erin', does: 'send', to: 'carol', amount: '0.07' },
  { daysAgo: 33.1, who: 'alice', does: 'approve', token: 'usdc', amount: '2000' },
  { daysAgo: 29.4, who: 'bob', does: 'send', to: 'alice', amount: '310.5', token: 'usdc' },
  { daysAgo: 24.9, who: 'carol', does: 'giveKey', to: 'bob', id: 8n },
  { daysAgo: 19.2, who: 'dave', does: 'send', to: 'carol', amount: '64', token: 'dai' },
  { daysAgo: 14.6, who: 'alice', does: 'swap', amount: '2000', from: 'usdc', into: 'native' },
  { daysAgo: 11.3, who: 'erin', does: 'send', to: 'bob', amount: '5' },
  { daysAgo: 8.5, who: 'bob', does: 'swap', amount: '0.3', from: 'native', into: 'toll' },
  { daysAgo: 5.7, who: 'alice', does: 'send', to: 'erin', amount: '20', token: 'usdc' },
  { daysAgo: 3.2, who: 'carol', does: 'send', to: 'alice', amount: '2.75' },
  { daysAgo: 1.9, who: 'dave', does: 'send', to: 'alice', amount: '15', token: 'usdt' },
  { daysAgo: 0.6, who: 'alice', does: 'giveBadge', to: 'bob', id: 1n, count: 1n },
  { daysAgo: 0.2, who: 'bob', does: 'send', to: 'alice', amount: '0.125' },
]

const secondsADay = 86_400

/** Replays the steps so that the last ends shortly before `endsAt` (Unix seconds). */
export async function replayHistory(send: Send, { people }: LocalAccounts, endsAt: number): Promise<void> {
  const addressOf = (person: Person): Address => {
    const account = people[names.indexOf(person)]
    if (!account) throw new Error(`no account for ${person}`)
    return account.address
  }
  for (const step of steps) {
    const from = addressOf(step.who)
    await send({
      from,
      at: Math.floor(endsAt - step.daysAgo * secondsADay),
      ...('fails' in step ? { fails: true } : {}),
      ...act(step, from, addressOf),
    })
  }
}

interface Act {
  to: Address
  value?: bigint
  data?: Hex
}

function act(step: Step, from: Address, addressOf: (person: Person) => Address): Act {
  switch (step.does) {
    case 'send': {
      const to = addressOf(step.to)
      if (!step.token) return { to, value: parseEther(step.amount) }
      const args = [to, units(step.token, step.amount)] as const
      return {
        to: addresses[step.token],
        data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args }),
      }
    }
    case 'approve': {
      const args = [addresses.router, units(step.token, step.amount)] as const
      return {
        to: addresses[step.token],
        data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args }),
      }
    }
    case 'wrap':
      return {
        to: addresses.weth,
        value: parseEther(step.amount),
        data: encodeFunctionData({ abi: wrappedEtherAbi, functionName: 'deposit' }),
      }
    case 'swap':
      return swap(step.from, step.into, step.amount, from)
    case 'giveKey': {
      const args = [from, addressOf(step.to), step.id] as const
      return {
        to: addresses.keys,
        data: encodeFunctionData({ abi: keysAbi, functionName: 'safeTransferFrom', args }),
      }
    }
    case 'giveBadge': {
      const args = [from, addressOf(step.to), step.id, step.count, '0x'] as const
      return {
        to: addresses.badges,
        data: encodeFunctionData({ abi: badgesAbi, functionName: 'safeTransferFrom', args }),
      }
    }
  }
}

/** Nobody trades against the seed, so no minimum is asked for. */
function swap(from: TokenName | 'native', into: TokenName | 'native', amount: string, to: Address): Act {
  const path = [from, into].map((token) => addresses[token === 'native' ? 'weth' : token])
  const abi = routerAbi
  if (from === 'native') {
    const args = [0n, path, to, maxUint256] as const
    const functionName = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
    return {
      to: addresses.router,
      value: parseEther(amount),
      data: encodeFunctionData({ abi, functionName, args }),
    }
  }
  const args = [units(from, amount), 0n, path, to, maxUint256] as const
  const functionName = into === 'native' ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return { to: addresses.router, data: encodeFunctionData({ abi, functionName, args }) }
}

const units = (token: TokenName, amount: string) => parseUnits(amount, tokens[token].decimals)
