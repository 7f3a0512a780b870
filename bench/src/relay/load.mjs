/** Two ways to load a server: as much as it takes, and so much a second, whether or not it keeps up. */
import { setTimeout as pause } from 'node:timers/promises'

/** @typedef {import('./lines.mjs').Line} Line */

/**
 * So many messages are under way all the time: when one is done, the line that has rested longest sends the next.
 *
 * @param {readonly Line[]} lines
 * @param {{ ms: number, underWay: number }} how
 * @returns {Promise<{ done: number, all: number, seconds: number }>} how many were done in time, and with those under way then
 */
export async function closedLoop(lines, { ms, underWay }) {
  let done = 0
  let sent = 0
  let isOver = false
  const { promise: allDone, resolve } = deferred()
  const resting = [...lines]

  function sendNext() {
    const line = resting.shift()
    if (!line) throw new Error('there are fewer lines than messages under way')
    sent += 1
    line.onDone = () => {
      done += 1
      resting.push(line)
      if (!isOver) sendNext()
      else if (done === sent) resolve()
    }
    line.send()
  }

  const start = performance.now()
  for (let n = 0; n < underWay; n++) sendNext()
  await pause(ms)
  const counted = done
  const seconds = (performance.now() - start) / 1000
  isOver = true
  await allDone
  return { done: counted, all: done, seconds }
}

/**
 * Messages fall due at a steady rate; a message that finds no free line waits for one, and its time counts from when
 * it was due.
 *
 * @param {readonly Line[]} lines
 * @param {number} perSecond
 * @param {number} ms
 * @returns {Promise<{ p50: number, p99: number, done: number }>} milliseconds
 */
export async function openLoop(lines, perSecond, ms) {
  /** @type {number[]} */
  const times = []
  const free = [...lines]
  /** @type {number[]} */
  const due = []
  const total = Math.floor((perSecond * ms) / 1000)
  let made = 0
  const { promise: allDone, resolve } = deferred()

  /** @param {Line} line */
  function next(line) {
    const since = due.shift()
    if (since === undefined) return void free.push(line)
    line.onDone = () => {
      times.push(performance.now() - since)
      next(line)
      if (times.length === total) resolve()
    }
    line.send()
  }

  const start = performance.now()
  while (made < total) {
    const until = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1000) + 1)
    for (; made < until; made++) {
      due.push(start + (made * 1000) / perSecond)
      const line = free.shift()
      if (line) next(line)
    }
    await pause(1)
  }
  await allDone
  times.sort((one, other) => one - other)
  /** @param {number} share */
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), done: times.length }
}

function deferred() {
  /** @type {() => void} */
  let resolve = () => {}
  /** @type {Promise<void>} */
  const promise = new Promise((done) => {
    resolve = done
  })
  return { promise, resolve }
}
