/** The headers of the wallet origin: what its pages may load, and who may put them into a frame. */

/** Nothing but the wallet's own files. Workers need a trusted-types policy, which hands out one constant address. */
const contentPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'latchkey-worker',
} as const

/** Every power of the browser that a wallet has no use for. */
const deniedPowers = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
]
const grantedPowers = ['publickey-credentials-get', 'clipboard-write', 'storage-access']
/** Passkeys are made in windows only (D-31). */
const windowPower = 'publickey-credentials-create'

/** Who may show a page in a frame: one web origin, or nobody. */
export type Ancestor = 'none' | `http://${string}` | `https://${string}`

export function pageHeaders({
  ancestor,
  isLocal,
}: {
  ancestor: Ancestor
  isLocal: boolean
}): Record<string, string> {
  return {
    ...fileHeaders({ isLocal }),
    'content-security-policy': policyText(ancestor),
    'permissions-policy': permissionsText(ancestor === 'none'),
    // A script without the hash that the build wrote into its tag does not run.
    'integrity-policy': 'blocked-destinations=(script)',
    // A window of its own must not be reachable from the page that opened it; a frame has no use for it.
    ...(ancestor === 'none'
      ? { 'cross-origin-opener-policy': 'same-origin', 'x-frame-options': 'DENY' }
      : {}),
    'origin-agent-cluster': '?1',
    'cache-control': 'no-store',
  }
}

/**
 * A worker goes by the policy of its own file, not by that of the page: the one that holds keys reaches nothing at all,
 * whatever code got into it.
 */
export const workerHeaders = {
  'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
}

export function fileHeaders({ isLocal }: { isLocal: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(isLocal ? {} : { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
  }
}

function policyText(ancestor: Ancestor): string {
  const rules = { ...contentPolicy, 'frame-ancestors': ancestor === 'none' ? "'none'" : ancestor }
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

function permissionsText(isWindow: boolean): string {
  const denied = deniedPowers.map((name) => `${name}=()`)
  const granted = grantedPowers.map((name) => `${name}=(self)`)
  return [...denied, ...granted, `${windowPower}=${isWindow ? '(self)' : '()'}`].join(', ')
}
