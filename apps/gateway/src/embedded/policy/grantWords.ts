/** A permission in plain words: which contract and function, how much, how often, until when. */
import type { SessionGrant, SessionPermission, WalletAnswerOf } from '@latchkey/spec/walletApi'
import { givesTokens } from './givingFunctions.js'
import { amountOf, isUnlimited, type Words } from './words.js'

type ShownToken = NonNullable<WalletAnswerOf<'approvalRead'>['tokens']>[number]

export function linesOfGrant({ permissions, expiry, app }: SessionGrant, words: Words): string[] {
  return [
    ...permissions.map((permission) => lineOfPermission(permission, words)),
    `Until ${timeOf(expiry)}`,
    `With the key ${app}`,
  ]
}

const timeOf = (seconds: number) =>
  `${new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16)} UTC`

function lineOfPermission({ type, data }: SessionPermission, words: Words): string {
  if (type === 'contract-call') {
    const names = data.functions?.map(({ functionName, valueLimit }) =>
      valueLimit === undefined
        ? functionName
        : `${functionName} with ${amountOf(BigInt(valueLimit), words.coin)} each`,
    )
    return `Call ${names?.join(', ') ?? 'any function'} of ${data.address}`.slice(0, 512)
  }
  const coin = 'address' in data ? words.token(data.address) : words.coin
  const amount = BigInt(data.allowance)
  const most = isUnlimited(amount) ? `any amount of ${coin.symbol}` : `up to ${amountOf(amount, coin)}`
  const often = 'period' in data ? `every ${spanOf(data.period)}${beginningOf(data)}` : 'in all'
  return `Send ${most} ${often}${'address' in data ? '' : ', network fees included'}`
}

/** Periods count from when the session was made, or from a later moment that the page chose. */
function beginningOf({ start }: { readonly start: number }): string {
  return start === 0 ? '' : ` from ${timeOf(start)}`
}

/** For the screen, which has the numbers only: tokens that somebody vouches for. */
export function tokensOfGrant(
  { permissions }: Pick<SessionGrant, 'permissions'>,
  words: Words,
): ShownToken[] {
  return permissions.flatMap(({ type, data }) => {
    if (type === 'contract-call' || !('address' in data)) return []
    const { symbol, decimals } = words.token(data.address)
    const isNamed = !symbol.startsWith('token ')
    return decimals === undefined
      ? []
      : [{ address: data.address, symbol: isNamed ? symbol : 'tokens', decimals }]
  })
}

function spanOf(seconds: number): string {
  const [size, unit] = (
    [
      [86_400, 'day'],
      [3_600, 'hour'],
      [60, 'minute'],
    ] as const
  ).find(([each]) => seconds % each === 0) ?? [1, 'second']
  const count = seconds / size
  return count === 1 ? unit : `${count} ${unit}s`
}

/** Whether it names no limit for tokens that the app could take: of a call, any function or one that gives; of an allowance, everything. */
export function isWithoutLimit({ type, data }: SessionPermission): boolean {
  if (type !== 'contract-call') return isUnlimited(BigInt(data.allowance))
  if (!data.functions) return true
  return data.functions.some(({ functionName }) => givesTokens(functionName))
}
