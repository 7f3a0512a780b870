/** Passes a connection on byte by byte, and breaks what comes back as the weather says. Also carries sockets of the Web. */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Weather } from './faultProxy.js'
import { type Fault, flip } from './faults.js'

/** How much of an answer gets through before it breaks off: less than any message of the protocols here is long. */
const beforeCut = 3

export function passStream(near: Socket, weather: Weather): void {
  const fault = weather.fault()
  if (fault) weather.count()
  if (fault === 'refuse' || fault === '429' || fault === '500') return void near.resetAndDestroy()
  if (fault === 'silence') return void near.resume()
  const far = connect(weather.target, '127.0.0.1')
  joinStreams(near, far, weather, { garbage: 'Welcome. Accept the terms to go online.\r\n' })
}

/** Ends also what is open already. */
const endsStreams: readonly Fault[] = ['refuse', '429', '500', 'cut']

export interface JoinOptions {
  /** What comes instead of an answer that is of something else. */
  readonly garbage: string | Buffer
  /** Only streams that the fault is meant for feel it. */
  readonly isMeant?: boolean
  /** Both ends listen all the time, and feel it when it ends; others keep connections for later, which nobody misses. */
  readonly isConversation?: boolean
}

export function joinStreams(near: Socket, far: Socket, weather: Weather, options: JoinOptions): void {
  const { open } = weather
  const isMeant = options.isMeant ?? true
  open.add(far)
  let queue: Promise<unknown> = Promise.resolve()
  const now = (): Fault | undefined => (isMeant ? weather.fault() : undefined)

  // What was swallowed is lost, so the rest of this stream means nothing: it stays mute when the weather is fine again,
  // as behind a router that has forgotten it. New ones are heard.
  let isMute = false
  const isHeard = () => {
    isMute ||= now() === 'silence'
    return !isMute
  }

  near.on('data', (chunk: Buffer) => {
    if (now()) weather.count()
    if (isHeard()) far.write(chunk)
  })
  far.on('data', (chunk: Buffer) => {
    const fault = now()
    if (fault) weather.count()
    if (!isHeard()) return
    if (fault === 'cut') {
      near.write(chunk.subarray(0, beforeCut))
      return void end()
    }
    if (fault === 'garbage') {
      near.write(options.garbage)
      return
    }
    const shown = fault === 'corrupt' ? flip(chunk) : chunk
    const wait = fault === 'delay' ? pause(weather.delay) : undefined
    // In the order in which it came, also when the weather changes in between.
    queue = queue.then(() => wait).then(() => near.destroyed || near.write(shown))
  })
  const stop = weather.onChange((fault) => {
    if (!isMeant || !fault || !endsStreams.includes(fault)) return
    if (options.isConversation) weather.count()
    end()
  })
  const end = () => {
    near.destroy()
    far.destroy()
  }
  for (const socket of [near, far]) {
    socket.on('error', end)
    socket.once('close', () => {
      stop()
      open.delete(far)
      // What was answered before the end is still on its way.
      void queue.then(end)
    })
  }
}
