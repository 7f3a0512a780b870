/** What the handlers of the embedded wallet are made of; each can be replaced in a test. */
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import type { Outbound } from '../ports/outbound.js'
import type { Attempts } from './attempts.js'
import type { Audit } from './audit.js'
import type { Codes } from './email/codes.js'
import type { CheckEmbedder } from './embedder.js'
import type { Fields } from './fields.js'
import type { Kms } from './kms/kms.js'
import type { Limits } from './limits.js'
import type { Outbox } from './mail/outbox.js'
import type { Ceremonies } from './passkey/ceremonies.js'
import type { Secrets } from './secrets.js'
import type { AnswerSession, Wallets } from './session/answer.js'
import type { Devices } from './session/devices.js'
import type { Sessions } from './session/sessions.js'
import type { Handing } from './session/signIn.js'
import type { Users } from './users.js'
import type { Wakers } from './wakers.js'

export interface EmbeddedParts extends Handing {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly outbound: Outbound
  readonly kms: Kms
  readonly secrets: Secrets
  readonly fields: Fields
  readonly audit: Audit
  readonly limits: Limits
  readonly wakers: Wakers
  readonly users: Users
  readonly devices: Devices
  readonly sessions: Sessions
  readonly answer: AnswerSession
  readonly attempts: Attempts
  readonly codes: Codes
  readonly checkEmbedder: CheckEmbedder
  readonly ceremonies: Ceremonies
  readonly wallets: Wallets
  /** Undefined where no mail server is configured: then nobody signs in by email. */
  readonly outbox: Outbox | undefined
  /** Where the wallet origin is reached. */
  readonly walletOrigin: () => string
}
