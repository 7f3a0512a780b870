import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vaultKeyAad, walletLimits } from '@latchkey/spec/walletApi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config/config.js'
import { createDatabase } from '../../testing/database.js'
import { silentLog } from '../../testing/log.js'
import { run } from '../../testing/statement.js'
import { createWalletBrowser, type WalletAnswer, type WalletBrowser } from '../../testing/walletBrowser.js'
import { codeOf, startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'
import { createHpkePair, openSealed } from '../keys/hpke.js'
import { createKeyFile } from '../kms/keyFile.js'
import { startVaultProcess } from './startVaultProcess.js'

let world: WalletWorld
let url: string
beforeAll(async () => {
  url = await createDatabase()
  world = await startWalletWorld({ DATABASE_URL: url })
})
afterAll(() => world.stop())

const code = ({ body }: WalletAnswer) => body.error?.code
const pin = '271828'
const wrong = '314159'

let people = 0
function somebody() {
  people += 1
  const email = `vault${people}@example.com`
  return { email, window: world.browser({ 'x-forwarded-for': `203.0.${people}.55` }) }
}

/** A code of the vault, read in its mailbox. */
async function askCode(window: WalletBrowser, email: string, body: object) {
  const before = world.mail.mails[0]?.id ?? 0
  const asked = await window.ask('vaultCode', { body })
  if (asked.status !== 200) return { refused: code(asked), codeId: '', otp: '', mail: undefined }
  const mail = await world.mail.next(email, before)
  return { refused: undefined, codeId: String(asked.body.codeId), otp: codeOf(mail.text), mail }
}

async function enrol({ email, window }: ReturnType<typeof somebody>) {
  const factorId = randomUUID()
  const { codeId, otp, mail } = await askCode(window, email, { factorId, email })
  const receiver = await createHpkePair()
  const body = { codeId, otp, pin, hpkePub: receiver.publicKey }
  const answer = await window.ask('vaultEnrol', { body })
  const key = await openSealed(receiver.privateKey, answer.body.key as never, vaultKeyAad(factorId))
  return { factorId, key, mail }
}

/** Time for another mail. */
const later = () => world.clock.shift(walletLimits.codeCooldown + 1)

async function open(window: WalletBrowser, email: string, factorId: string, given = pin) {
  later()
  const { codeId, otp } = await askCode(window, email, { factorId })
  const receiver = await createHpkePair()
  const body = { codeId, otp, pin: given, hpkePub: receiver.publicKey }
  return { receiver, body, answer: await window.ask('vaultOpen', { body }) }
}

test('[D-31] the vault gives its key to whoever has its mailbox and the PIN, under a name of its own', async () => {
  const person = somebody()
  const { factorId, key, mail } = await enrol(person)
  expect(key).toHaveLength(32)
  expect(key.equals(Buffer.alloc(32))).toBe(false)
  expect(mail?.from).toContain('vault@localhost')
  // From another browser, with no session anywhere.
  const { window } = somebody()
  const { answer, receiver } = await open(window, person.email, factorId)
  expect(await openSealed(receiver.privateKey, answer.body.key as never, vaultKeyAad(factorId))).toEqual(key)
})

test('a code of the vault is for one key, one purpose and one use', async () => {
  const person = somebody()
  const { factorId } = await enrol(person)
  const { body } = await open(person.window, person.email, factorId)
  expect(code(await person.window.ask('vaultOpen', { body }))).toBe('OTP_EXPIRED')
  later()
  const { codeId, otp } = await askCode(person.window, person.email, { factorId })
  const given = { ...body, codeId, otp }
  expect(code(await somebody().window.ask('vaultOpen', { body: given }))).toBe('OTP_EXPIRED')
  expect(code(await person.window.ask('vaultEnrol', { body: given }))).toBe('OTP_EXPIRED')
  for (const left of [2, 1, 0]) {
    const answer = await person.window.ask('vaultOpen', { body: { ...given, otp: '000000' } })
    expect(answer.body).toMatchObject({ error: { code: 'OTP_INVALID', left } })
  }
  expect(code(await person.window.ask('vaultOpen', { body: given }))).toBe('OTP_LOCKED')
})

test('[A-41] the PIN of the vault has five tries in all, and without the mailbox nobody uses one up', async () => {
  const person = somebody()
  const { factorId } = await enrol(person)
  later()
  const { codeId } = await askCode(person.window, person.email, { factorId })
  const { publicKey: hpkePub } = await createHpkePair()
  const guess = { codeId, otp: '000000', pin: wrong, hpkePub }
  expect(code(await person.window.ask('vaultOpen', { body: guess }))).toBe('OTP_INVALID')
  const tries = async () =>
    (await run<{ tries: number }>(url, `select tries from vault.wallet_pins where owner = '${factorId}'`))[0]
      ?.tries
  expect(await tries()).toBe(0)
  for (const left of [4, 3, 2, 1]) {
    const { answer } = await open(person.window, person.email, factorId, wrong)
    expect(answer.body).toMatchObject({ error: { code: 'PIN_INVALID', left } })
    // Otherwise the mailbox would be full before the PIN is locked.
    world.clock.shift(walletLimits.codeLife * 2)
  }
  expect(code((await open(person.window, person.email, factorId, wrong)).answer)).toBe('PIN_LOCKED')
  world.clock.shift(60 * 60_000)
  expect(code((await open(person.window, person.email, factorId)).answer)).toBe('PIN_LOCKED')

  // Forgotten: three days, a notice a day, then another code and another PIN.
  later()
  const asked = await askCode(person.window, person.email, { factorId })
  const before = world.mail.mails[0]?.id ?? 0
  const { body } = await person.window.ask('vaultForgot', { body: { codeId: asked.codeId, otp: asked.otp } })
  expect(Number(body.resetAt)).toBeGreaterThan(Number(body.now) + walletLimits.forgottenPinDelay - 60_000)
  expect((await world.mail.next(person.email, before)).text).toContain('/keep#vault.')
  const reset = async () => {
    later()
    const { codeId, otp } = await askCode(person.window, person.email, { factorId })
    return person.window.ask('vaultReset', { body: { codeId, otp, pin: '161803' } })
  }
  expect(code(await reset())).toBe('PIN_WAIT')
  world.clock.shift(walletLimits.forgottenPinDelay)
  // One code says that the wait is over, and sets the new PIN.
  later()
  const last = await askCode(person.window, person.email, { factorId })
  const mailed = { codeId: last.codeId, otp: last.otp }
  const newest = () => world.mail.mails[0]?.id ?? 0
  const known = newest()
  const told = await person.window.ask('vaultForgot', { body: mailed })
  expect(Number(told.body.resetAt)).toBeLessThanOrEqual(Number(told.body.now))
  expect((await world.mail.next(person.email, known)).text).toContain('That is possible now')
  const another = { ...mailed, pin: '161803' }
  const notified = newest()
  expect((await person.window.ask('vaultReset', { body: another })).status).toBe(200)
  expect((await world.mail.next(person.email, notified)).subject).toBe('Your PIN was replaced')
  expect(code(await person.window.ask('vaultReset', { body: another }))).toBe('OTP_EXPIRED')
  expect((await open(person.window, person.email, factorId, '161803')).answer.status).toBe(200)
})

test('[D-31] a wait for the vault that nobody used lapses: the mailbox alone begins a new one, and is told of it', async () => {
  const person = somebody()
  const { factorId } = await enrol(person)
  const forgot = async () => {
    later()
    const { codeId, otp } = await askCode(person.window, person.email, { factorId })
    const before = world.mail.mails[0]?.id ?? 0
    const { body } = await person.window.ask('vaultForgot', { body: { codeId, otp } })
    const { text } = await world.mail.next(person.email, before)
    return { mailed: { codeId, otp }, wait: Number(body.resetAt) - Number(body.now), text }
  }
  const reset = (mailed: { codeId: string; otp: string }) =>
    person.window.ask('vaultReset', { body: { codeId: mailed.codeId, otp: mailed.otp, pin: '161803' } })
  await forgot()
  world.clock.shift(walletLimits.forgottenPinDelay + walletLimits.forgottenPinChance)
  later()
  const late = await reset(await askCode(person.window, person.email, { factorId }))
  expect(code(late)).toBe('PIN_WAIT')
  const again = await forgot()
  expect(again.wait).toBeGreaterThan(walletLimits.forgottenPinDelay - 60_000)
  expect(again.text).toContain('That becomes possible')
  expect(code(await reset(again.mailed))).toBe('OTP_EXPIRED')
})

test('the link of a notice keeps the PIN of the vault', async () => {
  const person = somebody()
  const { factorId } = await enrol(person)
  later()
  const { codeId, otp } = await askCode(person.window, person.email, { factorId })
  const before = world.mail.mails[0]?.id ?? 0
  await person.window.ask('vaultForgot', { body: { codeId, otp } })
  const { text } = await world.mail.next(person.email, before)
  const token = /#vault\.([A-Za-z0-9_-]{43})/.exec(text)?.[1]
  expect((await world.browser().ask('vaultKeep', { body: { token } })).status).toBe(200)
  world.clock.shift(walletLimits.forgottenPinDelay)
  later()
  const again = await askCode(person.window, person.email, { factorId })
  const body = { codeId: again.codeId, otp: again.otp, pin: '161803' }
  expect(code(await person.window.ask('vaultReset', { body }))).toBe('PIN_WAIT')
})

test('the vault writes so often to a mailbox and no more, and knows no way of recovery that it did not make', async () => {
  const person = somebody()
  const { factorId } = await enrol(person)
  expect((await askCode(person.window, person.email, { factorId })).refused).toBe('COOLDOWN')
  later()
  expect((await askCode(person.window, person.email, { factorId: randomUUID() })).refused).toBe(
    'FACTOR_UNKNOWN',
  )
})

test('[I-4] the tables of the vault are its own, and its key opens nothing of the gateway’s', async () => {
  const { factorId } = await enrol(somebody())
  const [own] = await run(url, `select key_sealed from vault.vault_keys where factor_id = '${factorId}'`)
  expect(own).toBeDefined()
  // Neither side has rows, secrets or a log in common with the other.
  const [one] = await run(url, `select sealed from public.wallet_secrets where name = 'fields'`)
  const [other] = await run(url, `select sealed from vault.wallet_secrets where name = 'fields'`)
  expect(one?.sealed).not.toBe(other?.sealed)
  expect(await run(url, `select from public.wallet_audit where action like 'vault.%'`)).toEqual([])
  await expect(run(url, 'select from public.vault_keys')).rejects.toThrow('does not exist')
})

test('[F-F] without its vault a gateway signs people in, and recovery by the vault says later', async () => {
  const alone = await startWalletWorld({ LATCHKEY_ROLES: 'api,jobs' })
  try {
    const browser = alone.browser()
    await alone.signIn(browser, 'no-vault@example.com')
    expect((await browser.ask('recoveryList')).body).toMatchObject({ factors: [] })
    const asked = await browser.ask('vaultCode', { body: { factorId: randomUUID() } })
    expect([asked.status, code(asked)]).toEqual([503, 'UNAVAILABLE'])
    expect(asked.headers.get('retry-after')).toBe('30')
  } finally {
    await alone.stop()
  }
})

test('[D-31] the vault runs as a process of its own, with a database and a key of its own', async () => {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-vault-'))
  const key = join(data, 'own.key')
  createKeyFile(key)
  const origin = 'https://wallet.example'
  const config = readConfig({
    LATCHKEY_ROLES: 'vault',
    LATCHKEY_DATA: data,
    LATCHKEY_VAULT_KMS: key,
    LATCHKEY_VAULT_DATABASE: await createDatabase(),
    LATCHKEY_VAULT_SMTP: `smtp://127.0.0.1:${world.mail.port}`,
    LATCHKEY_WALLET_URL: origin,
    LATCHKEY_WALLET_PORT: '0',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
  })
  const vault = await startVaultProcess({ config, log: silentLog })
  try {
    // A proxy in front of both sends what begins with /api/v1/v/ here.
    const window = createWalletBrowser(origin, {}, `http://127.0.0.1:${vault.port}`)
    const email = 'own-process@example.com'
    const factorId = randomUUID()
    const { codeId, otp } = await askCode(window, email, { factorId, email })
    const receiver = await createHpkePair()
    const body = { codeId, otp, pin, hpkePub: receiver.publicKey }
    expect((await window.ask('vaultEnrol', { body })).status).toBe(200)
    // It is nothing else.
    expect((await window.ask('emailStart', { body: { email, origin } })).status).toBe(404)
  } finally {
    await vault.stop()
  }
})

test('[A-48] a vault that is given the gateway’s key, or lacks what it needs, does not start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-vault-'))
  const key = join(data, 'shared.key')
  createKeyFile(key)
  const shared = startWalletWorld({ LATCHKEY_KMS: key, LATCHKEY_VAULT_KMS: key })
  await expect(shared).rejects.toThrow('The vault needs one of its own')
  const config = readConfig({ LATCHKEY_ROLES: 'vault', LATCHKEY_DATA: data, LATCHKEY_WALLET_PORT: '0' })
  await expect(startVaultProcess({ config, log: silentLog })).rejects.toThrow('LATCHKEY_WALLET_URL')
})
