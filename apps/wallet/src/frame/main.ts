/** The hidden frame of the embedded wallet: reads its address, finds its embedder, shakes hands and answers. */
import { frameQuery, type ThemeSync } from '@latchkey/spec/frame'
import { limits } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { createContext } from './context.js'
import { createChannel } from './createChannel.js'
import { findEmbedder } from './findEmbedder.js'

function start(): void {
  const query = v.safeParse(frameQuery, Object.fromEntries(new URLSearchParams(location.search)))
  if (!query.success) {
    say('The address of this frame is incomplete. Apps open it through Latchkey.')
    return
  }
  const embedder = findEmbedder(window, query.output.origin)
  if (typeof embedder === 'string') {
    say('This is the frame of the embedded wallet. It works only inside the app that it was opened for.')
    return
  }
  const channel = createChannel({
    embedder,
    context: createContext({ applyTheme, reload }),
    now: () => performance.now(),
    log: query.output.enableLogger === 'true' ? logToConsole : () => {},
  })
  addEventListener('message', (event) => void channel.hear(event))
  // S4-13: only now can a message be heard, so only now does the host learn that it may send one.
  channel.tell('READY', { version: String(limits.walletSdkVersion) })
}

function applyTheme({ themeMode }: ThemeSync): void {
  if (themeMode) document.documentElement.dataset.theme = themeMode
}

/** A task of its own, so that the answer to the request leaves first. */
function reload(): void {
  setTimeout(() => location.reload())
}

/** S7-32: only where the embedder asks for it. */
function logToConsole(line: string): void {
  // oxlint-disable-next-line no-console -- the console of the frame is the only place a developer can read.
  console.debug(`[latchkey frame] ${line}`)
}

function say(text: string): void {
  document.body.textContent = text
}

start()
