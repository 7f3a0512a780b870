/** What apps may do for a time, as short as a list of it needs: for the view of a page, and for the wallet's own window. */
import { formatUnits } from '@latchkey/spec'
import type { GrantedPermission } from '@latchkey/spec/frame'
import { cleanText } from './cleanText.js'
import type { ListedPermission } from './facts.js'
import { networkOf } from './networks.js'
import { isUnlimited } from './readCall.js'

type Allowance = NonNullable<GrantedPermission['allowances']>[number]
type Permitted = Pick<ListedPermission, 'chainId' | 'permissions' | 'tokens'>

/** What it may send. */
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
    const which = count === undefined ? 'any function' : count === 1 ? 'one function' : `${count} functions`
    return [`Calls ${which} of ${short(data.address)}.`]
  })
  return [...allowancesOf(permitted).map(sendingLine), ...calls]
}

function sendingLine({ amount, symbol, token = '', period }: Allowance): string {
  const often = period === undefined ? 'in all' : `every ${spanText(period)}`
  if (amount === undefined) return `Sends any amount of ${symbol ?? `the token ${short(token)}`}.`
  const unit = symbol ?? `of the smallest units of ${short(token)}`
  return `Sends up to ${amount} ${unit} ${often}.`
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

export function spanText(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ] as const
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? units[3]
  return seconds === size ? unit : `${seconds / size} ${unit}s`
}
