/** Tells how many cores other programs use, from /proc: a sample that was taken beside them is taken again. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const canTell = existsSync('/proc/stat')
const ticksPerSecond = 100

/** @returns {number} seconds of all cores since the start of the machine */
function busySeconds() {
  const [, user, nice, system, , , irq, softIrq] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (softIrq ?? 0)) / ticksPerSecond
}

/** @returns {number} seconds of this process and of everything it started */
function ownSeconds() {
  /** @type {Map<number, { parent: number, ticks: number }>} */
  const all = new Map()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
      all.set(Number(entry), { parent: Number(fields[1]), ticks })
    } catch {
      // It ended while we looked.
    }
  }
  const mine = new Set([process.pid])
  let before = 0
  while (before < mine.size) {
    before = mine.size
    for (const [id, { parent }] of all) if (mine.has(parent)) mine.add(id)
  }
  return [...mine].reduce((sum, id) => sum + (all.get(id)?.ticks ?? 0), 0) / ticksPerSecond
}

/** @returns {() => number} ends the watch: the cores that others used in it, on average */
export function watchOthers() {
  if (!canTell) return () => 0
  const started = { at: performance.now(), busy: busySeconds(), own: ownSeconds() }
  return () => {
    const seconds = Math.max(0.05, (performance.now() - started.at) / 1000)
    return Math.max(0, busySeconds() - started.busy - (ownSeconds() - started.own)) / seconds
  }
}

/** Waits until others leave the machine alone, a minute at most. */
export async function untilQuiet() {
  if (!canTell) return
  for (let tries = 0; tries < 60; tries += 1) {
    const others = watchOthers()
    await pause(1000)
    if (others() < 0.15) return
  }
}
