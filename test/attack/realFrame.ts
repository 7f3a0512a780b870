/** The frame of the embedded wallet against a real gateway: its own code from session to worker, in this process. */
import type { FrameMethod, FrameRequest, FrameResult } from '@latchkey/spec/frame'
import type { SessionAnswer, WalletRouteName } from '@latchkey/spec/walletApi'
import type { WalletBrowser } from '../../apps/gateway/src/testing/walletBrowser.js'
import { codeOf, page, tokenOf, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { openProofKey } from '../../apps/wallet/src/api/proofKey.js'
import { createWalletApi } from '../../apps/wallet/src/api/walletApi.js'
import { createDeviceStore } from '../../apps/wallet/src/device/deviceStore.js'
import { createMemoryShelf, type Shelf } from '../../apps/wallet/src/device/shelf.js'
import { createContext, type FrameContext, type FrameDeps } from '../../apps/wallet/src/frame/context.js'
import { createChannel } from '../../apps/wallet/src/frame/createChannel.js'
import type { Screen } from '../../apps/wallet/src/frame/panel/screen.js'
import { refreshSession } from '../../apps/wallet/src/frame/session.js'
import { startKeyWorker } from '../../apps/wallet/src/worker/runWork.js'
import { createWorkDesk, type WorkRequest } from '../../apps/wallet/src/worker/worker.js'

/** A worker as a browser makes one: messages are copied, and nothing is heard after its end. */
class DeskWorker extends EventTarget {
  readonly #answer = createWorkDesk()
  isOver = false
  postMessage(message: WorkRequest): void {
    void this.#answer(structuredClone(message)).then((told) => {
      if (!this.isOver) this.dispatchEvent(new MessageEvent('message', { data: structuredClone(told) }))
    })
  }
  terminate(): void {
    this.isOver = true
  }
}

class FrameError extends Error {
  override readonly name = 'FrameError'
  readonly code: unknown
  constructor(payload: { message: string; code?: unknown }) {
    super(payload.message)
    this.code = payload.code
  }
}

export interface RealFrame {
  readonly context: FrameContext
  /** The browser's storage. */
  readonly shelf: Shelf
  /** Capsules that the page was given, newest last. */
  readonly capsules: string[]
  /** Everything that left the frame. */
  readonly sent: { type: string; id?: string; payload?: unknown }[]
  /** As a host asks; asks again while a person is waited for. */
  ask<method extends FrameMethod>(
    method: method,
    ...request: FrameRequest<method> extends undefined ? [] : [FrameRequest<method>]
  ): Promise<FrameResult<method>>
}

let ids = 0

/** `shelf` is the browser's storage: the same one again is a reload. */
export async function openRealFrame(
  world: WalletWorld,
  {
    shelf = createMemoryShelf(),
    origin = page,
    ...more
  }: { shelf?: Shelf; origin?: string } & Partial<FrameDeps> = {},
): Promise<RealFrame> {
  const store = createDeviceStore(shelf)
  const lock: FrameDeps['lock'] = (_, run) => run()
  const api = createWalletApi({
    origin: world.origin,
    key: await openProofKey(await store.proofPair(), Date.now),
    fetch: (input, init) =>
      fetch(input, { ...init, headers: [...new Headers(init?.headers).entries(), ['origin', world.origin]] }),
    createId: () => crypto.randomUUID(),
    refresh: (own) => refreshSession({ api: own, store, lock }),
  })
  const context = createContext({
    embedder: { origin },
    origin: world.origin,
    api,
    store,
    keepsCookies: false,
    // What is used of a worker.
    startWorker: () => startKeyWorker(() => new DeskWorker() as unknown as Worker),
    lock,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    whenVisible: (run) => {
      run()
      return () => {}
    },
    createId: () => crypto.randomUUID(),
    applyTheme: () => {},
    reload: () => {},
    network: 'eip155:31337',
    ...createPerson(world),
    ...more,
  })
  const sent: RealFrame['sent'] = []
  const capsules: string[] = []
  const waiting = new Map<string, (message: RealFrame['sent'][number]) => void>()
  /** The frame's end of the channel. */
  class HostPort extends EventTarget {
    start(): void {}
    postMessage(message: unknown): void {
      const told = structuredClone(message) as RealFrame['sent'][number] // an envelope of the frame's
      sent.push(told)
      if (told.type === 'FRAME_SESSION_UPDATE') capsules.push((told.payload as { token: string }).token)
      if (told.id !== undefined) waiting.get(told.id)?.(told)
    }
  }
  const port = new HostPort()
  const peer = { postMessage: () => {} }
  const channel = createChannel({ embedder: { peer, origin }, context, now: Date.now, log: () => {} })
  context.tell = channel.tell
  channel.hear({ source: peer, origin, data: { type: 'APP_CHANNEL' }, ports: [port] })

  return {
    context,
    shelf,
    capsules,
    sent,
    async ask(method, ...[payload]) {
      const id = `h${(ids += 1)}`
      for (;;) {
        const answer = new Promise<RealFrame['sent'][number]>((resolve) => waiting.set(id, resolve))
        const message = { type: `APP_${method}`, id, ...(payload === undefined ? {} : { payload }) }
        port.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }))
        const told = await answer
        // The table types the result of each method; a message carries it untyped.
        if (told.type === `FRAME_${method}_SUCCESS`) return told.payload as never
        const error = told.payload as { message: string; code?: unknown }
        if (!error.message.endsWith('_PENDING')) throw new FrameError(error)
      }
    },
  }
}

