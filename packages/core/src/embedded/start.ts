/** The embedded wallet in a kit: the frame, who is signed in, the ways to sign in, and what they may ask (S4-04 `auth`). */
import type { Namespace } from '@latchkey/spec/caip'
import { isUserRejection } from '@latchkey/spec/errors'
import { type FrameWindow, frameUrl, type GrantedPermission } from '@latchkey/spec/frame'
import type { AccountType } from '@latchkey/spec/options'
import { takeTelegramResult } from '@latchkey/spec/views'
import { showToast } from '../actions/toast.js'
import type { ConnectInput, WalletSession } from '../connector.js'
import { embeddedName } from '../connectorIds.js'
import type { KitContext } from '../context.js'
import { selectView } from '../select.js'
import type { KitState } from '../state.js'
import { createStore, type ReadonlyStore } from '../store.js'
import { isAbort } from '../wallets/walletError.js'
import { createRequest } from './approvals.js'
import { createEmailLogin, type EmailLogin } from './emailLogin.js'
import { createEmailUpdating, type EmailUpdating } from './emailUpdate.js'
import { createBrowserEnvironment, type FrameEnvironment } from './environment.js'
import { createFrame } from './frame.js'
import { createFrameAlerts } from './frameAlerts.js'
import { createLogins, problemOf } from './logins.js'
import { keepCapsule } from './memory.js'
import { createMissedReturn } from './missedReturn.js'
import type { EmbeddedParts } from './parts.js'
import { createSocialLogin, type SocialLogin } from './socialLogin.js'
import { type EmbeddedState, initialEmbeddedState } from './state.js'
import { createSurface } from './surface.js'
import { syncFrame, syncTheme } from './syncFrame.js'
import { createWallet } from './wallet.js'

/** None of these rejects: what goes wrong is in the state, in words to show. */
export interface Embedded extends EmailLogin, EmailUpdating, Omit<SocialLogin, 'comeBack'> {
  readonly store: ReadonlyStore<EmbeddedState>
  /** Makes the frame before anybody asks it anything. */
  warm(): Promise<void>
  /** Tries again what failed last in a sign-in. */
  retry(): Promise<void>
  /** Gives up the sign-in under way. */
  cancel(): void
  /** Gives up whatever the frame is shown for, and leaves its view. */
  abandon(): void
  setAccountType(type: AccountType, namespace?: Namespace): Promise<void>
  /** The frame shows the button that opens a window of the wallet (D-31); resolves when the person is done there. */
  openWindow(purpose: FrameWindow): Promise<void>
  /** What apps may do by themselves; behind `features.smartSessions`. Rejects where nobody can say. */
  grantedPermissions(): Promise<readonly GrantedPermission[]>
  revokePermissions(permission: GrantedPermission): Promise<void>
}

export interface EmbeddedHandle extends Embedded {
  connect(namespace: Namespace, input: ConnectInput): Promise<WalletSession>
  reconnect(namespace: Namespace): Promise<WalletSession | undefined>
}

