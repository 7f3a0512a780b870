/** The compose file and the pages for operators name settings and commands that exist. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { backupHelp } from '../cli/backupCommand.js'
import { kmsHelp } from '../cli/kmsCommand.js'
import { projectHelp } from '../cli/projectCommand.js'
import { startHelp } from '../cli/startArguments.js'
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
    const help = `${read('../cli.ts')}\n${startHelp}\n${backupHelp}\n${projectHelp}\n${kmsHelp}`
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

describe('the containers', () => {
  const compose = read('../../deploy/compose.yaml')
  const dockerfile = read('../../deploy/Dockerfile')
  const env = Object.fromEntries(
    [...dockerfile.matchAll(/\b(LATCHKEY_[A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value] as const),
  )

  test('keep their keys on one named volume, not in memory that ends with them', () => {
    const [, volume = ''] = new RegExp(`volumes: \\["([a-z]+):${env.LATCHKEY_DATA}"\\]`).exec(compose) ?? []
    expect(compose.slice(compose.indexOf('\nvolumes:'))).toContain(`\n  ${volume}:`)
    const [, inMemory = ''] = /tmpfs: \[(.*)\]/.exec(compose) ?? []
    for (const folder of inMemory.split(/, */))
      expect(env.LATCHKEY_DATA).not.toMatch(new RegExp(`^${folder}/`))
    // A volume takes the owner of the folder it is first mounted on; the gateway could write nothing into one of root's.
    expect(dockerfile).toContain(
      `install --directory --owner=node --group=node --mode=700 ${env.LATCHKEY_DATA}`,
    )
  })

  test('bring the wallet, and the proxy sends its origin to it', () => {
    expect(dockerfile).toMatch(/npm run build -- .*@latchkey\/wallet/)
    expect(dockerfile).toContain(`COPY --from=build ${env.LATCHKEY_WALLET_DIR} ${env.LATCHKEY_WALLET_DIR}`)
    const { LATCHKEY_GATEWAY_PORT, LATCHKEY_WALLET_PORT } = readConfig({})
    const proxy = read('../../deploy/Caddyfile')
    expect(proxy).toMatch(new RegExp(`GATEWAY_HOST} {\\s+reverse_proxy gateway:${LATCHKEY_GATEWAY_PORT}`))
    expect(proxy).toMatch(new RegExp(`WALLET_HOST} {\\s+reverse_proxy gateway:${LATCHKEY_WALLET_PORT}`))
    expect(compose).toContain('LATCHKEY_WALLET_URL: https://${WALLET_HOST')
  })

  test('are built from no key and no data of this machine', () => {
    const left = read('../../../../.dockerignore').split('\n')
    for (const pattern of ['**/.latchkey', '**/*.key', '**/gateway.env', '**/.env'])
      expect(left).toContain(pattern)
  })
})
