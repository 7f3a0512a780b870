/** Runs one command as a process group of its own, so that Ctrl-C and time-outs end everything it started. */
import { spawn } from 'node:child_process'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** @param {NodeJS.Signals} signal */
export function endAll(signal) {
  for (const child of running) signalGroup(child, signal)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // The group is already gone.
  }
}

/**
 * Ends every child and then this process, once, when the terminal or a supervisor asks.
 *
 * @param {{ grace?: number }} [options] milliseconds the children have to end by themselves
 */
export function endWithSignals({ grace = 5_000 } = {}) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      endAll(signal)
      const code = signal === 'SIGINT' ? 130 : 143
      const leave = () => {
        endAll('SIGKILL')
        process.exit(code)
      }
      const started = Date.now()
      setInterval(() => (running.size === 0 || Date.now() - started > grace) && leave(), 50)
    })
  }
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [live] pass the output through as it comes
 * @property {number} [timeout] milliseconds after which the group is ended
 *
 * @typedef {{ code: number, output: string, ms: number }} RunResult
 */

/**
 * Never rejects: a command that cannot be started is a result with code 127 and the reason as its output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, { cwd, env, live = false, timeout } = {}) {
  const started = performance.now()
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = []
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    /** @param {number} code */
    const finish = (code) => {
      running.delete(child)
      clearTimeout(timer)
      resolve({ code, output: Buffer.concat(chunks).toString(), ms: performance.now() - started })
    }
    /** @param {string} text */
    const note = (text) => chunks.push(Buffer.from(`${text}\n`))
    const timer = timeout
      ? setTimeout(() => {
          note(`${command} did not end within ${timeout / 1000} s`)
          signalGroup(child, 'SIGKILL')
        }, timeout)
      : undefined
    child.stdout.on('data', (chunk) => {
      chunks.push(chunk)
      if (live) process.stdout.write(chunk)
    })
    child.stderr.on('data', (chunk) => {
      chunks.push(chunk)
      if (live) process.stderr.write(chunk)
    })
    child.once('error', (error) => {
      note(String(error))
      finish(127)
    })
    child.once('close', (code, signal) => {
      if (signal) note(`ended by ${signal}`)
      finish(code ?? 1)
    })
  })
}

/** The npm that runs us, else the one on the path, as a command and its first arguments. */
export function npmCommand() {
  const path = process.env.npm_execpath
  const isNpm = path !== undefined && /npm-cli\.[cm]?js$/.test(path)
  return isNpm
    ? { command: process.execPath, args: [path] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}
