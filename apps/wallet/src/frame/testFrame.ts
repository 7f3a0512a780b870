/** A frame for tests: real context and channel, a server that answers as the test says, and a page that offers ports. */
import type { WalletAnswerOf, WalletRequestOf, WalletRouteName } from '@latchkey/spec/walletApi'
import { vi } from 'vitest'
import type { WalletApi } from '../api/walletApi.js'
import { createDeviceStore } from '../device/deviceStore.js'
import { createMemoryShelf } from '../device/shelf.js'
import { createContext, type FrameDeps } from './context.js'
import { createChannel, type Heard, type Port } from './createChannel.js'

/** What the server answers; a route that is not there must not be asked. */
export type TestServer = {
  [name in WalletRouteName]?: (
    call: WalletRequestOf<name>,
  ) => WalletAnswerOf<name> | Promise<WalletAnswerOf<name>>
}

interface Told {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** The frame's end of a channel: what it posted, and whether it took it. */
export class TestPort extends EventTarget implements Port {
  readonly posted: Told[]
  isTaken = false
  constructor(posted: Told[] = []) {
    super()
    this.posted = posted
  }
  start(): void {
    this.isTaken = true
  }
  postMessage(message: unknown): void {
    this.posted.push(message as Told) // an envelope of the frame's
  }
}

const origin = 'https://dapp.example'

function unexpected(what: string): never {
  throw new Error(`nobody expected ${what}`)
}

/** As a request that is given up: whatever the server would have said is not heard. */
function unlessAborted<T>(told: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([told, over])
}

function createTestApi(server: TestServer): WalletApi {
  let session: ReturnType<WalletApi['session']>
  return {
    key: { jkt: 'jkt', prove: async () => 'proof' },
    session: () => session,
    setSession: (next) => {
      session = next
    },
    async call(name, call) {
      const answer = server[name]
      if (!answer) throw new Error(`nobody expected ${name}`)
      // The table types both ends; the lookup loses it.
      const told = Promise.resolve(answer(call as never))
      return call.signal ? unlessAborted(told, call.signal) : told
    },
  }
}

export function openTestFrame(server: TestServer = {}, more: Partial<FrameDeps> = {}) {
  const told: { message: unknown; targetOrigin: string }[] = []
  const peer = {
    postMessage: (message: unknown, { targetOrigin }: { targetOrigin: string }) =>
      told.push({ message, targetOrigin }),
  }
  const lines: string[] = []
  const time = { now: 0 }
  let ids = 0
  const context = createContext({
    embedder: { origin },
    origin: 'https://wallet.example',
    api: createTestApi(server),
    store: createDeviceStore(createMemoryShelf()),
    keepsCookies: true,
    startWorker: () => Promise.reject(new Error('nobody expected work with keys')),
    lock: (_, run) => run(),
    after: () => () => {},
    whenVisible: (run) => {
      run()
      return () => {}
    },
    createId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    applyTheme: vi.fn<FrameDeps['applyTheme']>(),
    reload: vi.fn<FrameDeps['reload']>(),
    network: 'eip155:31337',
    panel: { show: () => unexpected('a screen') },
    openWindow: () => unexpected('a window'),
    showPasskey: () => unexpected('a passkey'),
    ...more,
  })
  const channel = createChannel({
    embedder: { peer, origin },
    context,
    now: () => time.now,
    log: (line) => lines.push(line),
  })
  context.tell = channel.tell
  const sent: Told[] = []
  const offer = (bend: Partial<Heard> = {}): TestPort => {
    const port = new TestPort(sent)
    channel.hear({ source: peer, origin, data: { type: 'APP_CHANNEL' }, ports: [port], ...bend })
    return port
  }
  return { channel, context, lines, offer, peer, sent, time, told }
}
