/** The fields of the frame's messages, each bounded. */
import * as v from 'valibot'
import { namespaces } from '../caip.js'
import { accountTypes } from '../options.js'
import { isEmail } from '../validation.js'
import { frameBounds } from './payload.js'
import { text } from './sync.js'

/** No payload at all. */
export const nothing = v.undefined()
/** S3-18: a network id as text (CAIP-2 or a bare chain id), or a number. */
export const chainId = v.union([
  v.pipe(v.string(), v.regex(/^(?:[-a-z0-9]{3,8}:)?[-_a-zA-Z0-9]{1,32}$/, 'Expected a network')),
  v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
])
export const email = v.pipe(v.string(), v.maxLength(254), v.check(isEmail, 'Expected an email address'))
/** S5-01 says "a string"; six digits by default, up to nine where an operator asks for more. */
export const otp = v.pipe(v.string(), v.regex(/^\d{6,9}$/, 'Expected a code of digits'))
export const address = v.pipe(
  v.string(),
  v.maxLength(128),
  v.regex(/^[-.%a-zA-Z0-9]+$/, 'Expected an address'),
)
export const accountType = v.picklist(accountTypes)
const accounts = v.pipe(
  v.array(v.strictObject({ address, type: accountType })),
  v.maxLength(frameBounds.keys),
)
/** A span of time; the clocks of the two sides need not agree. */
export const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400))
export const sessionToken = text(frameBounds.token)
/** Two digits that the app shows and the person types into a page of the wallet: they tie the two together. */
export const matchNumber = v.pipe(v.string(), v.regex(/^\d{2}$/, 'Expected two digits'))

export const user = {
  email: v.optional(email),
  address,
  chainId,
  accounts: v.optional(accounts),
  userName: v.optional(text()),
  preferredAccountType: v.optional(accountType),
}

export const rpcRequest = v.strictObject({
  method: v.pipe(v.string(), v.regex(/^[a-zA-Z]\w{0,63}$/, 'Expected a method name')),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
  chainId: v.optional(chainId),
  chainNamespace: v.optional(v.picklist(namespaces)),
})

/** Windows that a person opens from the account; approvals and the rest open theirs by themselves. */
export const frameWindows = ['settings', 'recover', 'export', 'enrol'] as const
export type FrameWindow = (typeof frameWindows)[number]

export const grantedPermission = v.strictObject({
  id: text(),
  chainId,
  /** The smart account that the permission is about. */
  address,
  /** Who may act. */
  key: address,
  /** Contracts that may be called. */
  targets: v.pipe(v.array(address), v.maxLength(64)),
  /** What may be sent: an amount of a coin or a token, in all or every so many seconds. */
  allowances: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          /** Decimal; absent where nothing counts it. */
          amount: v.optional(text()),
          /** Absent for a token that nobody vouches for; its amount is then in its smallest unit. */
          symbol: v.optional(text()),
          token: v.optional(address),
          period: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
        }),
      ),
      v.maxLength(64),
    ),
  ),
  /** Nothing more is signed for it; the network has not closed it yet. */
  isRevoked: v.optional(v.boolean()),
  /** Seconds since 1970. */
  expiry: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
export type GrantedPermission = v.InferOutput<typeof grantedPermission>
