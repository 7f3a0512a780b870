/** Devices of people with real keys against a real gateway: wallets with every kind of recovery, made by the wallet's own code. */
import { randomUUID } from 'node:crypto'
import type { HpkeSealed } from '@latchkey/spec/walletApi'
import { createSoftPasskey } from '../../apps/gateway/src/testing/softPasskey.js'
import type { WalletBrowser } from '../../apps/gateway/src/testing/walletBrowser.js'
import { askChallenge } from '../../apps/gateway/src/testing/walletKeys.js'
import { openWindow, proveMailbox, provePin } from '../../apps/gateway/src/testing/walletWindow.js'
import { codeOf, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { type Bytes, randomBytes } from '../../apps/wallet/src/keys/bytes.js'
import { createReceiver } from '../../apps/wallet/src/keys/hpke.js'
import type { WalletMarks } from '../../apps/wallet/src/keys/rebuild.js'
import { createRecoveryCode, readRecoveryCode } from '../../apps/wallet/src/keys/recoveryCode.js'
import { addFactor, createWallet, proveStored } from '../../apps/wallet/src/worker/jobs.js'
import type { Factor } from '../../apps/wallet/src/worker/openSecret.js'

export const pin = '271828'

export interface Device {
  readonly browser: WalletBrowser
  readonly email: string
  readonly userId: string
  readonly deviceId: string
  /** What lies in the browser's profile. */
  readonly d: Bytes
  readonly marks: WalletMarks
}

let people = 0

/** What is read of the answers here, each in its own. */
interface Answered {
  readonly s: HpkeSealed
  readonly key: HpkeSealed
  readonly epoch: number
  readonly factors: readonly unknown[]
}

/** As a test reads answers; the server has held them to the contract. */
const read = (body: unknown) => body as Answered

/** Somebody signs up by email, and their device makes a wallet. */
export async function signUp(world: WalletWorld, email = `owner${++people}@example.com`): Promise<Device> {
  const browser = world.browser({ 'x-forwarded-for': `198.51.${++people}.4` })
  await world.signIn(browser, email)
  const { userId = '', device } = browser.session ?? {}
  const deviceId = device?.id ?? ''
  const walletId = randomUUID()
  const { nonce, hpke } = await askChallenge(browser)
  const made = await createWallet({ walletId, deviceId, nonce, serverKey: hpke.publicKey })
  const { accounts, rkPub, kcv, share, proofs, d } = made
  const body = { nonce, kid: hpke.kid, accounts, rkPub, kcv, share, proofs }
  await browser.ask('walletPut', { params: { id: walletId }, body })
  const marks = { walletId, rkPub, kcv, accounts }
  const receiver = await createReceiver()
  const stored = await browser.ask('walletShare', {
    params: { id: walletId },
    body: { deviceId, epoch: 1, hpkePub: receiver.publicKey },
  })
  const { s } = read(stored.body)
  const second = await askChallenge(browser)
  const daily = { d, s, deviceId, epoch: 1, marks: [marks] as const }
  const proved = await proveStored(receiver, daily, { step: 'activate', nonce: second.nonce })
  const active = await browser.ask('walletActivate', {
    params: { id: walletId },
    body: { nonce: second.nonce, deviceId, proofs: proved },
  })
  if (active.status !== 200) throw new Error(`No wallet was made: ${JSON.stringify(active.body)}`)
  return { browser, email, userId, deviceId, d, marks }
}

/** The parts of a way of recovery that its owner has: bytes of a passkey or of a code, or nothing but a PIN in the head. */
export type Way = Pick<Factor, 'factorId' | 'kind'> & { readonly factor: Bytes | undefined }

/** Adds one in a window, as far as it takes: the first one as it is, further ones with PIN and code. */
export async function addWay(world: WalletWorld, device: Device, kind: Way['kind']): Promise<Way> {
  const window = await openWindow(world, device.browser, 'settings')
  const passkeyId = kind === 'passkey' ? await addPasskey(world, window) : undefined
  const { body: listed } = await window.ask('recoveryList')
  if (read(listed).factors.length > 0) await stepUp(world, device, window)
  const receiver = await createReceiver()
  const factorId = randomUUID()
  // Of a passkey: what its PRF would give.
  const own = kind === 'code' ? readRecoveryCode(createRecoveryCode()) : strangeFactor()
  const known = kind === 'vault' ? undefined : own
  const factor = known ?? (await enrolInVault(world, device, window, factorId, receiver.publicKey))
  const given = await window.ask('factorShare', {
    body: { walletId: device.marks.walletId, hpkePub: receiver.publicKey },
  })
  const { s, epoch } = read(given.body)
  const daily = { d: device.d, s, deviceId: device.deviceId, epoch, marks: [device.marks] as const }
  const rk = await addFactor(receiver, daily, { factorId, kind, factor, userId: device.userId })
  const body = { id: factorId, kind, rk, ...(passkeyId && { passkeyId }) }
  const added = await window.ask('recoveryAdd', { body })
  if (added.status !== 200) throw new Error(`No way was added: ${JSON.stringify(added.body)}`)
  return { factorId, kind, factor: known }
}

/** A passkey of the account, shown once: then the window may add a way of recovery. */
async function addPasskey(world: WalletWorld, window: WalletBrowser): Promise<string> {
  const passkey = createSoftPasskey()
  const place = { origin: world.origin }
  const { body: options } = await window.ask('passkeyAddOptions', { body: {} })
  const credential = passkey.create(options.options, place)
  await window.ask('passkeyAdd', { body: { attemptId: options.attemptId, credential, hasPrf: true } })
  const { body: asked } = await window.ask('stepUpStart', { body: { factor: 'passkey' } })
  await window.ask('stepUpVerify', {
    body: {
      factor: 'passkey',
      attemptId: asked.attemptId,
      credential: passkey.get(asked.options, place),
    },
  })
  return passkey.id
}

/** Level 3 in a window. */
async function stepUp(world: WalletWorld, { email }: Device, window: WalletBrowser): Promise<void> {
  if (!(await window.ask('me')).body.hasPin) await window.ask('pinSet', { body: { pin } })
  await provePin(window, pin)
  await proveMailbox(world, window, email)
}

async function enrolInVault(
  world: WalletWorld,
  { email }: Device,
  window: WalletBrowser,
  factorId: string,
  hpkePub: string,
): Promise<HpkeSealed> {
  const before = world.mail.mails[0]?.id ?? 0
  const asked = await window.ask('vaultCode', { body: { factorId, email } })
  const otp = codeOf((await world.mail.next(email, before)).text)
  const enrolled = await window.ask('vaultEnrol', {
    body: { codeId: asked.body.codeId, otp, pin, hpkePub },
  })
  return read(enrolled.body).key
}

/** A secret that is nobody's, of the length of a PRF output. */
export const strangeFactor = (): Bytes => randomBytes(32)
