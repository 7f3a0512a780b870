/** Listens to everything a page can complain about; a test fails on each complaint that it did not announce. */
import type { BrowserContext, Page } from 'playwright-core'

export interface Problem {
  kind: 'console' | 'error' | 'csp' | 'foreign request'
  text: string
}

export interface Problems {
  /** Complaints so far, in order. */
  readonly all: readonly Problem[]
  /** Announces a complaint that belongs to the journey, such as a refused request behind a dead gateway. */
  expect(pattern: RegExp): void
  /** Complaints that nobody announced. */
  unexpected(): Problem[]
}

/** Which powers a Chromium knows differs by platform; denying one that it does not have is no fault of the page. */
const ofPlatform = /^Error with Permissions-Policy header: Unrecognized feature/

/**
 * The wallet client of the phone drops its record of an answer once a relay has it. An answer that was sent twice, or
 * that a second app gives late, finds no record and is complained of. Nothing is lost; the client is not ours.
 */
const ofWalletClient = /^\{context: client\} Error: No matching key\. history/

const violationBinding = '__latchkeyViolation'

/** `origins`: the only ones that the pages of this context may talk to. */
export async function watchProblems(
  context: BrowserContext,
  { origins }: { origins: readonly string[] },
): Promise<Problems> {
  const all: Problem[] = []
  const announced: RegExp[] = [ofWalletClient]
  const allowed = new Set(origins)
  const note = (kind: Problem['kind'], text: string) => all.push({ kind, text })
  const checkAddress = (address: string) => {
    const { protocol, origin, host } = new URL(address)
    const isLocalScheme = ['data:', 'blob:', 'about:', 'chrome-error:'].includes(protocol)
    if (!isLocalScheme && !allowed.has(protocol.startsWith('ws') ? `http://${host}` : origin))
      note('foreign request', address)
  }

  await context.exposeBinding(violationBinding, (_source, text: string) => note('csp', text))
  await context.addInitScript((binding) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // The binding exists in every frame of the context; TypeScript cannot know.
      const report = Reflect.get(window, binding) as (text: string) => void
      report(`${event.effectiveDirective} blocked ${event.blockedURI} in ${event.documentURI}`)
    })
  }, violationBinding)
  context.on('request', (request) => checkAddress(request.url()))
  context.on('weberror', (error) => note('error', String(error.error().stack ?? error.error())))
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !ofPlatform.test(message.text()))
      note('console', `${message.text()} (${message.location().url})`)
  })
  context.on('page', (page: Page) => page.on('websocket', (socket) => checkAddress(socket.url())))

  return {
    all,
    expect: (pattern) => announced.push(pattern),
    unexpected: () => all.filter(({ text }) => !announced.some((pattern) => pattern.test(text))),
  }
}
