/** Permissions that a smart account gives to an app for a time (S6-03): what may be permitted, and how it is asked for, listed and taken back. */
import * as v from 'valibot'
import { hours, minutes } from '../limits.js'
import { networkId, nothing, shownToken, uuid, words } from './fields.js'
import { functionSignature } from './functionSignatures.js'
import { defineWalletRoute } from './route.js'

/** D-10, D-30: what nobody may ask a person for more of. */
export const permissionLimits = {
  /** From when it is asked for to when it ends. */
  longest: hours(24),
  /** Of an allowance that comes again: a shorter one would be none. */
  shortestPeriod: minutes(1),
  /** Of one session. */
  permissions: 16,
  functions: 32,
  /** Of one person, asked for in a minute. */
  perMinute: 10,
} as const

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/, 'Expected an address in small letters'))
const quantity = v.pipe(v.string(), v.regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/, 'Expected a quantity'))
const second = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(2 ** 47))
const total = { allowance: quantity }
/** So much in each period of so many seconds, counted from `start`, and never from before the session was made. */
const recurring = { allowance: quantity, start: second, period: v.pipe(second, v.minValue(1)) }

/** Every kind that the gateway holds an app to; another kind is not granted. One spelling of each field, no others. */
export const sessionPermission = v.variant('type', [
  v.strictObject({
    type: v.literal('contract-call'),
    data: v.strictObject({
      address,
      /** Absent: every function of it. */
      functions: v.optional(
        v.pipe(
          v.array(v.strictObject({ functionName: functionSignature, valueLimit: v.optional(quantity) })),
          v.minLength(1),
          v.maxLength(permissionLimits.functions),
        ),
      ),
    }),
  }),
  /** Coins, with what the account pays for gas. */
  v.strictObject({ type: v.literal('native-token-transfer'), data: v.strictObject(total) }),
  v.strictObject({ type: v.literal('native-token-recurring-allowance'), data: v.strictObject(recurring) }),
  /** `transfer` of one token. */
  v.strictObject({ type: v.literal('erc20-token-transfer'), data: v.strictObject({ address, ...total }) }),
  v.strictObject({
    type: v.literal('erc20-recurring-allowance'),
    data: v.strictObject({ address, ...recurring }),
  }),
])
export type SessionPermission = v.InferOutput<typeof sessionPermission>

const permissions = v.pipe(
  v.array(sessionPermission),
  v.minLength(1),
  v.maxLength(permissionLimits.permissions),
)
/** Seconds since 1970. */
const expiry = second
const fees = { gas: quantity, maxFeePerGas: quantity }

/** What is frozen, shown, approved and signed when an app is permitted something. The call that opens the session follows from it. */
export const grantParams = v.strictTuple([
  v.strictObject({
    from: address,
    /** Of the session. */
    id: uuid,
    /** The two keys that act together: the app's, and the one that the gateway made for this session. */
    app: address,
    gateway: address,
    expiry,
    permissions,
    /** Whether the account has the module of sessions already. */
    isInstalled: v.boolean(),
    ...fees,
  }),
])
export type SessionGrant = v.InferOutput<typeof grantParams>[0]

/** And when it is taken back. */
export const revokeParams = v.strictTuple([v.strictObject({ from: address, id: uuid, ...fees })])

const id = v.object({ id: uuid })

/** A session that nobody has approved yet: it has an id and the gateway's key, and permits nothing. */
export const permissionCreate = defineWalletRoute({
  rule: 'S6-03',
  method: 'POST',
  path: '/permissions',
  proof: 'session',
  surface: 'frame',
  request: v.strictObject({ chainId: networkId, address, app: address, expiry, permissions }),
  response: v.strictObject({ id: uuid, gateway: address }),
  errors: ['POLICY', 'WALLET_STATE'],
})

/** Asks the network whether the account has opened it; from then on the gateway signs what was permitted. */
export const permissionActivate = defineWalletRoute({
  rule: 'S6-03',
  method: 'POST',
  path: '/permissions/:id/activate',
  proof: 'session',
  surface: 'frame',
  params: id,
  request: nothing,
  response: v.strictObject({ context: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{48}$/)) }),
  errors: ['NOT_APPROVED', 'RPC'],
})

/**
 * Of this person's accounts, newest first: to a frame those of its page's project, to a window of the wallet whichever
 * app they are for. One that is revoked is told until the network has closed it.
 */
export const permissionList = defineWalletRoute({
  rule: 'D-04',
  method: 'GET',
  path: '/permissions',
  proof: 'session',
  surface: 'both',
  response: v.strictObject({
    permissions: v.array(
      v.strictObject({
        id: uuid,
        chainId: networkId,
        address,
        app: address,
        /** The project that it was granted to. */
        projectName: words(256),
        expiry,
        permissions,
        /** The tokens in them, where somebody knows how their amounts are written. */
        tokens: v.optional(v.pipe(v.array(shownToken), v.maxLength(permissionLimits.permissions))),
        /** The gateway signs for it no more; the network has not closed it yet. */
        isRevoked: v.boolean(),
      }),
    ),
  }),
  errors: [],
})

/** At once, whatever the network says: the gateway signs for it no more. */
export const permissionRevoke = defineWalletRoute({
  rule: 'S6-03',
  method: 'POST',
  path: '/permissions/:id/revoke',
  proof: 'session',
  surface: 'both',
  params: id,
  request: nothing,
  response: nothing,
  errors: [],
})
