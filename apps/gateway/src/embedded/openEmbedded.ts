/** Puts the server side of the embedded wallet together: keys first, then what is sealed with them, then who signs in. */
import { existsSync } from 'node:fs'
import { minutes } from '@latchkey/spec/limits'
import type { FastifyInstance } from 'fastify'
import type { Closers } from '../closers.js'
import type { Config } from '../config/config.js'
import { startJob } from '../jobs/startJob.js'
import type { Work } from '../jobs/work.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import type { Outbound } from '../ports/outbound.js'
import type { Sessions as SmartSessions } from '../sessions/sessions.js'
import type { Projects } from '../store/projects.js'
import { createAccountHandlers } from './account/accountHandlers.js'
import { createEmailChange } from './account/emailChange.js'
import { createStepUp } from './account/stepUp.js'
import { openApprovals } from './approvals/openApprovals.js'
import { createAttempts } from './attempts.js'
import { createAudit } from './audit.js'
import { createCodes } from './email/codes.js'
import { createEmailHandlers } from './email/emailHandlers.js'
import { createCheckEmbedder } from './embedder.js'
import { createExportHandlers } from './export/exportHandlers.js'
import { createFarcaster } from './farcaster/farcaster.js'
import { createFields } from './fields.js'
import { createRepeats } from './http/repeats.js'
import { serveWalletApi, type WalletHandlers } from './http/walletRoute.js'
import { createDeviceHandlers } from './keys/deviceHandlers.js'
import { createEpochHandlers } from './keys/epochHandlers.js'
import { openKeys } from './keys/openKeys.js'
import { createWalletHandlers } from './keys/walletHandlers.js'
import { defaultKeyFile, openKms } from './kms/openKms.js'
import { createLimits } from './limits.js'
import { createSmtpMailer } from './mail/mailer.js'
import { createOutbox } from './mail/outbox.js'
import { createNetworkHandlers, type NetworkParts } from './networks/networkHandlers.js'
import type { EmbeddedParts } from './parts.js'
import { createCeremonies } from './passkey/ceremonies.js'
import { createPasskeyHandlers } from './passkey/passkeyHandlers.js'
import { createPinHandlers } from './pin/pinHandlers.js'
import { createPins } from './pin/pins.js'
import { createRulesOf } from './policy/projectRules.js'
import { createRecoveries } from './recovery/recoveries.js'
import { createRecoveryHandlers } from './recovery/recoveryHandlers.js'
import { openSecrets } from './secrets.js'
import { createAccessTokens } from './session/accessTokens.js'
import { createAnswer } from './session/answer.js'
import { createDevices } from './session/devices.js'
import { createDpop } from './session/dpop.js'
import { createSessionHandlers } from './session/sessionHandlers.js'
import { createSessions } from './session/sessions.js'
import { createHanding } from './session/signIn.js'
import { createWindowHandlers, pruneWindows } from './session/windowHandlers.js'
import { serveOauth } from './social/serveOauth.js'
import { createSocial } from './social/social.js'
import { createUsers } from './users.js'
import { openVault } from './vault/openVault.js'
import { createWakers } from './wakers.js'

export interface EmbeddedInput extends NetworkParts {
  readonly config: Config
  readonly db: Db
  /** Where `db` is; the vault opens connections of its own. */
  readonly databaseUrl: string
  readonly clock: Clock
  readonly log: Log
  readonly outbound: Outbound
  readonly projects: Projects
  /** Where what a smart account permits an app is kept, and signed for. */
  readonly sessions: SmartSessions
  readonly closers: Closers
  readonly work?: Work | undefined
}

export interface Embedded {
  readonly parts: EmbeddedParts
  /** `port` is where the wallet origin listens, for an address that was not configured. */
  serve(app: FastifyInstance, port: () => number): void
}

const pruneEvery = minutes(5)

/** A gateway without a key for it says so, and serves the rest. */
export async function openEmbedded(input: EmbeddedInput): Promise<Embedded | undefined> {
  const { config, log } = input
  const hasKey = config.LATCHKEY_KMS !== undefined || existsSync(defaultKeyFile(config.LATCHKEY_DATA))
  if (config.LATCHKEY_LOCAL || hasKey) return build(input)
  log.warn('the embedded wallet is off: it has no key. Make one with: latchkey kms create')
  return undefined
}

