import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { createOutbound } from '../../ports/outbound.js'
import { createMigratedDatabase } from '../../testing/database.js'
import { createFields } from '../fields.js'
import { openSecrets } from '../secrets.js'
import { createAwsKms, signed } from './awsKms.js'
import { createGcpKms } from './gcpKms.js'
import { createKeyFile, readKeyFile, retireOldKeys, rotateKeyFile } from './keyFile.js'
import { type Kms, KmsError, rewrap } from './kms.js'
import { createLocalFileKms } from './localFile.js'
import { openKms, readKmsSetting } from './openKms.js'
import { rewrapAll } from './rewrapAll.js'
import { createVaultTransit } from './vaultTransit.js'

const folder = () => mkdtempSync(join(tmpdir(), 'latchkey-kms-'))
function freshFile(): string {
  const path = join(folder(), 'kms.key')
  createKeyFile(path)
  return path
}
const outbound = createOutbound()
afterAll(() => outbound.close())

describe('the key file', () => {
  test('[A-48] is readable by its owner alone, or nothing starts', () => {
    const path = freshFile()
    expect((statSync(path).mode & 0o777).toString(8)).toBe('400')
    expect(readKeyFile(path)).toHaveLength(1)
    for (const mode of [0o644, 0o440, 0o600, 0o404]) {
      chmodSync(path, mode)
      expect(() => readKeyFile(path)).toThrow(/can be read or written by others/)
    }
    chmodSync(path, 0o400)
    const link = join(folder(), 'link.key')
    symlinkSync(path, link)
    expect(() => readKeyFile(link)).toThrow(/is not a file/)
    const odd = join(folder(), 'odd.key')
    writeFileSync(odd, 'not a key\n', { mode: 0o400 })
    expect(() => readKeyFile(odd)).toThrow(/does not hold keys/)
    expect(() => createKeyFile(path)).toThrow()
  })

  test('[A-48] a key in the environment is refused, and its text is not repeated', () => {
    const key = randomBytes(32).toString('base64url')
    expect(() => readKmsSetting(key)).toThrow(/a key does not belong here/)
    expect(() => readKmsSetting(`{"kind":"file","key":"${key}"}`)).toThrow(TypeError)
    expect(readKmsSetting('/etc/latchkey/kms.key')).toEqual({ kind: 'file', path: '/etc/latchkey/kms.key' })
  })

  test('[A-48] only the local world makes one by itself', () => {
    const data = folder()
    const input = { setting: undefined, data, outbound, clock: systemClock }
    expect(() => openKms({ ...input, isLocal: false })).toThrow(/latchkey kms create/)
    const made = openKms({ ...input, isLocal: true })
    expect(made.currentKid()).toBe('k1')
    expect(openKms({ ...input, isLocal: false }).currentKid()).toBe('k1')
  })

  test('[I-21] a new key wraps anew, the old one opens what it wrapped until it is retired', async () => {
    const path = freshFile()
    const wrapped = await createLocalFileKms({ path }).wrap(Buffer.from('secret'), 'here')
    expect(rotateKeyFile(path)).toBe('k2')
    const newer = createLocalFileKms({ path })
    expect((await newer.unwrap(wrapped, 'here')).toString()).toBe('secret')
    const again = await rewrap(newer, wrapped, 'here')
    expect(again.startsWith('k2.')).toBe(true)
    expect(await rewrap(newer, again, 'here')).toBe(again)
    retireOldKeys(path)
    const newest = createLocalFileKms({ path })
    await expect(newest.unwrap(wrapped, 'here')).rejects.toMatchObject({ fault: 'refused' })
    expect((await newest.unwrap(again, 'here')).toString()).toBe('secret')
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1)
  })
})

