import { type HpkeSealed, shareAad } from '@latchkey/spec/walletApi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../apps/gateway/src/testing/database.js'
import { run } from '../../apps/gateway/src/testing/statement.js'
import { askChallenge } from '../../apps/gateway/src/testing/walletKeys.js'
import { openWindow } from '../../apps/gateway/src/testing/walletWindow.js'
import { codeOf, startWalletWorld, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { createReceiver, type Receiver } from '../../apps/wallet/src/keys/hpke.js'
import { KeyMismatch } from '../../apps/wallet/src/keys/keyMismatch.js'
import type { WalletMarks } from '../../apps/wallet/src/keys/rebuild.js'
import { proveRecovery, proveStored, recover } from '../../apps/wallet/src/worker/jobs.js'
import type { Recovery } from '../../apps/wallet/src/worker/openSecret.js'
import { addWay, type Device, pin, signUp, type Way } from './realDevice.js'

let world: WalletWorld
let url: string
beforeAll(async () => {
  url = await createDatabase()
  world = await startWalletWorld({ DATABASE_URL: url })
})
afterAll(() => world.stop())

interface Opened extends WalletMarks {
  readonly rk: string
  readonly r: HpkeSealed
  readonly deviceId: string
  readonly epoch: number
  readonly ticket: string
}

let networks = 0
/** The same person in another browser: signed in by the mailbox, and asking for the wallet. */
async function newDevice({ email }: Device, way: Way) {
  const browser = world.browser({ 'x-forwarded-for': `198.52.${++networks}.4` })
  await world.signIn(browser, email)
  const window = await openWindow(world, browser, 'recover')
  const { body } = await window.ask('recoveryOpen', { body: { factorId: way.factorId } })
  // The server has held it to the contract.
  const { walletId, rkPub, kcv, accounts, ...opened } = body as unknown as Opened
  return { browser, window, opened, marks: { walletId, rkPub, kcv, accounts } }
}
type NewDevice = Awaited<ReturnType<typeof newDevice>>

/** What the person has, or what the vault gives for code and PIN. */
async function factorOf(device: Device, way: Way, { window }: NewDevice, receiver: Receiver) {
  if (way.factor) return way.factor
  const before = world.mail.mails[0]?.id ?? 0
  const asked = await window.ask('vaultCode', { body: { factorId: way.factorId } })
  const otp = codeOf((await world.mail.next(device.email, before)).text)
  const body = { codeId: asked.body.codeId, otp, pin, hpkePub: receiver.publicKey }
  return (await window.ask('vaultOpen', { body })).body.key as HpkeSealed
}

async function openWay(device: Device, way: Way, other: NewDevice) {
  const receiver = await createReceiver()
  const factor = await factorOf(device, way, other, receiver)
  const { rk, r, deviceId, epoch, ticket } = other.opened
  const wrapped = { ...way, factor, userId: device.userId, rk, marks: [other.marks] as const }
  const signature = await proveRecovery(receiver, wrapped, ticket)
  const proved = await other.window.ask('recoveryProve', {
    body: { ticket, hpkePub: receiver.publicKey, signature },
  })
  const recovery: Recovery = { ...wrapped, r, deviceId, epoch, s: proved.body.s as HpkeSealed }
  return { receiver, recovery, proved }
}

test.each(['code', 'passkey', 'vault'] as const)(
  '[D-31] a wallet comes to a new device by its %s: same accounts, shares of its own',
  async (kind) => {
    const device = await signUp(world)
    const way = await addWay(world, device, kind)
    world.clock.shift(31_000)
    const other = await newDevice(device, way)
    const { receiver, recovery } = await openWay(device, way, other)
    const { walletId } = other.marks
    const deviceId = other.browser.session?.device.id ?? ''
    const { nonce, hpke } = await askChallenge(other.window)
    const target = { walletId, deviceId, epoch: 2, nonce, serverKey: hpke.publicKey, step: 'stage' as const }
    const made = await recover(receiver, recovery, target)
    const staged = await other.window.ask('epochStage', {
      params: { id: walletId },
      body: {
        nonce,
        kid: hpke.kid,
        share: made.share,
        proofs: made.proofs,
        recoveryTicket: other.opened.ticket,
      },
    })
    expect(staged.body).toMatchObject({ state: 'staged', epoch: 2 })

    // The frame goes on by itself: it rebuilds from what was stored, and only then the device counts.
    const worker = await createReceiver()
    const asked = { deviceId, epoch: 2, hpkePub: worker.publicKey }
    const stored = await other.browser.ask('walletShare', { params: { id: walletId }, body: asked })
    const second = await askChallenge(other.browser)
    const daily = {
      d: made.d,
      s: stored.body.s as HpkeSealed,
      deviceId,
      epoch: 2,
      marks: [other.marks, device.marks] as const,
    }
    const proofs = await proveStored(worker, daily, { step: 'activate-epoch', nonce: second.nonce })
    const active = await other.browser.ask('epochActivate', {
      params: { id: walletId, epoch: '2' },
      body: { nonce: second.nonce, deviceId, proofs },
    })
    expect(active.body).toMatchObject({ state: 'active', epoch: 2 })
    expect(other.marks.accounts).toEqual(device.marks.accounts)
  },
)

test('[A-45] a server that names another recovery key, or hands out another’s wrapped one, is found out', async () => {
  const device = await signUp(world)
  const way = await addWay(world, device, 'code')
  const stranger = await signUp(world)
  const { walletId } = device.marks

  await run(url, `update wallet_wallets set rk_pub = '${stranger.marks.rkPub}' where id = '${walletId}'`)
  const lied = await newDevice(device, way)
  await expect(openWay(device, way, lied)).rejects.toThrow(KeyMismatch)
  await run(url, `update wallet_wallets set rk_pub = '${device.marks.rkPub}' where id = '${walletId}'`)

  const strange = await addWay(world, stranger, 'code')
  const [theirs] = await run<{ rk: string }>(
    url,
    `select rk from wallet_factors where id = '${strange.factorId}'`,
  )
  await run(url, `update wallet_factors set rk = '${theirs?.rk}' where id = '${way.factorId}'`)
  const swapped = await newDevice(device, way)
  await expect(openWay(device, way, swapped)).rejects.toThrow()
})

test('[A-47] the share of somebody else, put in the place of one’s own, opens nowhere', async () => {
  const device = await signUp(world)
  const way = await addWay(world, device, 'code')
  const stranger = await signUp(world)
  const [theirs] = await run<{ s: string }>(
    url,
    `select s_sealed as s from wallet_shares where wallet_id = '${stranger.marks.walletId}'`,
  )
  await run(
    url,
    `update wallet_shares set s_sealed = '${theirs?.s}' where wallet_id = '${device.marks.walletId}'`,
  )
  const other = await newDevice(device, way)
  const { proved } = await openWay(device, way, other)
  expect(proved.status).toBe(500)
  expect(JSON.stringify(proved.body)).not.toContain(theirs?.s)
})

test('[F-Q] shares of yesterday do not pass for today’s: what they are sealed for names the epoch', async () => {
  const device = await signUp(world)
  const way = await addWay(world, device, 'code')
  const other = await newDevice(device, way)
  const { receiver, recovery } = await openWay(device, way, other)
  const { walletId } = other.marks
  const sealedFor = (epoch: number) =>
    receiver.open(
      recovery.s,
      shareAad({ purpose: 'recover', walletId, deviceId: recovery.deviceId, epoch, bound: '' }),
    )
  await expect(sealedFor(2)).rejects.toThrow()
  expect(await sealedFor(1)).toHaveLength(17)
})