async function build(input: EmbeddedInput): Promise<Embedded> {
  const { config, db, clock, log, outbound, projects, chainData, closers } = input
  let port = () => config.LATCHKEY_WALLET_PORT
  const walletOrigin = () => config.LATCHKEY_WALLET_URL ?? `http://localhost:${port()}`

  const kms = openKms({
    setting: config.LATCHKEY_KMS,
    data: config.LATCHKEY_DATA,
    isLocal: config.LATCHKEY_LOCAL,
    outbound,
    clock,
  })
  const secrets = await openSecrets({ db, kms })
  const fields = createFields({ kms, secrets, clock })
  const audit = createAudit({ db, clock })
  const pins = createPins({ db, clock, secrets, audit })
  const keys = openKeys({ db, clock, fields, pins })
  const wallets = keys.facts
  const limits = createLimits({ db, clock })
  const wakers = createWakers({ clock })
  const users = createUsers({ db, clock, fields, secrets, audit })
  const devices = createDevices({ db, clock, fields })
  const sessions = createSessions({ db, clock, secrets, devices, audit })
  const tokens = createAccessTokens({ seed: secrets.tokens, clock })
  const answer = createAnswer({ users, tokens, clock, wallets })
  const attempts = createAttempts({ db, clock, fields, wakers })
  const dpop = createDpop({ db, secrets, clock })
  const mailer = config.LATCHKEY_SMTP
    ? createSmtpMailer({ url: config.LATCHKEY_SMTP, from: config.LATCHKEY_MAIL_FROM })
    : undefined
  const outbox = mailer && createOutbox({ db, clock, log, fields, mailer })

  const parts: EmbeddedParts = {
    ...createHanding({ sessions, answer }),
    db,
    clock,
    log,
    outbound,
    kms,
    secrets,
    fields,
    audit,
    limits,
    wakers,
    users,
    devices,
    sessions,
    answer,
    attempts,
    codes: createCodes({ secrets, digits: config.LATCHKEY_CODE_DIGITS }),
    ceremonies: createCeremonies({ db, clock, walletOrigin }),
    wallets,
    checkEmbedder: createCheckEmbedder({ projects, walletOrigin }),
    outbox,
    walletOrigin,
  }
  const isLocal = config.LATCHKEY_LOCAL
  const social = createSocial(parts, { settings: config.LATCHKEY_SOCIAL, isLocal })
  const { databaseUrl } = input
  const vault = config.LATCHKEY_ROLES.has('vault')
    ? await openVault({ config, databaseUrl, clock, log, outbound, closers, walletOrigin })
    : undefined
  const farcaster = createFarcaster(parts, farcasterOf(input))
  const pin = createPinHandlers(parts, pins)
  const recoveries = createRecoveries({ db, clock })
  const recovering = { parts, wallets: keys.wallets, recoveries }
  const repeats = createRepeats({ db, clock, fields })
  const approvals = openApprovals({
    parts,
    wallets: keys.wallets,
    projects,
    chainData,
    rpc: input.rpc,
    sessions: input.sessions,
  })
  const handlers: WalletHandlers = {
    ...createEmailHandlers(parts),
    ...createSessionHandlers(parts),
    ...createWindowHandlers(parts),
    ...createPasskeyHandlers(parts),
    ...createAccountHandlers({ parts, recoveries, rulesOf: createRulesOf(projects) }),
    ...createEmailChange(parts),
    ...createStepUp(parts),
    ...pin.handlers,
    ...createRecoveryHandlers(recovering),
    ...createExportHandlers(recovering),
    ...social.handlers,
    ...farcaster.handlers,
    ...createWalletHandlers({ parts, ...keys }),
    ...createDeviceHandlers({ parts, ...keys }),
    ...createEpochHandlers({ parts, ...keys, recoveries }),
    ...approvals.handlers,
    ...createNetworkHandlers(input),
  }
  const prune = async () => {
    for (const { prune: forget } of [limits, attempts, sessions, dpop, recoveries, keys, approvals, repeats])
      await forget()
    await pruneWindows(parts)
  }

  closers.add('embedded wallet', async () => {
    await outbox?.settle()
    mailer?.close()
  })
  const pruning = { name: 'forget wallet logins', every: pruneEvery, run: prune }
  for (const job of [pruning, pin.job, ...farcaster.jobs, ...(outbox ? [outbox.job] : [])])
    closers.add(job.name, startJob(job, { clock, log, work: input.work }))

  return {
    parts,
    serve(app, listensAt) {
      port = listensAt
      serveOauth(app, social, walletOrigin)
      const api = { handlers, dpop, tokens, sessions, users, repeats, now: clock.now }
      serveWalletApi(app, { api, vault, origin: walletOrigin })
    },
  }
}

/** The network of its registry has to be one that we have a node of: nobody else is asked who somebody is. */
function farcasterOf({ config, chainData, log }: EmbeddedInput) {
  const settings = config.LATCHKEY_FARCASTER
  if (!settings) return undefined
  if (config.LATCHKEY_UPSTREAMS.get(settings.networkId)?.http.length)
    return { settings, chain: chainData.chainOf(settings.networkId) }
  log.warn({ network: settings.networkId }, 'sign-in with Farcaster is off: its network has no node here')
  return undefined
}
