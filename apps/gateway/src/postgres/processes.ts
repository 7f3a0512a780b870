/** Facts about other processes: from /proc on Linux, from `ps` elsewhere. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'

const hasProc = existsSync('/proc/self/stat')

/** When a process started, as a text that only serves to be compared; undefined when there is no such process. */
export function processStart(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'lstart')
  try {
    // The name in field 2 may hold spaces and brackets; the start time is the 20th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')
    // A zombie has ended, and only waits to be told to its parent.
    return fields?.[0] === 'Z' ? undefined : fields?.[19]
  } catch {
    return undefined
  }
}

/** Whether that process is a PostgreSQL server of exactly that data folder: it makes the folder its working one. */
export function isServerOf(pid: number, folder: string): boolean {
  if (!hasProc) return ps(pid, 'command')?.includes(folder) ?? false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder && processStart(pid) !== undefined
  } catch {
    return false
  }
}

function ps(pid: number, column: string): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() || undefined : undefined
}
