/** Endpoints of the contract that are not served yet, and the issue that brings each. They answer 404 until then. */
import type { EndpointName } from '@latchkey/spec/endpoints'
import type { ServedName } from './served.js'

/** An entry that is neither served nor listed here does not compile, and one that is both does not either. */
export const pending = {
  authCode: 'issue 7',
  authCodeCheck: 'issue 7',
} as const satisfies Record<Exclude<EndpointName, ServedName>, `issue ${number}`>
