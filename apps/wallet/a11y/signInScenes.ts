/** What an app, a mail or another service leads to: the frame, signing in, an address, and a PIN that stays. */
import { type Answers, attempt, ids, me, opened, type Scene, token } from './scene.js'
import { app, noon } from './world.js'

const linked = { hash: `#${token}` }

const asking = {
  origin: app,
  browser: 'Chromium on Linux',
  network: '203.0.113.0/24',
  startedAt: noon - 120_000,
  expiresAt: noon + 600_000,
  now: noon,
}

const mail = (answers: Answers = {}): Omit<Scene, 'name' | 'shows'> => ({
  page: 'device',
  ...linked,
  answers: { deviceView: () => ({ ...asking, email: 'alice@mail.example' }), ...answers },
})

const confirm: Scene['play'] = async ({ fill, press }) => {
  await fill('signin.number', '42')
  await press('signin.mail-confirm')
}

const deviceScenes: readonly Scene[] = [
  { name: 'one moment', ...mail({ deviceView: () => 'never' }), shows: 'signin.looking' },
  { name: 'who asks', ...mail(), shows: 'signin.mail' },
  {
    name: 'no number',
    ...mail(),
    play: ({ press }) => press('signin.mail-confirm'),
    shows: 'signin.number-missing',
  },
  {
    name: 'the code',
    ...mail({ deviceApprove: () => ({ code: '482913', expiresAt: noon + 600_000, now: noon }) }),
    play: confirm,
    shows: 'signin.mail-code',
  },
  {
    name: 'too many wrong numbers',
    ...mail({ deviceApprove: () => ({ refused: 'NUMBER', left: 0 }) }),
    play: confirm,
    shows: 'signin.mail-numbers-over',
  },
  {
    name: 'it was not me',
    ...mail({ deviceApprove: () => ({ now: noon }) }),
    play: ({ press }) => press('signin.mail-refuse'),
    shows: 'signin.mail-refused',
  },
  {
    name: 'an old link',
    ...mail({ deviceView: () => ({ refused: 'LINK_EXPIRED' }) }),
    shows: 'signin.mail-over',
  },
  { name: 'half a link', page: 'device', hash: '#half', shows: 'signin.mail-incomplete' },
]

const frame = { hash: `#${ids.some}.${token}` }
const withPasskey = (answers: Answers = {}): Omit<Scene, 'name' | 'shows'> => ({
  page: 'passkey',
  ...frame,
  answers: { passkeyView: () => asking, ...answers },
})

const passkeyScenes: readonly Scene[] = [
  { name: 'who asks', ...withPasskey(), shows: 'signin.passkey' },
  {
    name: 'no number',
    ...withPasskey(),
    play: ({ press }) => press('signin.passkey-use'),
    shows: 'signin.number-missing',
  },
  {
    name: 'no passkey was shown',
    ...withPasskey({ passkeyOptions: () => ({ ...attempt, options: { challenge: token } }) }),
    hasAuthenticator: true,
    async play({ fill, press }) {
      await fill('signin.number', '42')
      await press('signin.passkey-use')
    },
    shows: 'signin.passkey-not-shown',
  },
  {
    name: 'over',
    ...withPasskey({ passkeyView: () => ({ refused: 'ATTEMPT_EXPIRED' }) }),
    shows: 'signin.passkey-over',
  },
  { name: 'nothing to do', page: 'passkey', shows: 'signin.passkey-nothing' },
]

const changed = { change: { id: ids.some, email: 'alice@new.example' }, now: noon }

const emailScenes: readonly Scene[] = [
  { name: 'the new address', ...opened('email', { emailChangeView: () => changed }), shows: 'address.title' },
  {
    name: 'not this one',
    ...opened('email', { emailChangeView: () => changed }),
    play: ({ press }) => press('address.refuse'),
    shows: 'address.refused',
  },
  {
    name: 'done',
    ...opened('email', { emailChangeView: () => ({ now: noon }), me: () => me({ level: 2 }) }),
    shows: 'address.done',
  },
  { page: 'email', name: 'take it back', ...linked, shows: 'address.undo' },
  {
    page: 'email',
    name: 'taken back',
    ...linked,
    answers: { emailUndo: () => ({ email: 'alice@mail.example' }) },
    play: ({ press }) => press('address.undo-go'),
    shows: 'address.undone',
  },
  {
    page: 'email',
    name: 'nothing to take back',
    ...linked,
    answers: { emailUndo: () => ({ refused: 'LINK_EXPIRED' }) },
    play: ({ press }) => press('address.undo-go'),
    shows: 'address.undo-over',
  },
]

const notice = { page: 'keep', hash: `#pin.${token}` }

const keepScenes: readonly Scene[] = [
  { name: 'the question', ...notice, shows: 'keep.title' },
  {
    name: 'kept',
    ...notice,
    answers: { pinKeep: () => ({}) },
    play: ({ press }) => press('keep.keep'),
    shows: 'keep.kept',
  },
  {
    name: 'nothing to stop',
    ...notice,
    answers: { pinKeep: () => ({ refused: 'LINK_EXPIRED' }) },
    play: ({ press }) => press('keep.keep'),
    shows: 'keep.over',
  },
  { page: 'keep', name: 'half a link', hash: '#half', shows: 'keep.incomplete' },
]

const handoffScenes: readonly Scene[] = [
  {
    page: 'handoff',
    name: 'signed in',
    hash: `#code=${token}&origin=${encodeURIComponent(app)}`,
    shows: 'handoff.done',
  },
  { page: 'handoff', name: 'not signed in', hash: '#error=IDP_DENIED', shows: 'handoff.failed' },
  { page: 'handoff', name: 'nothing to do', shows: 'handoff.nothing' },
]

/** What the frame draws inside the modal, by itself. */
const panel = (name: string, shows: Scene['shows'], play?: Scene['play']): Scene => ({
  page: 'a11y/panel',
  name,
  query: `?id=${name}`,
  shows,
  ...(play ? { play } : {}),
})

const frameScenes: readonly Scene[] = [
  panel('payment', 'panel.review'),
  panel('danger', 'panel.review'),
  panel('message', 'panel.approve'),
  panel('working', 'panel.working'),
  panel('recover', 'panel.recover'),
  panel('settings', 'panel.opened', ({ press }) => press('panel.open')),
  panel('passkey', 'panel.passkey', ({ press }) => press('panel.make-passkey')),
  { page: 'sdk', name: 'opened by hand', query: `?origin=${app}`, shows: 'panel.alone' },
]

export const signInScenes: readonly Scene[] = [
  ...frameScenes,
  ...deviceScenes,
  ...passkeyScenes,
  ...emailScenes,
  ...keepScenes,
  ...handoffScenes,
]
