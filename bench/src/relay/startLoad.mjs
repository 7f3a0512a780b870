/**
 * Load on one server, from a process of its own, as clients of a server are elsewhere: what its connections and its
 * collector of memory cost it is not felt by the load on another server.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {import('./loadProcess.mjs').Orders} Orders
 * @typedef {Orders & { stop: () => Promise<void> }} Load
 */

const program = fileURLToPath(new URL('./loadProcess.mjs', import.meta.url))
/** As the relay has it (ADR 0147): after full load its collector would go on to cost it more. */
const execArgv = ['--no-allocation-site-pretenuring']

/** @returns {Load} */
export function startLoad() {
  const child = fork(program, { execArgv })
  const ended = once(child, 'exit')
  const lost = ended.then(() => ({ error: 'its process has ended' }))

  /**
   * One order at a time.
   *
   * @template {keyof Orders} name
   * @param {name} name
   * @returns {Orders[name]}
   */
  const order = (name) =>
    /** @type {Orders[name]} */ (
      async (/** @type {unknown[]} */ ...input) => {
        const answered = new Promise((resolve) => child.once('message', resolve))
        child.send({ name, input })
        const { result, error } = await Promise.race([answered, lost])
        if (error) throw new Error(`${name}: ${error}`)
        return result
      }
    )

  return {
    open: order('open'),
    closedLoop: order('closedLoop'),
    openLoop: order('openLoop'),
    close: order('close'),
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
