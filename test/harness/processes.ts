/** Finds what a local world left running, by the data folder that all its processes carry. Linux only: reads /proc. */
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'

export interface LiveProcess {
  pid: number
  command: string
}

/** Processes whose command line or environment names the folder; the database starts in a session of its own. */
export function processesUsing(folder: string): LiveProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = read(`/proc/${name}/cmdline`)
      // A zombie has no command line and holds nothing.
      if (!command) return []
      const isUsing = command.includes(folder) || read(`/proc/${name}/environ`).includes(folder)
      return isUsing ? [{ pid: Number(name), command: command.replaceAll('\0', ' ').trim() }] : []
    })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process ended between the listing and the reading.
    return ''
  }
}

/** True when something accepts connections on the port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const answer = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })
}
