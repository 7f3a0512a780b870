/** What an app would be permitted, in plain words: who, which contracts and functions, how much and how often, until when. */
import {
  type ApprovalPayload,
  grantParams,
  revokeParams,
  type SessionGrant,
  type SessionPermission,
} from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { copy as calls } from '../words/en/calls.js'
import { copy as labels } from '../words/en/labels.js'
import { copy as request } from '../words/en/request.js'
import { copy as rights } from '../words/en/rights.js'
import { copy as values } from '../words/en/values.js'
import { amountText, wordsOf } from '../words/words.js'
import { cleanText } from './cleanText.js'
import type { ListedPermission, RequestContext, RequestFacts, RequestPart, RequestRow } from './facts.js'
import { warn } from './facts.js'
import { spanOf, tokensByAddress } from './listPermissions.js'
import { networkOf, type ShownNetwork } from './networks.js'
import { givesTokens, isUnlimited, untilText } from './readCall.js'

const t = wordsOf({ ...calls, ...labels, ...request, ...rights, ...values })

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
    title: t('rights.who'),
    rows: [
      { label: t('rights.page-key'), value: app, look: 'address' },
      { label: t('rights.ends'), value: untilText(BigInt(expiry)), look: 'plain' },
    ],
  }
  return {
    kind: 'permissions',
    title: t('rights.title'),
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
  const number: RequestRow = { label: t('rights.permission'), value: revocation.id, look: 'code' }
  const isKnown = permission?.id === revocation.id && permission.chainId === payload.chainId
  return {
    kind: 'permissions',
    title: t('rights.take-back'),
    parts: isKnown
      ? [...partsOf(permission), { title: t('rights.whose'), rows: [...whose(permission), number] }]
      : [{ title: t('rights.permission'), rows: [number] }],
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
    { label: t('rights.app'), value: cleanText(projectName).text, look: 'text' },
    { label: t('rights.app-key'), value: app, look: 'address' },
    { label: t('rights.would-end'), value: untilText(BigInt(expiry)), look: 'plain' },
  ]
}

function closing(
  { account }: ApprovalPayload,
  { from, gas, maxFeePerGas }: Pick<SessionGrant, 'from' | 'gas' | 'maxFeePerGas'>,
  network: ShownNetwork,
): Pick<Told, 'fee' | 'refusal'> {
  const isOther = from.toLowerCase() !== account.toLowerCase()
  return {
    fee: amountText(BigInt(gas) * BigInt(maxFeePerGas), network),
    ...(isOther ? { refusal: t('request.refused-account') } : {}),
  }
}

interface Surroundings {
  readonly network: ShownNetwork
  readonly token: { readonly symbol: string; readonly decimals: number } | undefined
}

function partOf({ type, data }: SessionPermission, { network, token }: Surroundings): RequestPart {
  if (type === 'contract-call') {
    const named = data.functions ?? []
    const coins = named.reduce((most, { valueLimit = '0x0' }) => {
      const limit = BigInt(valueLimit)
      return limit > most ? limit : most
    }, 0n)
    return {
      title: t('calls.call-contract'),
      rows: [
        { label: t('labels.contract'), value: data.address, look: 'address' },
        ...(named.length === 0
          ? [{ label: t('rights.functions'), value: t('rights.any-function'), look: 'plain' as const }]
          : named.map(({ functionName }, at) => ({
              label:
                named.length === 1 ? t('rights.function') : t('rights.function-number', { number: at + 1 }),
              value: functionName,
              look: 'code' as const,
            }))),
        ...(coins > 0n ? [{ label: t('rights.sends-with-call'), ...amountOf(coins, network) }] : []),
      ],
    }
  }
  const unit = 'address' in data ? token : network
  const most = { label: t('rights.at-most'), ...amountOf(BigInt(data.allowance), unit) }
  const span = 'period' in data ? spanOf(data.period) : undefined
  const often = span ? t(`rights.every-${span.unit}`, { count: span.count }) : t('rights.in-all')
  return {
    title: 'address' in data ? t('calls.send-tokens') : t('rights.send', { symbol: network.symbol }),
    rows: [
      most,
      { label: t('rights.how-often'), value: often, look: 'plain' },
      // Without one, periods count from when the session is made.
      ...('start' in data && data.start > 0
        ? [{ label: t('rights.begins'), value: untilText(BigInt(data.start)), look: 'plain' as const }]
        : []),
      ...('address' in data
        ? [{ label: t('labels.token'), value: data.address, look: 'address' as const }]
        : [{ label: t('rights.fees'), value: t('rights.fees-count'), look: 'plain' as const }]),
    ],
  }
}

function amountOf(value: bigint, unit: Surroundings['token']): Pick<RequestRow, 'value' | 'look'> {
  const counted = unit ? amountText(value, unit) : t('values.smallest-units', { amount: `${value}` })
  return { value: isUnlimited(value) ? t('values.unlimited') : counted, look: 'amount' }
}

/** Whether tokens could be taken that no allowance counts. */
function isWithoutLimit({ type, data }: SessionPermission): boolean {
  if (type !== 'contract-call') return isUnlimited(BigInt(data.allowance))
  return !data.functions || data.functions.some(({ functionName }) => givesTokens(functionName))
}
