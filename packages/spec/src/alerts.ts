/** Alerts: a title from the spec and an explanation of ours that says what to do (S8-20 to S8-29). */

export interface AlertEntry {
  readonly title: string
  readonly text: string
  readonly rule: string
}

export const alerts = {
  'network-not-found': {
    title: 'Network Not Found',
    text: 'The network {network} is not among the configured networks. Add it to the networks option before switching to it.',
    rule: 'S8-21',
  },
  'invalid-app-configuration': {
    title: 'Invalid App Configuration',
    text: 'The origin {origin} is not in the allowed origins of this project. Add it to the allow-list on the gateway.',
    rule: 'S8-22',
  },
  'frame-load-failed': {
    title: 'Network Error - Could not load embedded wallet',
    text: 'The embedded wallet did not load in time. Check the connection and try again.',
    rule: 'S8-23',
  },
  'frame-request-timeout': {
    title: 'Embedded Wallet Request Timed Out',
    text: 'The embedded wallet did not answer in time. Try again.',
    rule: 'S8-24',
  },
  'session-expired': {
    title: 'Session Expired',
    text: 'The session is invalid. Check the time settings of this device and reconnect.',
    rule: 'S8-25',
  },
  'invalid-project-id': {
    title: 'Invalid Project ID',
    text: 'The gateway or relay does not know this project id. Check the projectId option.',
    rule: 'S8-26',
  },
  'project-id-not-configured': {
    title: 'Project ID Not Configured',
    text: 'The gateway asks for a project id and none is configured. Set the projectId option.',
    rule: 'S8-27',
  },
  'unverified-domain': {
    title: 'Unverified domain',
    text: 'The origin {origin} could not be verified for this project. Wallets may warn before they connect to it.',
    rule: 'S8-28',
  },
  'analytics-origin-not-allowed': {
    title: 'Invalid App Configuration: origin not found on allowlist',
    text: 'The gateway refused analytics from {origin}. Add it to the allow-list on the gateway, or set features.analytics to false.',
    rule: 'S8-29',
  },
} as const satisfies Record<string, AlertEntry>

export type AlertId = keyof typeof alerts
// Object.keys widens to string[]; the table is a constant, so its keys are exactly the ids.
export const alertIds = /* @__PURE__ */ Object.keys(alerts) as readonly AlertId[]

/** S8-30: what relay and gateway say when they refuse, and the alert it means. */
export const providerErrors = [
  { message: 'Unauthorized: origin not allowed', alert: 'invalid-app-configuration' },
  { message: 'JWT Token is not yet valid', alert: 'session-expired' },
  { message: 'Unauthorized: invalid key', alert: 'invalid-project-id' },
] as const satisfies readonly { message: string; alert: AlertId }[]

/** S8-30: providers wrap these messages in longer ones, so the message is looked for inside. */
export function alertOfProviderError(message: string): (typeof providerErrors)[number]['alert'] | undefined {
  return providerErrors.find((entry) => message.includes(entry.message))?.alert
}
