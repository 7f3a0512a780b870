/** The table of the embedded wallet's messages: what is asked, what is answered, how long it may take, what it needs. */
import * as v from 'valibot'
import { namespaces } from '../caip.js'
import { limits } from '../limits.js'
import { accountTypes, redirectProviders } from '../options.js'
import { connectEmailActions, updateEmailActions } from '../states.js'
import { isEmail } from '../validation.js'
import { frameBounds } from './payload.js'
import { dappDataSync, text, themeSync, webUrl } from './sync.js'

/**
 * What must be true before the frame acts.
 * `nothing`: any allowed embedder may ask. `session`: somebody is signed in. `step-up`: and has just proved it again
 * in the wallet's own window. `method`: a session, and then what `permissions` says of the RPC method.
 */
export type FrameNeed = 'nothing' | 'session' | 'step-up' | 'method'

/** D-12: a person decides. The frame says `pending` in time, and the host asks again with the same id. */
export interface FrameWait {
  /** The message of the `_ERROR` that means "not yet". */
  readonly pending: `${string}_PENDING`
  /** Milliseconds within which the frame answers something. */
  readonly answerWithin: number
  /** Milliseconds after which the attempt itself is over. */
  readonly attempt: number
}

export interface FrameEntry {
  readonly rule: `S${number}-${string}` | `D-${string}`
  readonly request: v.GenericSchema
  readonly result: v.GenericSchema
  /** Milliseconds the host waits for an answer. */
  readonly timeout: number
  readonly needs: FrameNeed
  readonly waits?: FrameWait
}

/** No payload at all. */
const nothing = v.undefined()
/** S3-18: a network id as text (CAIP-2 or a bare chain id), or a number. */
const chainId = v.union([
  v.pipe(v.string(), v.regex(/^(?:[-a-z0-9]{3,8}:)?[-_a-zA-Z0-9]{1,32}$/, 'Expected a network')),
  v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
])
const email = v.pipe(v.string(), v.maxLength(254), v.check(isEmail, 'Expected an email address'))
/** S5-01 says "a string"; six digits by default, up to nine where an operator asks for more. */
const otp = v.pipe(v.string(), v.regex(/^\d{6,9}$/, 'Expected a code of digits'))
const address = v.pipe(v.string(), v.maxLength(128), v.regex(/^[-.%a-zA-Z0-9]+$/, 'Expected an address'))
const accountType = v.picklist(accountTypes)
const accounts = v.pipe(
  v.array(v.strictObject({ address, type: accountType })),
  v.maxLength(frameBounds.keys),
)
const sessionToken = text(frameBounds.token)

const user = {
  email: v.optional(email),
  address,
  chainId,
  accounts: v.optional(accounts),
  userName: v.optional(text()),
  preferredAccountType: v.optional(accountType),
}

const rpcRequest = v.strictObject({
  method: v.pipe(v.string(), v.regex(/^[a-zA-Z]\w{0,63}$/, 'Expected a method name')),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
  chainId: v.optional(chainId),
  chainNamespace: v.optional(v.picklist(namespaces)),
})

const machine = { timeout: limits.frameRequest } as const

/* @__NO_SIDE_EFFECTS__ */
function person<pending extends FrameWait['pending']>(pending: pending, attempt: number) {
  return {
    timeout: limits.frameRequest,
    waits: { pending, answerWithin: limits.frameAnswer, attempt },
  } as const
}