export function start(context: KitContext, given?: FrameEnvironment): EmbeddedHandle {
  const { clock, jobs, log } = context
  const environment = given ?? createBrowserEnvironment(() => jobs.frameHome?.())
  const store = createStore<EmbeddedState>(initialEmbeddedState)
  const surface = createSurface(context)
  const alerts = createFrameAlerts(context, environment.origin)
  let hideSurface = () => {}

  const frame = createFrame({
    environment,
    clock,
    title: embeddedName,
    url: () => frameAddress(context, environment),
    onStatus: (status) => store.set({ frame: status }),
    onReady() {
      syncFrame(context, frame)
      missed.makeUp()
    },
    onTimeout: alerts.tellTimeout,
    onForeign: alerts.tellForeign,
    onError: (error) => alerts.tellError(error) && wallet.lose(error),
    onTold(event) {
      if (event.event === 'SESSION_UPDATE') keepCapsule(context, event.payload.token)
      if (event.event === 'SURFACE') onSurface(event.payload)
    },
  })
  jobs.scope.add(() => frame.close())
  const parts: EmbeddedParts = { context, frame, store, environment }
  const isSigningIn = () => store.get().login.step !== 'idle'
  const missed = createMissedReturn(context, { frame, isSigningIn })

  /** The frame has something to show that nobody asked it to show: a proof that it needs first, for example. */
  function onSurface({ isShown, height }: { isShown: boolean; height?: number | undefined }): void {
    store.set({ isFrameShown: isShown, frameHeight: height })
    hideSurface()
    hideSurface = () => {}
    const isAsked = store.get().emailUpdate.step !== 'idle'
    if (isShown && isAsked)
      hideSurface = surface.enter(() => {
        updating.startEmailUpdate()
        takeBack()
      })
  }

  /** The frame shows nothing any more that nobody waits for. */
  function takeBack(): void {
    frame
      .ask('RPC_ABORT', undefined)
      .catch((cause: unknown) => log.info('The frame was not told to stop', cause))
  }

  jobs.scope.add(
    context.store.subscribe(({ theme }, before) => {
      if (theme !== before.theme && store.get().frame === 'ready') syncTheme(context, frame)
    }),
  )

  let isLooking = false
  /** A way of recovery may have been set up in a window meanwhile; one that is there is not asked about again. */
  function lookAgain(): void {
    const { hasRecovery, user } = store.get()
    if (hasRecovery !== false || !user || isLooking) return
    isLooking = true
    frame
      .ask('GET_USER', undefined)
      .then(
        (told) => store.get().user === user && store.set({ hasRecovery: told.hasRecovery }),
        (cause: unknown) => log.info('The wallet did not say whether it can be recovered', cause),
      )
      .finally(() => {
        isLooking = false
      })
  }

  jobs.scope.add(
    context.store.subscribe((state, before) => {
      // Where the hint stands. A window may have gone on after this page stopped waiting for it.
      if (isAtAccount(state) && !isAtAccount(before)) lookAgain()
    }),
  )

  const request = createRequest(parts, surface, lookAgain)
  const wallet = createWallet(parts, request, missed)
  const logins = createLogins(parts)
  const email = createEmailLogin(parts, logins, wallet.arrive)
  const { comeBack, ...social } = createSocialLogin(parts, logins, surface, wallet.arrive)
  const updating = createEmailUpdating(parts)

  // S2-12: out of the address and the history before anything else happens with it.
  const back = takeTelegramResult(environment.address())
  if (back) {
    environment.replaceAddress(back.url)
    void comeBack(back.result)
  }

  /** What a press on something in the account asks for: a refusal of the person is no failure. */
  async function carryOut(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (cause) {
      log.info('The embedded wallet did not do it', cause)
      if (!isUserRejection(cause) && !isAbort(cause))
        showToast(context, { variant: 'error', text: problemOf(cause) })
    }
  }

  return {
    store,
    ...email,
    ...social,
    ...updating,
    warm: () => frame.warm().catch((cause: unknown) => log.info('The frame did not load', cause)),
    retry: () => logins.retry(),
    cancel: () => logins.cancel(),
    setAccountType: (type, namespace = 'eip155') => carryOut(() => wallet.setAccountType(type, namespace)),
    openWindow: (purpose) =>
      carryOut(async () => {
        const ending = new AbortController()
        const giveUp = (reason: Error) => {
          ending.abort(reason)
          takeBack()
        }
        const leave = surface.enter(giveUp)
        jobs.embeddedRequests.add(giveUp)
        try {
          await frame.ask('OPEN_WINDOW', { purpose }, ending)
        } finally {
          // Before the view is left: closing the modal gives up whatever waits for the person.
          jobs.embeddedRequests.delete(giveUp)
          leave()
          lookAgain()
        }
      }),
    abandon: () => surface.abandon(),
    async grantedPermissions() {
      const { permissions } = await frame.ask('GET_PERMISSIONS', undefined)
      return permissions
    },
    revokePermissions: ({ id, chainId }) =>
      carryOut(() =>
        request({
          namespace: 'eip155',
          networkId: `eip155:${String(chainId).replace(/^eip155:/, '')}`,
          method: 'wallet_revokePermissions',
          params: [{ id }],
        }),
      ),
    connect: wallet.connect,
    reconnect: wallet.reconnect,
  }
}

const isAtAccount = (state: KitState): boolean => state.modal.isOpen && selectView(state) === 'Account'

/** S7-32, with the one page that it is served for (D-32). */
function frameAddress({ options, store }: KitContext, { origin }: FrameEnvironment): string {
  const { walletUrl = '', projectId, language } = options
  const { activeNamespace, activeNetworks } = store.get()
  const chainId = activeNetworks[activeNamespace]?.networkId
  return frameUrl(walletUrl, {
    ...(projectId ? { projectId } : {}),
    ...(chainId ? { chainId } : {}),
    origin,
    ...(language ? { lang: language.code } : {}),
  })
}
