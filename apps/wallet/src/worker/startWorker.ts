/** Starts the worker of the built page: its address is a constant, and the only one that the page's policy lets through. */
// oxlint-disable-next-line import/default -- made by the bundler: the address of the built file.
import workerUrl from './main.ts?worker&url'
import { type KeyWorker, startKeyWorker } from './runWork.js'

/** Trusted Types, as far as they are used here; the standard library's types do not have them yet. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}
declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory
  }
}

/** As the header names it. */
const policyName = 'latchkey-worker'

/** Made once: the header lets a page make one policy of this name. */
const policy = window.trustedTypes?.createPolicy(policyName, { createScriptURL: () => workerUrl })

export function startWorker(): Promise<KeyWorker> {
  const address = policy ? policy.createScriptURL('') : workerUrl
  return startKeyWorker(() => new Worker(address, { type: 'module', name: 'keys' }))
}
