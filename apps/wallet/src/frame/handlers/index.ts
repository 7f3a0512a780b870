/** Which handler serves which message; a message without one does not compile. */
import type { FrameMethod, FrameRequest, FrameResult } from '@latchkey/spec/frame'
import type { FrameContext } from '../context.js'
import { CONNECT_DEVICE } from './CONNECT_DEVICE.js'
import { CONNECT_EMAIL } from './CONNECT_EMAIL.js'
import { CONNECT_FARCASTER } from './CONNECT_FARCASTER.js'
import { CONNECT_OTP } from './CONNECT_OTP.js'
import { CONNECT_PASSKEY } from './CONNECT_PASSKEY.js'
import { CONNECT_SOCIAL } from './CONNECT_SOCIAL.js'
import { GET_CHAIN_ID } from './GET_CHAIN_ID.js'
import { GET_FARCASTER_URI } from './GET_FARCASTER_URI.js'
import { GET_PERMISSIONS } from './GET_PERMISSIONS.js'
import { GET_SMART_ACCOUNT_ENABLED_NETWORKS } from './GET_SMART_ACCOUNT_ENABLED_NETWORKS.js'
import { GET_SOCIAL_REDIRECT_URI } from './GET_SOCIAL_REDIRECT_URI.js'
import { GET_USER } from './GET_USER.js'
import { INIT_SMART_ACCOUNT } from './INIT_SMART_ACCOUNT.js'
import { IS_CONNECTED } from './IS_CONNECTED.js'
import { OPEN_WINDOW } from './OPEN_WINDOW.js'
import { RELOAD } from './RELOAD.js'
import { RPC_ABORT } from './RPC_ABORT.js'
import { RPC_REQUEST } from './RPC_REQUEST.js'
import { SET_PREFERRED_ACCOUNT } from './SET_PREFERRED_ACCOUNT.js'
import { SIGN_OUT } from './SIGN_OUT.js'
import { SWITCH_NETWORK } from './SWITCH_NETWORK.js'
import { SYNC_DAPP_DATA } from './SYNC_DAPP_DATA.js'
import { SYNC_THEME } from './SYNC_THEME.js'
import { UPDATE_EMAIL } from './UPDATE_EMAIL.js'
import { UPDATE_EMAIL_PRIMARY_OTP } from './UPDATE_EMAIL_PRIMARY_OTP.js'
import { UPDATE_EMAIL_SECONDARY_OTP } from './UPDATE_EMAIL_SECONDARY_OTP.js'

export type FrameHandler<method extends FrameMethod> = (
  request: FrameRequest<method>,
  context: FrameContext,
) => Promise<FrameResult<method>>

type FrameHandlers = { readonly [method in FrameMethod]: FrameHandler<method> }

export const handlers: FrameHandlers = {
  CONNECT_DEVICE,
  CONNECT_EMAIL,
  CONNECT_FARCASTER,
  CONNECT_OTP,
  CONNECT_PASSKEY,
  CONNECT_SOCIAL,
  GET_CHAIN_ID,
  GET_FARCASTER_URI,
  GET_PERMISSIONS,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS,
  GET_SOCIAL_REDIRECT_URI,
  GET_USER,
  INIT_SMART_ACCOUNT,
  IS_CONNECTED,
  OPEN_WINDOW,
  RELOAD,
  RPC_ABORT,
  RPC_REQUEST,
  SET_PREFERRED_ACCOUNT,
  SIGN_OUT,
  SWITCH_NETWORK,
  SYNC_DAPP_DATA,
  SYNC_THEME,
  UPDATE_EMAIL,
  UPDATE_EMAIL_PRIMARY_OTP,
  UPDATE_EMAIL_SECONDARY_OTP,
}
