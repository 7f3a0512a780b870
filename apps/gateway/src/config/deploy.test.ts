/** The compose file and the pages for operators name settings and commands that exist. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { kmsHelp } from '../cli/kmsCommand.js'
import { projectHelp } from '../cli/projectCommand.js'
import { readConfig } from './config.js'
import { settings } from './settings.js'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const deploy = readdirSync(new URL('../../deploy', import.meta.url)).map((name) => `../../deploy/${name}`)
const guide = '../../../../docs/guide'
const pages = [...deploy, `${guide}/self-hosting.md`, `${guide}/operation.md`, `${guide}/relay.md`]

/** Read by the gateway, though none of its settings. */
const others = new Set(['LATCHKEY_CONFIG'])

describe.each(pages)('%s', (page) => {
  test('names no setting that does not exist', () => {
    const named = new Set(read(page).match(/\bLATCHKEY_[A-Z_]+\b/g))
    expect([...named].filter((name) => !Object.hasOwn(settings, name) && !others.has(name))).toEqual([])
  })

  test('names no command that does not exist', () => {
    const help = `${read('../cli.ts')}\n${projectHelp}\n${kmsHelp}`
    const commands = [...read(page).matchAll(/(?:npx latchkey|dist\/cli\.js) ([a-z]+)(?: ([a-z]+))?/g)]
    for (const [, command = '', verb = ''] of commands) {
      expect(help).toContain(`latchkey ${command}`)
      if (command === 'project') expect(help).toMatch(new RegExp(`latchkey project (?:[a-z]+\\|)*${verb}\\b`))
    }
  })

  test('gives commands only options that exist', () => {
    const lines = read(page)
      .split('\n')
      .filter((line) => /(?:npx latchkey|dist\/cli\.js) project/.test(line))
    for (const option of lines.flatMap((line) => line.replace(/^.*project/, '').match(/--[a-z-]+/g) ?? []))
      expect(projectHelp).toContain(`[${option}`)
  })
})

test('the example of the environment is one that the gateway starts with', () => {
  const entries = read('../../deploy/gateway.env.example')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
  expect(readConfig(Object.fromEntries(entries)).LATCHKEY_UPSTREAMS.get('eip155:1')).toMatchObject({
    http: [expect.any(String), expect.any(String)],
    ws: [expect.any(String)],
  })
})

test('the Redis of the compose file drops nothing of the relay’s mailbox', () => {
  const compose = read('../../deploy/compose.yaml')
  expect(compose).toContain('"--maxmemory-policy", "noeviction"')
  expect(compose).toContain('"--appendonly", "yes"')
})
