/** How a wallet gets its lock and a way back, and how it is brought to another device. */
import {
  type Answers,
  attempt,
  type Hand,
  ids,
  marks,
  me,
  opened,
  passkey,
  pin,
  type Scene,
  sealedShare,
  shareNumber,
  token,
} from './scene.js'
import { noon } from './world.js'

const unlocked = (answers: Answers = {}, hasMail = true) =>
  opened('enrol', {
    me: () => me({ hasPin: false, ...(hasMail ? {} : { email: undefined }) }),
    pinSet: () => ({}),
    stepUpStart: () => attempt,
    stepUpVerify: () => ({ level: 2, until: noon + 600_000, now: noon }),
    recoveryList: () => ({ factors: [], now: noon }),
    factorShare: async ({ body }) => ({
      s: await sealedShare(body.hpkePub, 'factor'),
      x: shareNumber,
      epoch: 1,
      deviceId: ids.device,
    }),
    recoveryAdd: () => ({ id: ids.some }),
    vaultCode: () => ({ codeId: ids.some, resendAt: noon + 60_000, now: noon }),
    ...answers,
  })

async function choosePin({ fill, press }: Hand): Promise<void> {
  await press('lock.pin')
  await fill('pin.new', pin)
  await fill('pin.again', pin)
  await press('pin.set')
}

async function writeDown(hand: Hand): Promise<void> {
  await choosePin(hand)
  await hand.see('backup.code')
}

