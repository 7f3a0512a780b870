/** Makes sure that `redis-server` is there for the suites with several gateways. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { SetupError } from './install.mjs'
import { run } from './run.mjs'

const hasRedis = () => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0

const howTo =
  'The suites with several gateways need Redis: `sudo apt-get install -y --no-install-recommends redis-server`.'

/** @param {{ log?: (line: string) => void }} [options] */
export async function ensureRedis({ log = console.log } = {}) {
  if (hasRedis()) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new SetupError(howTo)
  log('Installing redis-server (apt-get) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update', '-qq'], { env })
  const options = ['install', '-y', '-qq', '--no-install-recommends', 'redis-server']
  const install = await run('apt-get', options, { env })
  if (!hasRedis())
    throw new SetupError(`apt-get could not install it:\n${update.output}${install.output}\n${howTo}`)
}
