/** What a person does with a wallet that they have: its settings, taking its keys out, and the offline kit. */
import { readRecoveryCode } from '../src/keys/recoveryCode.js'
import { makeKit } from '../src/kit/kit.js'
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
  secret,
  shareNumber,
} from './scene.js'
import { app, noon } from './world.js'

const proved = { level: 3, until: noon + 600_000, now: noon } as const

const device = {
  id: ids.device,
  kind: 'frame',
  origin: app,
  label: 'Chromium on Linux',
  state: 'active',
  hasShare: true,
  isThis: true,
  createdAt: noon,
  lastSeen: noon,
} as const

const full: Answers = {
  me: () => me({ passkeys: [passkey] }),
  recoveryList: () => ({
    factors: [
      { id: ids.some, kind: 'code', createdAt: noon },
      { id: ids.other, kind: 'vault', createdAt: noon },
    ],
    now: noon,
  }),
  deviceList: () => ({
    devices: [
      device,
      {
        ...device,
        id: ids.other,
        origin: 'https://a-shop-with-a-very-long-name-that-goes-on.example',
        isThis: false,
        lastSeen: noon - 172_800_000,
      },
    ],
    now: noon,
  }),
  permissionList: () => ({
    permissions: [
      {
        id: ids.some,
        chainId: 'eip155:1',
        address: '0x2222222222222222222222222222222222222222',
        app: '0x3333333333333333333333333333333333333333',
        projectName: 'Shop of Alice',
        expiry: noon / 1000 + 3600,
        permissions: [{ type: 'native-token-transfer', data: { allowance: '0xde0b6b3a7640000' } }],
        isRevoked: false,
      },
    ],
  }),
  stepUpStart: () => attempt,
  stepUpVerify: () => proved,
}

const settings = (answers: Answers = {}) => opened('settings', { ...full, ...answers })
const withPin = (answers: Answers = {}) => settings({ me: () => me(), ...answers })
const change = (hand: Hand) =>
  hand.page
    .getByRole('button', { name: hand.say('settings.change-named', { name: hand.say('settings.pin') }) })
    .click()

const settingsScenes: readonly Scene[] = [
  { name: 'one moment', ...settings({ me: () => 'never' }), shows: 'settings.wait' },
  { name: 'all of it', ...settings(), shows: 'settings.permissions' },
  {
    name: 'nothing yet',
    ...settings({
      me: () => me({ hasPin: false }),
      recoveryList: () => ({ factors: [], now: noon }),
      deviceList: () => ({ devices: [], now: noon }),
      permissionList: () => ({ permissions: [] }),
    }),
    shows: 'settings.first-lock',
  },
  {
    name: 'held for a day',
    ...settings({ me: () => me({ deviceHoldUntil: noon + 86_400_000 }) }),
    shows: 'settings.held-device',
  },
  { name: 'is it you, by PIN', ...withPin(), play: change, shows: 'proof.title' },
  {
    name: 'a wrong PIN',
    ...withPin({ stepUpVerify: () => ({ refused: 'PIN_INVALID', left: 2 }) }),
    async play(hand) {
      await change(hand)
      await hand.fill('proof.pin', pin)
      await hand.press('proof.go-on')
    },
    shows: ['error.pin-invalid', { left: 2 }],
  },
  { name: 'is it you, by passkey', ...settings(), play: change, shows: 'proof.use-passkey' },
  {
    name: 'the passkey was not shown',
    ...settings(),
    async play(hand) {
      await change(hand)
      await hand.press('proof.use-passkey')
    },
    // No challenge comes with the answer, so there is nothing to show.
    shows: 'proof.no-passkey',
  },
  {
    name: 'a code by mail',
    ...settings({ me: () => me({ level: 2 }) }),
    play: change,
    shows: 'proof.mail',
  },
  {
    name: 'no code was typed',
    ...settings({ me: () => me({ level: 2 }) }),
    async play(hand) {
      await change(hand)
      await hand.press('proof.go-on')
    },
    shows: 'proof.mail-code-missing',
  },
  {
    name: 'another PIN takes time',
    ...withPin({ pinForgot: () => ({ resetAt: noon + 259_200_000, now: noon }) }),
    async play(hand) {
      await change(hand)
      await hand.press('proof.forgot-pin')
    },
    shows: 'proof.wait',
  },
  {
    name: 'it did not work',
    ...settings({
      me: () => me({ level: 3 }),
      deviceRevoke: () => ({ refused: 'DEVICE_LAST' }),
    }),
    play: ({ page, say }) =>
      page.getByRole('button', { name: say('settings.remove-named', { name: 'shop.example' }) }).click(),
    shows: 'error.device-last',
  },
  {
    name: 'a kit for the worst day',
    ...settings({
      me: () => me({ level: 3 }),
      factorShare: async ({ body }) => ({
        s: await sealedShare(body.hpkePub, 'factor'),
        x: shareNumber,
        epoch: 1,
        deviceId: ids.device,
      }),
      recoveryAdd: () => ({ id: ids.some }),
    }),
    async play(hand) {
      await hand.press('settings.add-code')
      await hand.see('backup.code')
      const code = await hand.page.locator('.big-code').innerText()
      await hand.tickAll()
      await hand.press('backup.go-on')
      await hand.fill('backup.check-label', code.replaceAll(/\s/g, '').split('-').slice(-2).join('-'))
      await hand.press('backup.check-done')
    },
    shows: 'offline.title',
  },
  { name: 'done', ...settings(), play: ({ press }) => press('settings.done'), shows: 'settings.done-detail' },
  {
    name: 'no answer',
    ...settings({ me: () => ({ refused: 'UNAVAILABLE' }) }),
    shows: 'stage.failed',
  },
]

