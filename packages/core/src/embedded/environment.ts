/** What the embedded wallet needs of a browser, so that tests can play one. */
import { frameElementId } from '@latchkey/spec/views'

/** What is read of a `MessageEvent`. */
export interface HeardMessage {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
}

/** The frame in the page. */
export interface FrameElement {
  /** The window inside; compared with the source of what is heard, and never read. */
  readonly window: unknown
  post(message: unknown, targetOrigin: string, port: MessagePort): void
  /** Calls back each time a page has loaded inside, until the returned function is called. */
  onLoad(listener: () => void): () => void
  remove(): void
}

/** A window of the wallet that the person sees. Its pages cut the tie to who opened them, so nothing can be asked of it. */
export interface OpenedWindow {
  goTo(url: string): void
  close(): void
}

export interface FrameEnvironment {
  /** Of the page; the frame is served for it alone (D-32). */
  readonly origin: string
  /** Of the page, with everything behind the path. */
  address(): string
  /** Shows another address for this very page, without a visit to it. */
  replaceAddress(url: string): void
  /** Leaves the page. */
  leaveFor(url: string): void
  createFrame(input: { readonly url: string; readonly title: string }): FrameElement
  createChannel(): MessageChannel
  createId(): string
  listen(hear: (message: HeardMessage) => void): () => void
  /** Inside a click; `undefined` where the browser blocks it. */
  openWindow(url: string): OpenedWindow | undefined
}

/** Wide enough for the sign-in pages of the providers. */
const windowFeatures = 'popup,width=600,height=800'
const windowName = 'latchkey-sign-in'

export function createBrowserEnvironment(
  frameHome: () => Element | undefined,
  page: Window & typeof globalThis = window,
): FrameEnvironment {
  const { document, history, location } = page
  return {
    origin: location.origin,
    address: () => location.href,
    replaceAddress: (url) => history.replaceState(history.state, '', url),
    leaveFor: (url) => location.assign(url),
    createChannel: () => new MessageChannel(),
    createId: () => crypto.randomUUID(),
    createFrame({ url, title }) {
      const frame = document.createElement('iframe')
      const { origin } = new URL(url)
      // Two kits on one page have two frames; an id belongs to one element.
      if (!document.getElementById(frameElementId)) frame.id = frameElementId
      frame.title = title
      frame.slot = 'frame'
      frame.referrerPolicy = 'no-referrer'
      frame.allow = `publickey-credentials-get ${origin}; clipboard-write ${origin}; storage-access ${origin}`
      frame.src = url
      const home = frameHome()
      if (!home) frame.style.display = 'none'
      // A script in the head may run before there is a body.
      const place = home ?? document.body ?? document.documentElement
      place.append(frame)
      return {
        get window() {
          return frame.contentWindow
        },
        post: (message, targetOrigin, port) =>
          frame.contentWindow?.postMessage(message, { targetOrigin, transfer: [port] }),
        onLoad(listener) {
          frame.addEventListener('load', listener)
          return () => frame.removeEventListener('load', listener)
        },
        remove: () => frame.remove(),
      }
    },
    listen(hear) {
      page.addEventListener('message', hear)
      return () => page.removeEventListener('message', hear)
    },
    openWindow(url) {
      const opened = page.open(url, windowName, windowFeatures)
      return opened
        ? {
            goTo: (next) => {
              opened.location.href = next
            },
            close: () => opened.close(),
          }
        : undefined
    },
  }
}
