import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, readConfig, summarise } from './config.js'
import { settings } from './settings.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function configFile(content: string): string {
  const path = join(folder, 'gateway.json')
  writeFileSync(path, content)
  return path
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('[D-40] without any setting the gateway runs on its own: own database, memory, every role', () => {
  const config = readConfig({})
  expect(config.DATABASE_URL).toBeUndefined()
  expect(config.REDIS_URL).toBeUndefined()
  expect([...config.LATCHKEY_ROLES]).toEqual(['api', 'rpc', 'relay', 'indexer', 'jobs', 'vault'])
  expect(config.LATCHKEY_GATEWAY_PORT).toBe(3001)
})

test('[D-40] roles can be split, and an unknown role is refused by name', () => {
  expect([...readConfig({ LATCHKEY_ROLES: 'api, rpc' }).LATCHKEY_ROLES]).toEqual(['api', 'rpc'])
  expect(problemsOf({ LATCHKEY_ROLES: 'api,cook' })).toEqual([
    expect.stringMatching(/^LATCHKEY_ROLES .*unknown role "cook"; known are api, rpc, relay, indexer, jobs/),
  ])
  expect(problemsOf({ LATCHKEY_ROLES: ' , ' })).toEqual([expect.stringContaining('names no role')])
})

test('every problem is told at once, each naming its setting', () => {
  const problems = problemsOf({
    LATCHKEY_GATEWAY_PORT: '70000',
    LATCHKEY_WALLET_PORT: 'x',
    LATCHKEY_LOCAL: 'yes',
    LATCHKEY_LOG_LEVEL: 'loud',
    LATCHKEY_UPSTREAMS: '{"ethereum": ["https://a"]}',
    LATCHKEY_PROJECTS: '[{"id":"a b","name":"A"}]',
    LATCHKEY_REQUIRED_NETWORKS: 'eip155',
    DATABASE_URL: 'mysql://user:hunter2@host/db',
    REDIS_URL: 'hunter3',
  })
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'LATCHKEY_GATEWAY_PORT',
    'LATCHKEY_WALLET_PORT',
    'DATABASE_URL',
    'REDIS_URL',
    'LATCHKEY_UPSTREAMS',
    'LATCHKEY_REQUIRED_NETWORKS',
    'LATCHKEY_PROJECTS',
    'LATCHKEY_LOCAL',
    'LATCHKEY_LOG_LEVEL',
  ])
  expect(problems.join()).not.toMatch(/hunter/)
})

test('upstreams are sorted into HTTP and WebSocket in the given order; another scheme is refused without its text', () => {
  const text = JSON.stringify({ 'eip155:1': ['https://a', 'wss://b', 'http://c'] })
  const { LATCHKEY_UPSTREAMS } = readConfig({ LATCHKEY_UPSTREAMS: text })
  expect(LATCHKEY_UPSTREAMS.get('eip155:1')).toEqual({ http: ['https://a', 'http://c'], ws: ['wss://b'] })
  const problems = problemsOf({ LATCHKEY_UPSTREAMS: '{"eip155:1": ["ftp://key@host"]}' })
  expect(problems).toEqual([expect.stringContaining('eip155:1[0] is not a http://')])
  expect(problems.join()).not.toContain('key@host')
})

test('the file has the same names, as text or as JSON; the environment wins', () => {
  const path = configFile(
    JSON.stringify({
      LATCHKEY_GATEWAY_PORT: 4000,
      LATCHKEY_WALLET_PORT: '4001',
      LATCHKEY_ROLES: ['api', 'jobs'],
      LATCHKEY_LOCAL: true,
      LATCHKEY_UPSTREAMS: { 'eip155:1': ['https://a'] },
    }),
  )
  const config = readConfig({ LATCHKEY_CONFIG: path, LATCHKEY_GATEWAY_PORT: '5000' })
  expect(config.LATCHKEY_GATEWAY_PORT).toBe(5000)
  expect(config.LATCHKEY_WALLET_PORT).toBe(4001)
  expect([...config.LATCHKEY_ROLES]).toEqual(['api', 'jobs'])
  expect(config.LATCHKEY_LOCAL).toBe(true)
  expect([...config.LATCHKEY_UPSTREAMS.keys()]).toEqual(['eip155:1'])
  expect(config.sources).toMatchObject({ LATCHKEY_GATEWAY_PORT: 'environment', LATCHKEY_LOCAL: 'file' })
})

test('a file that is missing, not JSON, not an object or has an unknown name is refused', () => {
  expect(problemsOf({ LATCHKEY_CONFIG: join(folder, 'none.json') })[0]).toContain('cannot be read')
  expect(problemsOf({ LATCHKEY_CONFIG: configFile('{') })[0]).toContain('is not JSON')
  expect(problemsOf({ LATCHKEY_CONFIG: configFile('[]') })[0]).toContain('is not a JSON object')
  expect(problemsOf({ LATCHKEY_CONFIG: configFile('{"LATCHKEY_PORT": 1}') })[0]).toContain(
    'no setting "LATCHKEY_PORT"',
  )
})

test('the printed summary shows no password and no upstream URL', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://user:hunter2@db.example/latchkey?sslpassword=hunter3',
    REDIS_URL: 'redis://:hunter4@cache.example',
    LATCHKEY_UPSTREAMS: '{"eip155:1": ["https://rpc.example/v3/hunter5"]}',
  })
  const printed = JSON.stringify(summarise(config))
  expect(printed).not.toMatch(/hunter|rpc\.example/)
  expect(summarise(config)).toMatchObject({
    DATABASE_URL: 'postgres://user:redacted@db.example/latchkey',
    LATCHKEY_UPSTREAMS: { 'eip155:1': { http: 1, ws: 0 } },
  })
})

test('the page of the gateway lists every setting with its meaning', () => {
  const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `([A-Z_]+)` +\|[^|]*\| (.*?) +\|$/gm)].map(([, name, about]) => [
    name,
    about,
  ])
  expect(listed).toEqual(Object.entries(settings).map(([name, { about }]) => [name, about]))
})