const word = 'EXPORT'
const leaving = (answers: Answers = {}) =>
  opened('export', {
    me: () => me({ level: 3 }),
    exportTicket: async ({ body }) => ({
      s: await sealedShare(body.hpkePub, 'export'),
      x: shareNumber,
      epoch: 1,
      deviceId: ids.device,
      notBefore: noon + 10_000,
      now: noon,
    }),
    ...answers,
  })

async function take(hand: Hand): Promise<void> {
  await hand.fill('export.type', word, { word })
  await hand.press('export.show-words')
  await hand.see('export.alone')
}

async function open(hand: Hand): Promise<void> {
  await take(hand)
  await hand.pass(11_000)
  await hand.see('export.hold')
}

const exportScenes: readonly Scene[] = [
  { name: 'the warning', ...leaving(), shows: 'export.title' },
  {
    name: 'another word',
    ...leaving(),
    async play({ fill, press }) {
      await fill('export.type', 'yes', { word })
      await press('export.show-words')
    },
    shows: ['export.type-again', { word }],
  },
  { name: 'is nobody looking', ...leaving(), play: take, shows: 'export.alone' },
  { name: 'the words, covered', ...leaving(), play: open, shows: 'export.words' },
  {
    name: 'the words, held open',
    ...leaving(),
    async play(hand) {
      await open(hand)
      await hand.page.getByRole('button', { name: hand.say('export.hold') }).hover()
      await hand.page.mouse.down()
      await hand.page.locator('.words:not([data-hidden])').waitFor()
    },
    shows: 'export.words',
  },
  {
    name: 'one key, covered',
    ...leaving(),
    async play(hand) {
      await hand.page.getByRole('combobox').selectOption('solana')
      await hand.fill('export.type', word, { word })
      await hand.press('export.show-key')
      await hand.see('export.alone')
      await hand.pass(11_000)
    },
    shows: 'export.key',
  },
  {
    name: 'done',
    ...leaving(),
    async play(hand) {
      await open(hand)
      await hand.press('export.done')
    },
    shows: 'export.done-words',
  },
  {
    name: 'not now',
    ...leaving({ exportTicket: () => ({ refused: 'HOLD' }) }),
    async play({ fill, press }) {
      await fill('export.type', word, { word })
      await press('export.show-words')
    },
    shows: 'export.not-now',
  },
]

/** Reads as a code: its last letter is the right one for the others. */
const kitCode = '0'.repeat(27)

async function kit(): Promise<object> {
  const code = readRecoveryCode(kitCode)
  if (!code) throw new Error('The code of the kit cannot be read')
  return makeKit(secret.slice(), marks, { id: ids.some, userId: ids.user, code })
}

const openKit =
  (code: string) =>
  async ({ fill, press }: Hand): Promise<void> => {
    await fill('kit.code', code)
    await press('kit.show')
  }

const kitScenes: readonly Scene[] = [
  { page: 'kit', name: 'asks for the code', kit, shows: 'kit.title' },
  { page: 'kit', name: 'that is no code', kit, play: openKit('000'), shows: 'kit.no-code' },
  { page: 'kit', name: 'the words and the keys', kit, play: openKit(kitCode), shows: 'kit.words' },
  { page: 'kit', name: 'damaged', kit: async () => ({}), isEnglish: true, shows: 'kit.damaged' },
]

export const keepingScenes: readonly Scene[] = [...settingsScenes, ...exportScenes, ...kitScenes]
