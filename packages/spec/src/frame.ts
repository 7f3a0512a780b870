/** The embedded wallet's frame channel: message table, derived names, envelopes, address (S7-32, S7-36, S7-37). */
export * from './frame/envelope.js'
export { type FrameWindow, frameWindows, type GrantedPermission } from './frame/fields.js'
export * from './frame/frameUrl.js'
export * from './frame/messages.js'
export * from './frame/payload.js'
export { type DappDataSync, dappDataSync, type ThemeSync, themeSync } from './frame/sync.js'
