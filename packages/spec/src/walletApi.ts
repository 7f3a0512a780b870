/** The API of the embedded wallet's own origin, for its frame, its windows, its server and their tests; no page of an app imports it. */
import * as account from './walletApi/account.js'
import * as approvals from './walletApi/approvals.js'
import * as keys from './walletApi/keys.js'
import * as networks from './walletApi/networks.js'
import * as otherSignIn from './walletApi/otherSignIn.js'
import * as permissions from './walletApi/permissions.js'
import * as recovery from './walletApi/recovery.js'
import type { WalletAnswer, WalletRequest, WalletRoute } from './walletApi/route.js'
import * as session from './walletApi/session.js'
import * as signIn from './walletApi/signIn.js'

export {
  type ApprovalState,
  approvalEdges,
  approvalStates,
  approvalSurfaces,
  approvalView,
} from './walletApi/approvals.js'
export * from './walletApi/canonicalJson.js'
export * from './walletApi/capsule.js'
export * from './walletApi/errors.js'
export {
  credentialJson,
  type HpkeSealed,
  hpkeSealed,
  type WalletAccount,
  walletAccount,
} from './walletApi/fields.js'
export { givingFunctions, isFunctionSignature } from './walletApi/functionSignatures.js'
export { shareUpload } from './walletApi/keys.js'
export * from './walletApi/numbers.js'
export * from './walletApi/payloads.js'
export {
  grantParams,
  permissionLimits,
  revokeParams,
  type SessionGrant,
  type SessionPermission,
  sessionPermission,
} from './walletApi/permissions.js'
export { recoveryKinds } from './walletApi/recovery.js'
export * from './walletApi/route.js'
export { stepUpFactors, walletCookies, windowPurposes, windowStates } from './walletApi/session.js'
export { attemptStates, type SessionAnswer, sessionAnswer } from './walletApi/signIn.js'

/** In the order a server mounts them: a fixed path stands before one with a parameter in the same place. */
export const walletRoutes = {
  // Signing in
  emailStart: signIn.emailStart,
  attemptWait: signIn.attemptWait,
  deviceView: signIn.deviceView,
  deviceApprove: signIn.deviceApprove,
  otpVerify: signIn.otpVerify,
  socialStart: signIn.socialStart,
  handoff: signIn.handoff,
  farcasterStart: otherSignIn.farcasterStart,
  farcasterFinish: otherSignIn.farcasterFinish,
  passkeyStart: otherSignIn.passkeyStart,
  passkeyView: otherSignIn.passkeyView,
  passkeyOptions: otherSignIn.passkeyOptions,
  passkeyVerify: otherSignIn.passkeyVerify,

  // Sessions and windows
  nonceRead: session.nonceRead,
  sessionRefresh: session.sessionRefresh,
  sessionResume: session.sessionResume,
  sessionEnd: session.sessionEnd,
  windowCreate: session.windowCreate,
  windowOpen: session.windowOpen,
  windowResume: session.windowResume,
  windowResult: session.windowResult,
  windowWait: session.windowWait,
  stepUpStart: session.stepUpStart,
  stepUpVerify: session.stepUpVerify,

  // The account
  me: account.me,
  preferAccount: account.preferAccount,
  emailChangeStart: account.emailChangeStart,
  emailChangeView: account.emailChangeView,
  emailChangeConfirm: account.emailChangeConfirm,
  emailChangePrimary: account.emailChangePrimary,
  emailChangeSecondary: account.emailChangeSecondary,
  emailUndo: account.emailUndo,
  passkeyAddOptions: account.passkeyAddOptions,
  passkeyAdd: account.passkeyAdd,
  passkeyRemove: account.passkeyRemove,

  // Keys
  walletChallenge: keys.walletChallenge,
  walletList: keys.walletList,
  walletPut: keys.walletPut,
  walletShare: keys.walletShare,
  walletActivate: keys.walletActivate,
  epochStage: keys.epochStage,
  epochActivate: keys.epochActivate,
  deviceLabel: keys.deviceLabel,
  deviceList: keys.deviceList,
  deviceRevoke: keys.deviceRevoke,
  capsuleKey: keys.capsuleKey,

  // Approvals
  approvalCreate: approvals.approvalCreate,
  approvalRead: approvals.approvalRead,
  approvalWait: approvals.approvalWait,
  approvalOptions: approvals.approvalOptions,
  approvalDecide: approvals.approvalDecide,
  approvalAbort: approvals.approvalAbort,
  approvalResult: approvals.approvalResult,
  keyRelease: approvals.keyRelease,
  simulate: networks.simulate,
  walletRpcCall: networks.walletRpcCall,
  accountNetworks: networks.accountNetworks,

  // Permissions
  permissionCreate: permissions.permissionCreate,
  permissionList: permissions.permissionList,
  permissionActivate: permissions.permissionActivate,
  permissionRevoke: permissions.permissionRevoke,

  // Recovery
  recoveryList: recovery.recoveryList,
  recoveryAdd: recovery.recoveryAdd,
  recoveryRemove: recovery.recoveryRemove,
  factorShare: recovery.factorShare,
  recoveryOpen: recovery.recoveryOpen,
  recoveryProve: recovery.recoveryProve,
  vaultCode: recovery.vaultCode,
  vaultEnrol: recovery.vaultEnrol,
  vaultOpen: recovery.vaultOpen,
  vaultForgot: recovery.vaultForgot,
  vaultReset: recovery.vaultReset,
  vaultKeep: recovery.vaultKeep,
  pinSet: recovery.pinSet,
  pinForgot: recovery.pinForgot,
  pinKeep: recovery.pinKeep,
  exportTicket: recovery.exportTicket,
} as const satisfies Record<string, WalletRoute>

export type WalletRouteName = keyof typeof walletRoutes
export type WalletRequestOf<name extends WalletRouteName> = WalletRequest<(typeof walletRoutes)[name]>
export type WalletAnswerOf<name extends WalletRouteName> = WalletAnswer<(typeof walletRoutes)[name]>
