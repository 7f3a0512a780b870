/** The table of the embedded wallet's messages: what is asked, what is answered, how long it may take, what it needs. */
import * as v from 'valibot'
import { limits } from '../limits.js'
import { redirectProviders } from '../options.js'
import { connectEmailActions, updateEmailActions } from '../states.js'
import {
  accountType,
  address,
  chainId,
  email,
  frameWindows,
  grantedPermission,
  matchNumber,
  nothing,
  otp,
  rpcRequest,
  seconds,
  sessionToken,
  user,
} from './fields.js'
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
      /** Typed into the page that the mail opens. */
      matchNumber: v.optional(matchNumber),
      codeDigits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(9))),
      /** Seconds until another code may be asked for (S5-02). */
      resendAfter: v.optional(seconds),
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
    /** With `returnUrl` the person leaves for the provider in this very tab and comes back there (S2-12). */
    request: v.strictObject({ provider: v.picklist(redirectProviders), returnUrl: v.optional(webUrl) }),
    result: v.strictObject({
      uri: webUrl,
      /** Shown by the app while the window asks for it; without a window there is none. */
      matchNumber: v.optional(matchNumber),
    }),
    needs: 'nothing',
    ...machine,
  },
  /** `uri` is where the window was sent, and the frame waits for it; or the `result_uri` of a same-tab sign-in. */
  CONNECT_SOCIAL: {
    rule: 'S7-36',
    request: v.strictObject({ uri: webUrl }),
    result: v.strictObject(user),
    needs: 'nothing',
    ...person('SOCIAL_PENDING', limits.frameAttempt),
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
  /** The frame draws the question; a new passkey is made in a window that it opens itself (D-31). */
  CONNECT_PASSKEY: {
    rule: 'S1-02',
    request: nothing,
    result: nothing,
    needs: 'nothing',
    ...person('PASSKEY_PENDING', limits.frameAttempt),
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
    result: v.strictObject({
      ...user,
      smartAccountDeployed: v.optional(v.boolean()),
      /** Whether the wallet can be brought to another device. */
      hasRecovery: v.optional(v.boolean()),
    }),
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
  /** Of the namespace of `chainId`; without one, of the network that is active. */
  SET_PREFERRED_ACCOUNT: {
    rule: 'S7-36',
    request: v.strictObject({ type: accountType, chainId: v.optional(chainId) }),
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
  /** What apps may do by themselves until it ends or is taken back by `wallet_revokePermissions`. */
  GET_PERMISSIONS: {
    rule: 'D-04',
    request: nothing,
    result: v.strictObject({
      permissions: v.pipe(v.array(grantedPermission), v.maxLength(frameBounds.keys)),
    }),
    needs: 'session',
    ...machine,
  },

  // What happens in windows of the wallet: the frame draws the button that opens one (D-31)
  OPEN_WINDOW: {
    rule: 'D-31',
    request: v.strictObject({ purpose: v.picklist(frameWindows) }),
    result: nothing,
    needs: 'session',
    ...person('WINDOW_PENDING', limits.frameAttempt),
  },

  // The email address
  UPDATE_EMAIL: {
    rule: 'S7-36',
    request: v.strictObject({ email }),
    result: v.strictObject({
      action: v.picklist(updateEmailActions),
      /** Seconds until another code may be asked for (S5-02). */
      resendAfter: v.optional(seconds),
    }),
    needs: 'step-up',
    ...person('STEP_UP_PENDING', limits.frameAttempt),
  },
  UPDATE_EMAIL_PRIMARY_OTP: {
    rule: 'S7-36',
    request: v.strictObject({ otp }),
    result: nothing,
    needs: 'step-up',
    ...person('STEP_UP_PENDING', limits.frameAttempt),
  },
  UPDATE_EMAIL_SECONDARY_OTP: {
    rule: 'S7-36',
    request: v.strictObject({ otp }),
    result: v.strictObject({ newEmail: email }),
    needs: 'step-up',
    ...person('STEP_UP_PENDING', limits.frameAttempt),
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
  /**
   * The page inside is up; the host waits `limits.frameReady` for it and `limits.frameSettle` after it. Said again until
   * the host offers a port: by its `document` the host tells that from the word of a page that was loaded anew.
   */
  READY: {
    rule: 'S4-13',
    // Not strict: the first word of a wallet that is newer than the page must still be understood.
    payload: v.optional(v.object({ version: v.optional(text(64)), document: v.optional(text(64)) })),
  },
  /** A sealed capsule for the host to keep and hand back in IS_CONNECTED; no credential by itself. */
  SESSION_UPDATE: { rule: 'S7-37', payload: v.strictObject({ token: sessionToken }) },
  /** The frame has something to show to the person, or nothing any more. Pixels, where it knows how high it is. */
  SURFACE: {
    rule: 'D-30',
    payload: v.strictObject({
      isShown: v.boolean(),
      height: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4096))),
    }),
  },
} as const satisfies Record<string, { readonly rule: string; readonly payload: v.GenericSchema }>

export type FrameEventName = keyof typeof frameEvents
export type FrameEventPayload<event extends FrameEventName> = v.InferOutput<
  (typeof frameEvents)[event]['payload']
>
