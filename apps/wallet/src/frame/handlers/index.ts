/** Which handler serves which message; a message with neither a handler nor a place on the list does not compile. */
import type { FrameMethod, FrameRequest, FrameResult } from '@latchkey/spec/frame'
import type { FrameContext } from '../context.js'
import { IS_CONNECTED } from './IS_CONNECTED.js'
import { RELOAD } from './RELOAD.js'
import { SIGN_OUT } from './SIGN_OUT.js'
import { SYNC_DAPP_DATA } from './SYNC_DAPP_DATA.js'
import { SYNC_THEME } from './SYNC_THEME.js'

export type FrameHandler<method extends FrameMethod> = (
  request: FrameRequest<method>,
  context: FrameContext,
) => Promise<FrameResult<method>>

type FrameHandlers = { readonly [method in FrameMethod]: FrameHandler<method> }

/** Answered with an error for now. A handler takes its name off this list, which only ever gets shorter. */
const pending = [
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'GET_SOCIAL_REDIRECT_URI',
  'CONNECT_SOCIAL',
  'GET_FARCASTER_URI',
  'CONNECT_FARCASTER',
  'GET_USER',
  'GET_CHAIN_ID',
  'SWITCH_NETWORK',
  'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
  'INIT_SMART_ACCOUNT',
  'SET_PREFERRED_ACCOUNT',
  'RPC_REQUEST',
  'RPC_ABORT',
  'UPDATE_EMAIL',
  'UPDATE_EMAIL_PRIMARY_OTP',
  'UPDATE_EMAIL_SECONDARY_OTP',
] as const satisfies readonly FrameMethod[]

type ServedMethod = Exclude<FrameMethod, (typeof pending)[number]>

const served: Pick<FrameHandlers, ServedMethod> = {
  IS_CONNECTED,
  RELOAD,
  SIGN_OUT,
  SYNC_DAPP_DATA,
  SYNC_THEME,
}

/** Undefined for a message that is still on the list. */
export const handlers: Partial<FrameHandlers> = served
