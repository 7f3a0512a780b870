/** What apps may do for a time, as short as a list of it needs: for the view of a page, and for the wallet's own window. */
import { formatUnits } from '@latchkey/spec'
import type { GrantedPermission } from '@latchkey/spec/frame'
import { copy } from '../words/en/rights.js'
import { decimalText, wordsOf } from '../words/words.js'
import { cleanText } from './cleanText.js'
import type { ListedPermission } from './facts.js'
import { networkOf } from './networks.js'
import { isUnlimited } from './readCall.js'

const t = wordsOf(copy)

type Allowance = NonNullable<GrantedPermission['allowances']>[number]
type Permitted = Pick<ListedPermission, 'chainId' | 'permissions' | 'tokens'>

/** What it may send: plain decimals, which a page is given too. */
export function allowancesOf({ chainId, permissions, tokens = [] }: Permitted): Allowance[] {
  const named = tokensByAddress(tokens)
  return permissions.flatMap(({ type, data }) => {
    if (type === 'contract-call') return []
    const unit = 'address' in data ? named.get(data.address) : networkOf(chainId)
    const most = BigInt(data.allowance)
    return [
      {
        ...(isUnlimited(most) ? {} : { amount: formatUnits(most, unit?.decimals ?? 0) }),
        ...(unit ? { symbol: unit.symbol } : {}),
        ...('address' in data ? { token: data.address } : {}),
        ...('period' in data ? { period: data.period } : {}),
      },
    ]
  })
}

/** A sentence for each thing that it permits. */
export function permissionLines(permitted: Permitted): string[] {
  const calls = permitted.permissions.flatMap(({ type, data }) => {
    if (type !== 'contract-call') return []
    const count = data.functions?.length
    const contract = short(data.address)
    return [
      count === undefined ? t('rights.calls-any', { contract }) : t('rights.calls', { count, contract }),
    ]
  })
  return [...allowancesOf(permitted).map(sendingLine), ...calls]
}

function sendingLine({ amount: most, symbol, token: address = '', period }: Allowance): string {
  const token = short(address)
  const amount = most === undefined ? undefined : decimalText(most)
  if (amount === undefined)
    return symbol === undefined ? t('rights.sends-any-token', { token }) : t('rights.sends-any', { symbol })
  if (period === undefined)
    return symbol === undefined
      ? t('rights.sends-units-in-all', { amount, token })
      : t('rights.sends-in-all', { amount, symbol })
  const { unit, count } = spanOf(period)
  return symbol === undefined
    ? t(`rights.sends-units-${unit}`, { amount, token, count })
    : t(`rights.sends-${unit}`, { amount, symbol, count })
}

const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** A name of a token is what a stranger wrote. */
export const tokensByAddress = (
  tokens: NonNullable<ListedPermission['tokens']>,
): ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }> =>
  new Map(
    tokens.map(({ address, symbol, decimals }) => [
      address.toLowerCase(),
      { symbol: cleanText(symbol, 16).text, decimals },
    ]),
  )

/** In the largest unit that it is a whole number of. */
export function spanOf(seconds: number): { readonly unit: Span; readonly count: number } {
  const [size, unit] = spans.find(([each]) => seconds % each === 0) ?? spans[3]
  return { unit, count: seconds / size }
}

const spans = [
  [86_400, 'days'],
  [3600, 'hours'],
  [60, 'minutes'],
  [1, 'seconds'],
] as const
type Span = (typeof spans)[number][1]
