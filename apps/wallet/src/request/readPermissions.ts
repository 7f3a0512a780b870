/** What an app would be permitted, in plain words: who, which contracts and functions, how much and how often, until when. */
import { formatUnits } from '@latchkey/spec'
import {
  type ApprovalPayload,
  grantParams,
  revokeParams,
  type SessionGrant,
  type SessionPermission,
} from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { cleanText } from './cleanText.js'
import type { ListedPermission, RequestContext, RequestFacts, RequestPart, RequestRow } from './facts.js'
import { warn } from './facts.js'
import { spanText, tokensByAddress } from './listPermissions.js'
import { networkOf, type ShownNetwork } from './networks.js'
import { givesTokens, isUnlimited, untilText } from './readCall.js'

type Told = Pick<RequestFacts, 'kind' | 'title' | 'parts' | 'warnings' | 'fee' | 'refusal'>

export function readGrant(payload: ApprovalPayload, { tokens }: RequestContext): Told {
  const [grant] = v.parse(grantParams, payload.params)
  const network = networkOf(payload.chainId)
  const { permissions, app, expiry } = grant
  const parts = permissions.map((permission): RequestPart => {
    const token = 'address' in permission.data ? tokens?.get(permission.data.address) : undefined
    return partOf(permission, { network, token })
  })
  const who: RequestPart = {
    title: 'Who, and until when',
    rows: [
      { label: 'Key of the page', value: app, look: 'address' },
      { label: 'Ends', value: untilText(BigInt(expiry)), look: 'plain' },
    ],
  }
  return {
    kind: 'permissions',
    title: 'Let this page act without asking',
    parts: [...parts, who],
    warnings: [
      warn('lasting-rights'),
      ...(permissions.some(isWithoutLimit) ? [warn('unlimited-approval')] : []),
    ],
    ...closing(payload, grant, network),
  }
}

/** What is signed names the session; whose it is and what it permits is the server's word, which here can rob nobody. */
export function readRevocation(payload: ApprovalPayload, { permission }: RequestContext): Told {
  const [revocation] = v.parse(revokeParams, payload.params)
  const number: RequestRow = { label: 'Permission', value: revocation.id, look: 'code' }
  const isKnown = permission?.id === revocation.id && permission.chainId === payload.chainId
  return {
    kind: 'permissions',
    title: 'Take rights back',
    parts: isKnown
      ? [...partsOf(permission), { title: 'Whose they are', rows: [...whose(permission), number] }]
      : [{ title: 'Permission', rows: [number] }],
    warnings: [],
    ...closing(payload, revocation, networkOf(payload.chainId)),
  }
}

/** Each thing that it permits. */
function partsOf({ chainId, permissions, tokens = [] }: ListedPermission): RequestPart[] {
  const network = networkOf(chainId)
  const named = tokensByAddress(tokens)
  return permissions.map((permission) => {
    const token = 'address' in permission.data ? named.get(permission.data.address) : undefined
    return partOf(permission, { network, token })
  })
}

function whose({ projectName, app, expiry }: ListedPermission): RequestRow[] {
  return [
    // As the operator calls the app.
    { label: 'App', value: cleanText(projectName).text, look: 'text' },
    { label: 'Key of the app', value: app, look: 'address' },
    { label: 'Would end', value: untilText(BigInt(expiry)), look: 'plain' },
  ]
}

function closing(
  { account }: ApprovalPayload,
  { from, gas, maxFeePerGas }: Pick<SessionGrant, 'from' | 'gas' | 'maxFeePerGas'>,
  { symbol, decimals }: ShownNetwork,
): Pick<Told, 'fee' | 'refusal'> {
  const isOther = from.toLowerCase() !== account.toLowerCase()
  return {
    fee: `${formatUnits(BigInt(gas) * BigInt(maxFeePerGas), decimals)} ${symbol}`,
    ...(isOther ? { refusal: 'The request is for another account' } : {}),
  }
}

interface Around {
  readonly network: ShownNetwork
  readonly token: { readonly symbol: string; readonly decimals: number } | undefined
}

function partOf({ type, data }: SessionPermission, { network, token }: Around): RequestPart {
  if (type === 'contract-call') {
    const named = data.functions ?? []
    const coins = named.reduce((most, { valueLimit = '0x0' }) => {
      const limit = BigInt(valueLimit)
      return limit > most ? limit : most
    }, 0n)
    return {
      title: 'Call a contract',
      rows: [
        { label: 'Contract', value: data.address, look: 'address' },
        ...(named.length === 0
          ? [{ label: 'Functions', value: 'Any of it', look: 'plain' as const }]
          : named.map(({ functionName }, at) => ({
              label: named.length === 1 ? 'Function' : `Function ${at + 1}`,
              value: functionName,
              look: 'code' as const,
            }))),
        ...(coins > 0n ? [{ label: 'Sends with a call, at most', ...amountOf(coins, network) }] : []),
      ],
    }
  }
  const unit = 'address' in data ? (token ?? { symbol: 'of its smallest units', decimals: 0 }) : network
  const most = { label: 'At most', ...amountOf(BigInt(data.allowance), unit) }
  const often = 'period' in data ? `Every ${spanText(data.period)}` : 'In all'
  return {
    title: 'address' in data ? 'Send tokens' : `Send ${network.symbol}`,
    rows: [
      most,
      { label: 'How often', value: often, look: 'plain' },
      // Without one, periods count from when the session is made.
      ...('start' in data && data.start > 0
        ? [{ label: 'Begins', value: untilText(BigInt(data.start)), look: 'plain' as const }]
        : []),
      ...('address' in data
        ? [{ label: 'Token', value: data.address, look: 'address' as const }]
        : [{ label: 'Network fees', value: 'Count as sent', look: 'plain' as const }]),
    ],
  }
}

function amountOf(
  value: bigint,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
): Pick<RequestRow, 'value' | 'look'> {
  const text = isUnlimited(value) ? 'Unlimited' : `${formatUnits(value, decimals)} ${symbol}`
  return { value: text, look: 'amount' }
}

/** Whether tokens could be taken that no allowance counts. */
function isWithoutLimit({ type, data }: SessionPermission): boolean {
  if (type !== 'contract-call') return isUnlimited(BigInt(data.allowance))
  return !data.functions || data.functions.some(({ functionName }) => givesTokens(functionName))
}