export const frameMessages = {
  // Signing in
  CONNECT_EMAIL: {
    rule: 'S7-36',
    request: v.strictObject({ email }),
    result: v.strictObject({
      action: v.picklist(connectEmailActions),
      /** Two digits that the person types into the page opened from the mail. */
      matchNumber: v.optional(v.pipe(v.string(), v.regex(/^\d{2}$/, 'Expected two digits'))),
    }),
    needs: 'nothing',
    ...machine,
  },
  CONNECT_DEVICE: {
    rule: 'S7-36',
    request: nothing,
    result: nothing,
    needs: 'nothing',
    ...person('DEVICE_PENDING', limits.frameAttempt),
  },
  CONNECT_OTP: {
    rule: 'S7-36',
    request: v.strictObject({ otp }),
    result: nothing,
    needs: 'nothing',
    ...machine,
  },
  GET_SOCIAL_REDIRECT_URI: {
    rule: 'S7-36',
    request: v.strictObject({ provider: v.picklist(redirectProviders) }),
    result: v.strictObject({ uri: webUrl }),
    needs: 'nothing',
    ...machine,
  },
  CONNECT_SOCIAL: {
    rule: 'S7-36',
    request: v.strictObject({ uri: webUrl }),
    result: v.strictObject(user),
    needs: 'nothing',
    ...machine,
  },
  GET_FARCASTER_URI: {
    rule: 'S7-36',
    request: nothing,
    result: v.strictObject({ url: webUrl }),
    needs: 'nothing',
    ...machine,
  },
  CONNECT_FARCASTER: {
    rule: 'S7-36',
    request: nothing,
    result: v.strictObject({ userName: text() }),
    needs: 'nothing',
    ...person('FARCASTER_PENDING', limits.frameAttempt),
  },
  IS_CONNECTED: {
    rule: 'S7-36',
    request: v.optional(v.strictObject({ token: v.optional(sessionToken) })),
    result: v.strictObject({ isConnected: v.boolean() }),
    needs: 'nothing',
    ...machine,
  },
  SIGN_OUT: { rule: 'S7-36', request: nothing, result: nothing, needs: 'nothing', ...machine },

  // The account
  GET_USER: {
    rule: 'S7-36',
    request: v.optional(
      v.strictObject({ chainId: v.optional(chainId), preferredAccountType: v.optional(accountType) }),
    ),
    result: v.strictObject({ ...user, smartAccountDeployed: v.optional(v.boolean()) }),
    needs: 'session',
    ...machine,
  },
  GET_CHAIN_ID: {
    rule: 'S7-36',
    request: nothing,
    result: v.strictObject({ chainId }),
    needs: 'session',
    ...machine,
  },
  SWITCH_NETWORK: {
    rule: 'S7-36',
    request: v.strictObject({ chainId }),
    result: v.strictObject({ chainId }),
    needs: 'session',
    ...machine,
  },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    rule: 'S7-36',
    request: nothing,
    result: v.strictObject({
      smartAccountEnabledNetworks: v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    }),
    needs: 'nothing',
    ...machine,
  },
  INIT_SMART_ACCOUNT: {
    rule: 'S7-36',
    request: nothing,
    result: v.strictObject({ address, isDeployed: v.boolean() }),
    needs: 'session',
    ...machine,
  },
  SET_PREFERRED_ACCOUNT: {
    rule: 'S7-36',
    request: v.strictObject({ type: accountType }),
    result: v.strictObject({ type: accountType, address }),
    needs: 'session',
    ...machine,
  },

  // Signing and sending
  RPC_REQUEST: {
    rule: 'S7-36',
    request: rpcRequest,
    result: v.unknown(),
    needs: 'method',
    ...person('APPROVAL_PENDING', limits.walletDeadline),
  },
  /** Takes back every request that nobody has approved yet: the modal was closed. */
  RPC_ABORT: { rule: 'S4-22', request: nothing, result: nothing, needs: 'session', ...machine },

  // The email address
  UPDATE_EMAIL: {
    rule: 'S7-36',
    request: v.strictObject({ email }),
    result: v.strictObject({ action: v.picklist(updateEmailActions) }),
    needs: 'step-up',
    ...machine,
  },
  UPDATE_EMAIL_PRIMARY_OTP: {
    rule: 'S7-36',
    request: v.strictObject({ otp }),
    result: nothing,
    needs: 'step-up',
    ...machine,
  },
  UPDATE_EMAIL_SECONDARY_OTP: {
    rule: 'S7-36',
    request: v.strictObject({ otp }),
    result: v.strictObject({ newEmail: email }),
    needs: 'step-up',
    ...machine,
  },

  // The frame itself
  SYNC_THEME: { rule: 'S7-36', request: themeSync, result: nothing, needs: 'nothing', ...machine },
  SYNC_DAPP_DATA: { rule: 'S7-36', request: dappDataSync, result: nothing, needs: 'nothing', ...machine },
  RELOAD: { rule: 'S7-36', request: nothing, result: nothing, needs: 'nothing', ...machine },
} as const satisfies Record<string, FrameEntry>

export type FrameMethod = keyof typeof frameMessages
export type FrameRequest<method extends FrameMethod> = v.InferOutput<
  (typeof frameMessages)[method]['request']
>
export type FrameResult<method extends FrameMethod> = v.InferOutput<(typeof frameMessages)[method]['result']>

/** One handler a message: a message that is added to the table does not compile until it is handled. */
export type FrameHandlers = {
  readonly [method in FrameMethod]: (request: FrameRequest<method>) => Promise<FrameResult<method>>
}

/** S7-37: what the frame says unasked. */
export const frameEvents = {
  /** The page inside is up; the host waits `limits.frameReady` for it and `limits.frameSettle` after it. */
  READY: { rule: 'S4-13', payload: v.optional(v.strictObject({ version: v.optional(text(64)) })) },
  /** A sealed capsule for the host to keep and hand back in IS_CONNECTED; no credential by itself. */
  SESSION_UPDATE: { rule: 'S7-37', payload: v.strictObject({ token: sessionToken }) },
} as const satisfies Record<string, { readonly rule: string; readonly payload: v.GenericSchema }>

export type FrameEventName = keyof typeof frameEvents
export type FrameEventPayload<event extends FrameEventName> = v.InferOutput<
  (typeof frameEvents)[event]['payload']
>
