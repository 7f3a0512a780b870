/** The process of `startLoad`: opens lines to one server and puts load on it as it is told. */
import { echoLines, relayLines } from './lines.mjs'
import { closedLoop, openLoop } from './load.mjs'

/** @typedef {import('./lines.mjs').Line} Line */

const openers = { echo: echoLines, relay: relayLines }

/** @type {Line[]} */
let lines = []
/** How many messages are under way when a server is given as much as it takes. */
let most = 0

const orders = {
  /** @param {keyof typeof openers} kind @param {number} port @param {number} sockets @param {number} underWay */
  async open(kind, port, sockets, underWay) {
    lines = await openers[kind](port, sockets, underWay)
    most = underWay
  },
  /** @param {number} ms */
  closedLoop: (ms) => closedLoop(lines, { ms, underWay: most }),
  /** @param {number} perSecond @param {number} ms */
  openLoop: (perSecond, ms) => openLoop(lines, perSecond, ms),
  async close() {
    const wires = new Set(lines.flatMap((line) => line.wires))
    await Promise.all(Array.from(wires, (wire) => wire.close()))
    lines = []
  },
}

/** @typedef {typeof orders} Orders */

/** @param {{ name: keyof Orders, input: unknown[] }} said */
async function carryOut({ name, input }) {
  const order = /** @type {(...input: unknown[]) => Promise<unknown>} */ (orders[name])
  try {
    process.send?.({ result: await order(...input) })
  } catch (error) {
    process.send?.({ error: String(error) })
  }
}

process.on('message', (said) => void carryOut(/** @type {Parameters<typeof carryOut>[0]} */ (said)))