/** As the browser makes one; the server's own words are not looked at by a device that is none. */
const creation = {
  challenge: token,
  rp: { name: 'Wallet' },
  user: { id: token, name: 'alice', displayName: 'Alice' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
}

const enrolScenes: readonly Scene[] = [
  { name: 'one moment', ...unlocked({ me: () => 'never' }), shows: 'lock.looking' },
  { name: 'which lock', ...unlocked(), shows: 'lock.title' },
  {
    name: 'no passkey was made',
    ...unlocked({
      passkeyAddOptions: () => ({
        ...attempt,
        options: { ...creation, pubKeyCredParams: [{ type: 'public-key', alg: -9999 }] },
      }),
    }),
    hasAuthenticator: true,
    // An authenticator that cannot do what is asked says no.
    play: ({ press }) => press('lock.passkey'),
    shows: 'lock.not-made',
  },
  {
    name: 'follow your browser',
    ...unlocked({ passkeyAddOptions: () => 'never' }),
    play: ({ press }) => press('lock.passkey'),
    shows: 'lock.making',
  },
  {
    name: 'use it once',
    ...unlocked({
      passkeyAddOptions: () => ({ ...attempt, options: creation }),
      passkeyAdd: () => ({ id: passkey.id, publicKey: passkey.publicKey }),
    }),
    hasAuthenticator: true,
    play: ({ press }) => press('lock.passkey'),
    shows: 'lock.first-use',
  },
  { name: 'a new PIN', ...unlocked(), play: ({ press }) => press('lock.pin'), shows: 'pin.title' },
  {
    name: 'a PIN that is tried first',
    ...unlocked(),
    async play({ fill, press }) {
      await press('lock.pin')
      await fill('pin.new', '123456')
      await press('pin.set')
    },
    shows: 'pin.obvious',
  },
  { name: 'which way back', ...unlocked(), play: choosePin, shows: 'lock.recovery' },
  { name: 'the code', ...unlocked({}, false), play: writeDown, shows: 'backup.code' },
  {
    name: 'the end of the code is wrong',
    ...unlocked({}, false),
    async play(hand) {
      await writeDown(hand)
      await hand.tickAll()
      await hand.press('backup.go-on')
      await hand.fill('backup.check-label', 'ABCD')
      await hand.press('backup.check-done')
    },
    shows: 'backup.check-wrong',
  },
  {
    name: 'a mail from the vault',
    ...unlocked(),
    async play(hand) {
      await choosePin(hand)
      await hand.press('lock.recovery-vault')
    },
    shows: 'backup.vault',
  },
  {
    name: 'keeping the way back',
    ...unlocked({ recoveryAdd: () => 'never' }, false),
    async play(hand) {
      await writeDown(hand)
      const code = await hand.page.locator('.big-code').innerText()
      await hand.tickAll()
      await hand.press('backup.go-on')
      await hand.fill('backup.check-label', code.replaceAll(/\s/g, '').split('-').slice(-2).join('-'))
      await hand.press('backup.check-done')
    },
    shows: 'backup.keeping',
  },
  {
    name: 'locked',
    ...unlocked({ me: () => me() }),
    shows: 'lock.done',
  },
]

const wayOf = (kind: 'passkey' | 'code' | 'vault', id: string) => ({ id, kind, createdAt: noon })
const ways = [wayOf('passkey', ids.some), wayOf('code', ids.device), wayOf('vault', ids.other)]

const lost = (answers: Answers = {}) =>
  opened(
    'recover',
    {
      recoveryList: () => ({ factors: ways, now: noon }),
      me: () => me(),
      vaultCode: () => ({ codeId: ids.some, resendAt: noon + 60_000, now: noon }),
      recoveryOpen: () => ({
        ...marks,
        accounts: [...marks.accounts],
        kind: 'code',
        rk: 'A'.repeat(80),
        r: { enc: 'A'.repeat(87), ct: 'A'.repeat(44) },
        deviceId: ids.other,
        epoch: 1,
        ticket: token,
        expiresAt: noon + 60_000,
        now: noon,
      }),
      ...answers,
    },
    { hasShare: false },
  )

/** As a person wrote it down; it reads as a code, whatever it opens. */
const code = '00000-00000-00000-00000'

async function askVault({ press, fill }: Hand): Promise<void> {
  await press('recover.vault')
  await fill('recover.vault-code', '123456')
}

const recoverScenes: readonly Scene[] = [
  { name: 'looking', ...lost({ recoveryList: () => 'never' }), shows: 'recover.looking' },
  { name: 'the ways back', ...lost(), shows: 'recover.title' },
  {
    name: 'no way back',
    ...lost({ recoveryList: () => ({ factors: [], now: noon }) }),
    shows: 'recover.none',
  },
  {
    name: 'type the code',
    ...lost(),
    play: ({ press }) => press('recover.code'),
    shows: 'recover.type-code',
  },
  {
    name: 'a code with a letter missing',
    ...lost(),
    async play({ press, fill }) {
      await press('recover.code')
      await fill('recover.type-code-label', code)
      await press('recover.go')
    },
    shows: 'recover.type-code-wrong',
  },
  {
    name: 'the passkey was removed',
    ...lost(),
    play: ({ press }) => press('recover.passkey'),
    shows: 'recover.passkey-removed',
  },
  {
    name: 'the vault sends a mail',
    ...lost({ vaultCode: () => 'never' }),
    play: ({ press }) => press('recover.vault'),
    shows: 'recover.vault-sending',
  },
  {
    name: 'mailbox and PIN',
    ...lost(),
    play: ({ press }) => press('recover.vault'),
    shows: 'recover.vault-ask',
  },
  {
    name: 'no PIN was typed',
    ...lost(),
    async play(hand) {
      await askVault(hand)
      await hand.press('recover.go')
    },
    shows: 'recover.vault-pin-length',
  },
  {
    name: 'putting it together',
    ...lost({ recoveryOpen: () => 'never' }),
    async play(hand) {
      await askVault(hand)
      await hand.fill('recover.vault-pin', pin)
      await hand.press('recover.go')
    },
    shows: 'recover.working',
  },
  {
    name: 'a new PIN takes time',
    ...lost({ vaultForgot: () => ({ resetAt: noon + 259_200_000, now: noon }) }),
    async play(hand) {
      await askVault(hand)
      await hand.press('recover.vault-forgot')
    },
    shows: 'proof.wait',
  },
  {
    name: 'the vault has its new PIN',
    ...lost({ vaultForgot: () => ({ resetAt: noon, now: noon }), vaultReset: () => ({}) }),
    async play(hand) {
      await askVault(hand)
      await hand.press('recover.vault-forgot')
      await hand.fill('pin.new', pin)
      await hand.fill('pin.again', pin)
      await hand.press('pin.set')
    },
    shows: 'recover.vault-new-pin',
  },
  {
    name: 'used up',
    ...lost({ windowOpen: () => ({ refused: 'LINK_USED' }) }),
    shows: 'stage.over',
  },
]

export const lockScenes: readonly Scene[] = [...enrolScenes, ...recoverScenes]
