/** What a transaction does, in plain words: what moves, to whom, and what is not known. */
import { type Address, decodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import type { Call } from '../chain/send.js'
import type { WalletNetwork } from '../wallet/networks.js'
import type { Token } from '../wallet/worldFacts.js'
import { exactAmount } from './amount.js'

export interface Line {
  readonly label: string
  readonly value: string
  /** Shown with the name of the account, where there is one. */
  readonly isAddress?: boolean
}

export interface Described {
  /** "Send 5 USDC". */
  readonly title: string
  readonly lines: readonly Line[]
  /** What a careful person would want to know before a yes. */
  readonly notes: readonly string[]
}

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function setApprovalForAll(address operator, bool approved)',
  'function deposit()',
  'function withdraw(uint256 amount)',
])

export interface CallContext {
  readonly network: WalletNetwork
  /** By address in lower case. */
  readonly tokens: Readonly<Record<string, Token>>
}

export function describeCall(call: Call, context: CallContext): Described {
  const { network } = context
  const coins = exactAmount(call.value, network.decimals, network.symbol)
  const { to, data } = call
  if (to === undefined)
    return {
      title: 'Create a new contract',
      lines: call.value > 0n ? [{ label: 'Amount', value: coins }] : [],
      notes: ['The contract runs its code as soon as it is created.'],
    }
  if (data === undefined)
    return {
      title: `Send ${coins}`,
      lines: [{ label: 'To', value: to, isAddress: true }],
      notes: [],
    }
  const known = describeData(to, data, context)
  const paid = call.value > 0n ? [{ label: 'Amount', value: coins }] : []
  if (known) return { ...known, lines: [...known.lines, ...paid] }
  return {
    title: call.value > 0n ? `Send ${coins} and call a contract` : 'Call a contract',
    lines: [{ label: 'Contract', value: to, isAddress: true }, ...paid],
    notes: ['This wallet does not know what the call does. The data is shown below.'],
  }
}

function describeData(to: Address, data: Hex, context: CallContext): Described | undefined {
  const decoded = decode(data)
  if (!decoded) return undefined
  const tokens = Object.hasOwn(context.tokens, to.toLowerCase())
    ? context.tokens[to.toLowerCase()]
    : undefined
  const contract: Line = { label: tokens ? 'Token' : 'Contract', value: to, isAddress: true }
  const amountOf = (amount: bigint) =>
    tokens ? exactAmount(amount, tokens.decimals, tokens.symbol) : `${amount} units of a token`
  switch (decoded.functionName) {
    case 'transfer':
      return {
        title: `Send ${amountOf(decoded.args[1])}`,
        lines: [{ label: 'To', value: decoded.args[0], isAddress: true }, contract],
        notes: unknownToken(tokens),
      }
    case 'approve':
    case 'increaseAllowance':
      return allowance(decoded.args, { contract, tokens, amountOf })
    case 'transferFrom':
      return {
        title: `Move ${amountOf(decoded.args[2])}`,
        lines: [...between(decoded.args[0], decoded.args[1]), contract],
        notes: unknownToken(tokens),
      }
    case 'safeTransferFrom':
      return {
        title: `Send collectible #${decoded.args[2]}`,
        lines: [...between(decoded.args[0], decoded.args[1]), contract],
        notes: [],
      }
    case 'setApprovalForAll':
      return {
        title: decoded.args[1] ? 'Allow somebody to take all collectibles' : 'Take back a permission',
        lines: [
          {
            label: decoded.args[1] ? 'Allowed' : 'No longer allowed',
            value: decoded.args[0],
            isAddress: true,
          },
          contract,
        ],
        notes: decoded.args[1] ? ['It may take every collectible of this collection, now and later.'] : [],
      }
    case 'deposit':
      return { title: `Wrap ${context.network.symbol}`, lines: [contract], notes: [] }
    case 'withdraw':
      return {
        title: `Unwrap ${exactAmount(decoded.args[0], context.network.decimals, context.network.symbol)}`,
        lines: [contract],
        notes: [],
      }
  }
}

function allowance(
  [spender, amount]: readonly [Address, bigint],
  {
    contract,
    tokens,
    amountOf,
  }: { contract: Line; tokens: Token | undefined; amountOf(amount: bigint): string },
): Described {
  const name = tokens?.symbol ?? 'a token'
  const who: Line = { label: 'Allowed', value: spender, isAddress: true }
  if (amount === 0n)
    return {
      title: `Take back a permission for ${name}`,
      lines: [{ ...who, label: 'No longer allowed' }, contract],
      notes: [],
    }
  const isAll = amount > maxUint256 / 2n
  return {
    title: isAll ? `Allow somebody to take all ${name}` : `Allow somebody to take ${amountOf(amount)}`,
    lines: [who, contract],
    notes: [
      ...(isAll ? ['There is no limit: it may take whatever this account has or will have.'] : []),
      ...unknownToken(tokens),
    ],
  }
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    return undefined
  }
}

const between = (from: Address, to: Address): Line[] => [
  { label: 'From', value: from, isAddress: true },
  { label: 'To', value: to, isAddress: true },
]

const unknownToken = (token: Token | undefined) =>
  token ? [] : ['This wallet does not know the token, so the amount is shown without its decimal point.']
