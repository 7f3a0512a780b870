/** What was opened, closed in reverse order, whatever happens on the way. */
import type { Log } from './ports/log.js'

export interface Closers {
  add(name: string, close: () => void | Promise<void>): void
  closeAll(): Promise<void>
}

export function createClosers({ log }: { log: Log }): Closers {
  const stack: { name: string; close: () => void | Promise<void> }[] = []
  return {
    add: (name, close) => void stack.push({ name, close }),
    async closeAll() {
      for (let next = stack.pop(); next; next = stack.pop()) {
        try {
          await next.close()
        } catch (err) {
          log.error({ err, part: next.name }, 'a part did not close well')
        }
      }
    },
  }
}
