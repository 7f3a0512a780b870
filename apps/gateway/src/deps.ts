/** What a handler may use: the ports, and what is built on them. Each can be replaced in a test. */
import type { Bundler } from './bundler/bundler.js'
import type { ChainData } from './chain/openChainData.js'
import type { Directory } from './directory/directory.js'
import type { Embedded } from './embedded/openEmbedded.js'
import type { Identities } from './identity/identities.js'
import type { Metrics } from './metrics.js'
import type { CcipAnswers } from './names/ccip/answers.js'
import type { Names } from './names/names.js'
import type { OpenOnramp } from './onramp/openOnramp.js'
import type { Cache } from './ports/cache.js'
import type { Clock } from './ports/clock.js'
import type { Db } from './ports/db.js'
import type { Limiter } from './ports/limiter.js'
import type { Log } from './ports/log.js'
import type { Outbound } from './ports/outbound.js'
import type { Untrusted } from './ports/untrusted.js'
import type { Usage } from './projects/usage.js'
import type { Readiness } from './readiness.js'
import type { Relay } from './relay/relay.js'
import type { Rpc } from './rpc/rpc.js'
import type { Sessions } from './sessions/sessions.js'
import type { SignIn } from './signIn/signIn.js'
import type { Analytics } from './store/analytics.js'
import type { Projects } from './store/projects.js'

export interface Deps {
  readonly clock: Clock
  readonly log: Log
  readonly db: Db
  readonly cache: Cache
  readonly limiter: Limiter
  /** To services that the operator configured. */
  readonly outbound: Outbound
  /** To addresses that a stranger wrote: avatars, images, CCIP-Read, webhooks. */
  readonly untrusted: Untrusted
  readonly metrics: Metrics
  readonly projects: Projects
  readonly usage: Usage
  readonly analytics: Analytics
  readonly rpc: Rpc
  /** What is known of wallets, networks and tokens. */
  readonly directory: Directory
  readonly chainData: ChainData
  /** Of the gateway's own zone. */
  readonly names: Names
  /** The same names for clients of ENS. */
  readonly ccip: CcipAnswers
  readonly identities: Identities
  readonly onramp: OpenOnramp
  readonly bundler: Bundler
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly readiness: Readiness
  /** The embedded wallet's logins; undefined where this process serves no wallet origin, or has no key for it. */
  readonly embedded: Embedded | undefined
  /** Undefined where this process has not the role. */
  readonly relay: Relay | undefined
}