describe('what is sealed', () => {
  let db: Db
  beforeAll(async () => {
    db = (await createMigratedDatabase()).db
  })
  afterAll(() => db.close())

  test('[A-47] opens in its own place only: another row, column, table, user or a changed letter fails', async () => {
    const kms = createLocalFileKms({ path: freshFile() })
    const secrets = await openSecrets({ db, kms })
    const fields = createFields({ kms, secrets, clock: systemClock })
    const alice = { id: 'alice', dek: await fields.makeDek('alice') }
    const bob = { id: 'bob', dek: await fields.makeDek('bob') }
    const place = { table: 'wallet_users', column: 'email_sealed', row: 'r1' }
    const sealed = await fields.seal(place, 'a@b.example', alice)
    expect(await fields.openText(place, sealed, alice)).toBe('a@b.example')
    expect(sealed).not.toContain('a@b')
    const moves = [
      fields.open({ ...place, row: 'r2' }, sealed, alice),
      fields.open({ ...place, column: 'name_sealed' }, sealed, alice),
      fields.open({ ...place, table: 'wallet_attempts' }, sealed, alice),
      fields.open(place, sealed, bob),
      fields.open(place, sealed),
      fields.open(place, sealed, { id: 'alice', dek: bob.dek }),
      fields.open(place, `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`, alice),
    ]
    for (const move of await Promise.allSettled(moves)) expect(move.status).toBe('rejected')

    // A key of another installation is told before anything is served.
    const other = createLocalFileKms({ path: freshFile() })
    await expect(openSecrets({ db, kms: other })).rejects.toThrow(
      /not the one that this database was written with/,
    )
    const away: Kms = { ...kms, unwrap: async () => Promise.reject(new KmsError('away', 'away')) }
    await expect(openSecrets({ db, kms: away })).rejects.toMatchObject({ fault: 'away' })
  })

  test('[I-21] everything can be wrapped anew, and nothing else changes', async () => {
    const path = freshFile()
    const own = (await createMigratedDatabase()).db
    const before = await openSecrets({ db: own, kms: createLocalFileKms({ path }) })
    rotateKeyFile(path)
    const kms = createLocalFileKms({ path })
    expect(await rewrapAll({ db: own, kms })).toBe(4)
    expect(await rewrapAll({ db: own, kms })).toBe(0)
    retireOldKeys(path)
    const after = await openSecrets({ db: own, kms: createLocalFileKms({ path }) })
    expect(after.mac('email', 'a@b.example')).toEqual(before.mac('email', 'a@b.example'))
    await own.close()
  })

  test('[F-E] a key service that goes away is honoured for five minutes, and then nothing is opened', async () => {
    const own = createLocalFileKms({ path: freshFile() })
    const fresh = (await createMigratedDatabase()).db
    let isAway = false
    let now = 1_000
    const kms: Kms = {
      ...own,
      unwrap: (text, context) =>
        isAway ? Promise.reject(new KmsError('away', 'away')) : own.unwrap(text, context),
    }
    const secrets = await openSecrets({ db: fresh, kms })
    const fields = createFields({ kms, secrets, clock: { now: () => now, after: () => () => {} } })
    const owner = { id: 'u', dek: await fields.makeDek('u') }
    const place = { table: 't', column: 'c', row: 'r' }
    const sealed = await fields.seal(place, 'x', owner)
    isAway = true
    expect(await fields.openText(place, sealed, owner)).toBe('x')
    now += 5 * 60_000
    await expect(fields.open(place, sealed, owner)).rejects.toMatchObject({ fault: 'away' })
    await fresh.close()
  })
})

