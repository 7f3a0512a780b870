/** Brings a phone to the wallet that has a question waiting, if the person was sent there before (S3-09). */
import type { KitContext } from '../context.js'
import { detectPlatform, readSurroundings } from '../links/platform.js'
import { linkTarget } from '../links/walletLink.js'

/** Schemes that run something in the page instead of opening an app. */
const dangerous = /^(javascript|data|vbscript|blob|file|about):/i

export function openWallet(context: KitContext, topic: string): void {
  const choice = context.storage.read('deepLink')
  if (!choice || !context.options.isMobile || typeof globalThis.open !== 'function') return
  if (dangerous.test(choice.href.trim())) return
  const base = choice.href.endsWith('/') ? choice.href : `${choice.href}/`
  const href = `${base}wc?sessionTopic=${topic}`
  try {
    globalThis.open(href, linkTarget(href, detectPlatform(readSurroundings())), 'noreferrer noopener')
  } catch (cause) {
    // The question waits in the wallet either way.
    context.log.info(`${choice.name} could not be opened`, cause)
  }
}
