/** The hidden frame of the embedded wallet: reads its address, finds its embedder, shakes hands and answers. */
import { type FrameQuery, frameQuery, type ThemeSync } from '@latchkey/spec/frame'
import { limits, seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { openProofKey } from '../api/proofKey.js'
import { createWalletApi } from '../api/walletApi.js'
import { createDeviceStore } from '../device/deviceStore.js'
import { openShelf } from '../device/shelf.js'
import { h } from '../look/draw.js'
import { showPasskey } from '../windows/passkeys.js'
import { copy } from '../words/en/panel.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { startWorker } from '../worker/startWorker.js'
import { after, keepsCookies, lock, whenVisible } from './browser.js'
import { createContext, type FrameDeps } from './context.js'
import { createChannel } from './createChannel.js'
import { findEmbedder } from './findEmbedder.js'
import { inLanguage } from './inLanguage.js'
import { createPanel, type PanelDeps } from './panel/createPanel.js'
import { readTheme } from './readTheme.js'
import { refreshSession } from './session.js'
import './panel/frame.css'

const t = wordsOf(copy)

async function start(): Promise<void> {
  const query = v.safeParse(frameQuery, Object.fromEntries(new URLSearchParams(location.search)))
  if (!query.success) {
    return say('panel.incomplete')
  }
  const embedder = findEmbedder(window, query.output.origin)
  if (typeof embedder === 'string') {
    return say('panel.alone')
  }
  // An app that names no language speaks English, and so does the wallet in the midst of it.
  const { lang = 'en' } = query.output
  // Both need the network, and neither the other; what is drawn needs both.
  const [deps] = await Promise.all([
    openDeps({ ...query.output, lang }, (surface) => context.tell('SURFACE', surface)),
    speakHere(lang),
  ])
  const context = createContext(deps)
  const channel = createChannel({
    embedder,
    context,
    now: () => performance.now(),
    log: query.output.enableLogger === 'true' ? logToConsole : () => {},
  })
  context.tell = channel.tell
  addEventListener('message', (event) => channel.hear(event))
  // S4-13: only now can a message be heard, so only now does the host learn that it may send one.
  channel.greet(String(limits.walletSdkVersion))
}

async function openDeps(
  { projectId, origin, chainId = 'eip155:1', lang }: FrameQuery & { readonly lang: string },
  tellSurface: PanelDeps['tell'],
): Promise<FrameDeps> {
  const store = createDeviceStore(await openShelf({ page: origin }, () => indexedDB))
  const api = createWalletApi({
    origin: location.origin,
    key: await openProofKey(await store.proofPair(), Date.now),
    fetch: (input, init) => fetch(input, init),
    createId: () => crypto.randomUUID(),
    refresh: (own) => refreshSession({ api: own, store, lock }),
  })
  // The server names the nonce of proofs with every answer: with one at hand the first call is not refused for want of it.
  await api.call('accountNetworks', { signal: AbortSignal.timeout(seconds(2)) }).catch(() => {})
  return {
    embedder: projectId === undefined ? { origin } : { projectId, origin },
    origin: location.origin,
    api,
    store,
    keepsCookies: keepsCookies(),
    startWorker,
    lock,
    after,
    whenVisible,
    createId: () => crypto.randomUUID(),
    applyTheme,
    reload,
    network: chainId,
    panel: createPanel({ body: document.body, tell: tellSurface }),
    openWindow: (url) => openWindow(inLanguage(url, lang)),
    showPasskey: async (options) => (await showPasskey(options)).credential,
  }
}

/** By CSSOM, which the policy of the page allows. */
function applyTheme(theme: ThemeSync): void {
  const { documentElement: root } = document
  if (theme.themeMode) root.dataset.theme = theme.themeMode
  for (const name of [...root.style]) root.style.removeProperty(name)
  for (const [name, value] of Object.entries(readTheme(theme))) root.style.setProperty(name, value)
}

/** One window for all of it: whoever presses twice has it in front again. */
function openWindow(url: string): void {
  open(url, 'w3m-approve', 'popup,width=440,height=760')
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

/** To whoever opened the frame by itself. */
async function say(key: 'panel.incomplete' | 'panel.alone'): Promise<void> {
  await speakHere()
  document.body.replaceChildren(h('main', { class: 'panel' }, h('h1', {}, t(key))))
}

void start()