/** Stand-ins of the three services, each with its own protocol and one key. */
describe('the key services', () => {
  const key = randomBytes(32)
  let server: Server
  let url = ''
  let seen: { headers: Record<string, unknown>; path: string }[] = []
  let status = 200

  const seal = (plain: Buffer, aad: string) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad))
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  const open = (sealed: Buffer, aad: string) => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(aad))
    decipher.setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  }
  const from = (text: unknown) => Buffer.from(String(text), 'base64')

  function answer(path: string, target: unknown, body: Record<string, unknown>): unknown {
    if (path === '/') {
      const aad = JSON.stringify(body.EncryptionContext)
      if (target === 'TrentService.Encrypt')
        return { CiphertextBlob: seal(from(body.Plaintext), aad).toString('base64') }
      return { Plaintext: open(from(body.CiphertextBlob), aad).toString('base64') }
    }
    if (path.startsWith('/v1/projects')) {
      const aad = String(body.additionalAuthenticatedData)
      if (path.endsWith(':encrypt')) return { ciphertext: seal(from(body.plaintext), aad).toString('base64') }
      return { plaintext: open(from(body.ciphertext), aad).toString('base64') }
    }
    const aad = String(body.associated_data)
    if (path.includes('/encrypt/'))
      return { data: { ciphertext: `vault:v1:${seal(from(body.plaintext), aad).toString('base64')}` } }
    return { data: { plaintext: open(from(String(body.ciphertext).slice(9)), aad).toString('base64') } }
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => (text += chunk))
      request.on('end', () => {
        const path = request.url ?? ''
        seen.push({ headers: request.headers, path })
        let body: unknown
        try {
          body = answer(path, request.headers['x-amz-target'], JSON.parse(text))
        } catch {
          response.writeHead(400).end('{"secret":"of the service"}')
          return
        }
        response.writeHead(status).end(JSON.stringify(body))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const credentials = {
    accessKeyId: 'AKIDEXAMPLE12345',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  }
  const makers: Record<string, () => Kms> = {
    aws: () =>
      createAwsKms({
        region: 'eu-west-1',
        keyId: 'alias/w',
        credentials: () => credentials,
        endpoint: url,
        outbound,
        clock: systemClock,
      }),
    gcp: () =>
      createGcpKms({
        keyName: 'projects/p/locations/l/keyRings/r/cryptoKeys/k',
        token: () => 'token',
        endpoint: url,
        outbound,
      }),
    vault: () => createVaultTransit({ url, keyName: 'wallet', token: () => 'token', outbound }),
  }

  test.each(Object.keys(makers))('%s wraps and unwraps, in the same context only', async (name) => {
    const kms = makers[name]?.() as Kms // the names are the keys
    const wrapped = await kms.wrap(Buffer.from('a key of 32 bytes'), 'users/1')
    expect(wrapped.startsWith(`${kms.currentKid()}.`)).toBe(true)
    expect((await kms.unwrap(wrapped, 'users/1')).toString()).toBe('a key of 32 bytes')
    await expect(kms.unwrap(wrapped, 'users/2')).rejects.toMatchObject({ fault: 'broken' })
  })

  test.each(Object.keys(makers))(
    '[F-E] %s that fails or refuses is told apart, without what it said',
    async (name) => {
      const kms = makers[name]?.() as Kms // the names are the keys
      for (const [code, fault] of [
        [503, 'away'],
        [429, 'away'],
        [403, 'refused'],
      ] as const) {
        status = code
        await expect(kms.wrap(Buffer.from('x'), 'c')).rejects.toMatchObject({ fault })
      }
      status = 200
      const error: unknown = await kms
        .unwrap(`${kms.currentKid()}.AAAA`, 'c')
        .catch((cause: unknown) => cause)
      expect(String(error)).not.toContain('secret')
    },
  )

  test('AWS is asked with a signature of the fourth version that covers the headers it names', async () => {
    seen = []
    await makers.aws?.().wrap(Buffer.from('x'), 'c')
    expect(seen[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE12345\/\d{8}\/eu-west-1\/kms\/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=[0-9a-f]{64}$/,
    )
    const input = {
      ...credentials,
      endpoint: 'https://kms.eu-west-1.amazonaws.com',
      region: 'eu-west-1',
      target: 'TrentService.Encrypt',
      body: '{}',
      now: 1_800_000_000_000,
    }
    expect(signed(input).authorization).not.toBe(signed({ ...input, body: '{ }' }).authorization)
    expect(signed(input).authorization).toBe(signed(input).authorization)
  })
})