/** Somebody who presses the button, sets a PIN at the first window, and approves there. */
export function createPerson(
  world: WalletWorld,
  act: (window: WalletBrowser, approvalId: string | undefined) => Promise<void> = approveWithPin,
): Pick<FrameDeps, 'panel' | 'openWindow' | 'showPasskey'> & { readonly screens: Screen[] } {
  const screens: Screen[] = []
  return {
    screens,
    panel: {
      show(screen) {
        screens.push(screen)
        if (screen.kind === 'request' && screen.rung !== 'window') void screen.approve()
        else if ('open' in screen) screen.open()
        return { replace: (next) => void screens.push(next), close: () => {} }
      },
    },
    openWindow(url) {
      const [, windowId, secret] = /#([^.]+)\.([^.]+)\./.exec(url) ?? []
      const window = world.browser()
      const acting = window.ask('windowOpen', { body: { windowId, secret } }).then(({ body }) => {
        window.session = body.session as SessionAnswer // as the contract has it
        return act(window, body.approvalId as string | undefined)
      })
      world.underWay.add(acting)
    },
    showPasskey: () => Promise.reject(new Error('this person has no passkey')),
  }
}

const pin = '135790'

async function approveWithPin(window: WalletBrowser, id = ''): Promise<void> {
  const { body: me } = await window.ask('me')
  if (me.hasPin !== true) await window.ask('pinSet', { body: { pin } })
  const { body: view } = await window.ask('approvalRead', { params: { id } })
  const body = { decision: 'approve', digest: view.digest, proof: { kind: 'pin', pin } }
  const decided = await window.ask('approvalDecide', { params: { id }, body })
  if (decided.status !== 200) throw new Error(JSON.stringify(decided.body))
}

export async function reject(window: WalletBrowser, id = ''): Promise<void> {
  await window.ask('approvalDecide', { params: { id }, body: { decision: 'reject' } })
}

/** Signs in by email through the frame's own messages, with the mail as a person reads it. */
export async function signInByEmail(
  world: WalletWorld,
  frame: Pick<RealFrame, 'ask'>,
  email: string,
): Promise<void> {
  const before = world.mail.mails[0]?.id ?? 0
  const { action, matchNumber } = await frame.ask('CONNECT_EMAIL', { email })
  if (action === 'CONNECT') return
  const letter = await world.mail.next(email, before)
  if (action === 'VERIFY_OTP') {
    await frame.ask('CONNECT_OTP', { otp: codeOf(letter.text) })
    return
  }
  const body = { decision: 'approve', token: tokenOf(letter.text), number: matchNumber }
  const [approved] = await Promise.all([
    world.browser().ask('deviceApprove', { body }),
    frame.ask('CONNECT_DEVICE'),
  ])
  await frame.ask('CONNECT_OTP', { otp: String(approved.body.code) })
}

/** Every call of a frame to its server goes through `bend` first; the answer puts everything back. */
export function bendCalls(
  { context: { api } }: RealFrame,
  bend: (
    name: WalletRouteName,
    call: { readonly body?: Readonly<Record<string, unknown>> },
    next: () => Promise<unknown>,
  ) => Promise<unknown>,
): () => void {
  const real = api.call.bind(api)
  const bent = api as { call: unknown } // a test's own hands
  bent.call = (name: WalletRouteName, call: never) => bend(name, call, () => real(name, call))
  return () => {
    bent.call = real
  }
}
