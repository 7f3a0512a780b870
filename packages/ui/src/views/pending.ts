/** Views of the specification that are not drawn yet. The list only ever shrinks; when it is empty, this file goes. */
import { type ViewId, viewIds } from '@latchkey/spec/views'

export const pendingViewIds = [
  'ConnectingFarcaster',
  'ApproveTransaction',
  'EmailVerifyOtp',
  'EmailVerifyDevice',
  'UpdateEmail',
  'ConnectingSocial',
  'ConnectSocials',
  'SmartSessions',
] as const satisfies readonly ViewId[]

export type PendingViewId = (typeof pendingViewIds)[number]

export type BuiltViewId = Exclude<ViewId, PendingViewId>

const pending: readonly ViewId[] = pendingViewIds

/** What an app can open today. */
export const builtViewIds = viewIds.filter((id): id is BuiltViewId => !pending.includes(id))
