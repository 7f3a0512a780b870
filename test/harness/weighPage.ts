/** What a page weighs once its garbage is gone: memory, nodes, listeners, and everything that `leaks.ts` counts. */
import type { CDPSession, Page } from 'playwright-core'
import { type Held, readHeld } from './leaks.js'

export interface PageWeight {
  /** Bytes of JavaScript that are in use. */
  readonly heap: number
  /** Objects of scripts, functions and wrapped nodes included. Engines add to the heap as code grows hot, but to these never. */
  readonly objects: number
  readonly nodes: number
  readonly listeners: number
  readonly documents: number
  /** Page-wide listeners, timers, observers, sockets, elements. */
  readonly held: Held
}

export interface Scales {
  weigh(): Promise<PageWeight>
}

/** Call `countHeld` before the page is loaded. */
export async function createScales(page: Page): Promise<Scales> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.enable')
  return {
    async weigh() {
      await collect(session)
      const { metrics } = await session.send('Performance.getMetrics')
      const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
      return {
        heap: valueOf('JSHeapUsedSize'),
        objects: await countObjects(session),
        nodes: valueOf('Nodes'),
        listeners: valueOf('JSEventListeners'),
        documents: valueOf('Documents'),
        held: await readHeld(page),
      }
    },
  }
}

/** Twice: what the first round finalises is free only after the second. */
async function collect(session: CDPSession): Promise<void> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
}

/** Everything alive in the page that an object of a script is made of. */
async function countObjects(session: CDPSession): Promise<number> {
  const group = { objectGroup: 'weighing' }
  const { result } = await session.send('Runtime.evaluate', { expression: 'Object.prototype', ...group })
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    ...group,
  })
  const counted = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  await session.send('Runtime.releaseObjectGroup', group)
  return Number(counted.result.value)
}
