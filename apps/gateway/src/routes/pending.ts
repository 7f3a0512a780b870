/** Endpoints of the contract that are not served yet, and the issue that brings each. They answer 404 until then. */
import type { EndpointName } from '@latchkey/spec/endpoints'
import type { ServedName } from './served.js'

/** An entry that is neither served nor listed here does not compile, and one that is both does not either. */
export const pending = {
  bundler: 'issue 5',
  ccipRead: 'issue 5',
  ccipReadPost: 'issue 5',
  sessions: 'issue 5',
  createSession: 'issue 5',
  activateSession: 'issue 5',
  sessionContext: 'issue 5',
  signWithSession: 'issue 5',
  revokeSession: 'issue 5',
  authNonce: 'issue 9',
  authenticate: 'issue 9',
  authRefresh: 'issue 9',
  authKeys: 'issue 9',
  authSession: 'issue 9',
  authMetadata: 'issue 9',
  authCode: 'issue 9',
  authCodeCheck: 'issue 9',
  authSignOut: 'issue 9',
} as const satisfies Record<Exclude<EndpointName, ServedName>, `issue ${number}`>
