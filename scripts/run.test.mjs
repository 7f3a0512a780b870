import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { run } from './run.mjs'
import { makeHouse } from './testing.mjs'

test('gives the exit code and everything that was said', async () => {
  const { code, output } = await run('sh', ['-c', 'echo out; echo err >&2; exit 3'])
  expect(code).toBe(3)
  expect(output).toContain('out')
  expect(output).toContain('err')
})

test('a program that does not exist is a result, not a crash', async () => {
  await expect(run('latchkey-no-such-program', [])).resolves.toMatchObject({
    code: 127,
    output: expect.stringContaining('ENOENT'),
  })
})

test('the time-out ends the whole group and says so', async () => {
  const folder = makeHouse({})
  const { code, output } = await run('sh', ['-c', 'sleep 60 & echo $! > child; wait'], {
    cwd: folder,
    // Long enough for a busy machine to start the child, which is then waited for in vain.
    timeout: 5_000,
  })
  expect(code).not.toBe(0)
  expect(output).toContain('did not end within 5 s')
  const child = Number(readFileSync(join(folder, 'child'), 'utf8'))
  await vi.waitFor(() => expect(isRunning(child)).toBe(false))
})

test('Ctrl-C ends the children of a script that asked for it, and then the script', async () => {
  const folder = makeHouse({
    'script.mjs': `import { endWithSignals, run } from ${JSON.stringify(new URL('run.mjs', import.meta.url).href)}
      endWithSignals()
      await run('sh', ['-c', 'echo $$ > child; exec sleep 60'])`,
  })
  const script = spawn(process.execPath, ['script.mjs'], { cwd: folder, stdio: 'inherit' })
  const ended = new Promise((resolve) => script.once('exit', (code) => resolve(code)))
  const file = join(folder, 'child')
  await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(/\d/), {
    timeout: 10_000,
  })
  script.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(isRunning(Number(readFileSync(file, 'utf8')))).toBe(false)
})

/** @param {number} pid */
function isRunning(pid) {
  try {
    // A process that has ended and waits to be collected by its parent still answers to signals.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
