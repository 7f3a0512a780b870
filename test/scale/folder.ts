/** A folder for one run, which the user that PostgreSQL runs as can enter. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-scale-'))
  // Started as root, PostgreSQL runs as a user of its own, who must be able to pass.
  chmodSync(folder, 0o755)
  return folder
}
