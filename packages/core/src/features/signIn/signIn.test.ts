import type { SignInSession } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { writeSignIn } from '@latchkey/spec/signIn'
import { describe, expect, test } from 'vitest'
import { cancelSignIn } from '../../actions/cancelSignIn.js'
import { contextOf } from '../../context.js'
import { startFeature } from '../../feature.js'
import { type CreateFakeWalletInput, createFakeWallet, createTestKit, settle } from '../../testing/index.js'
import { signIn as feature } from '../index.js'
import type { Siwx } from './siwx.js'

/** A server in a variable. */
function createSiwx(changes: Partial<Siwx> = {}) {
  const kept: SignInSession[] = []
  let nonces = 0
  const isOf = (chainId: string, address: string) => (session: SignInSession) =>
    session.data.chainId === chainId && session.data.accountAddress === address
  const siwx: Siwx = {
    async createMessage({ chainId, accountAddress }) {
      const nonce = `nonce${++nonces}`
      const place = { domain: 'app.example', uri: 'https://app.example', version: '1' }
      const data = { ...place, chainId, accountAddress, nonce }
      return { ...data, toString: () => writeSignIn(data) }
    },
    async addSession(session) {
      kept.push(session)
    },
    async revokeSession(chainId, address) {
      const at = kept.findIndex(isOf(chainId, address))
      if (at >= 0) kept.splice(at, 1)
    },
    async setSessions(sessions) {
      kept.splice(0, kept.length, ...sessions)
    },
    getSessions: async (chainId, address) => kept.filter(isOf(chainId, address)),
    ...changes,
  }
  return { siwx, kept }
}

interface Setup extends CreateFakeWalletInput {
  readonly siwx?: Partial<Siwx>
  readonly options?: object
}

async function open({ siwx: changes = {}, options = {}, ...wallet }: Setup = {}) {
  const { siwx, kept } = createSiwx(changes)
  const fake = createFakeWallet({
    id: 'brass',
    can: ['signMessage', 'reconnect', 'switchNetwork'],
    ...wallet,
  })
  const made = createTestKit({ wallets: [fake], siwx, ...options })
  const { kit } = made
  kit.attachScreen()
  const events: string[] = []
  kit.on(({ name }) => events.push(name))
  const state = () => kit.store.get()
  return {
    ...made,
    siwx,
    kept,
    wallet: fake,
    events,
    state,
    view: () => (state().modal.isOpen ? state().router.history.at(-1)?.view : undefined),
    session: () => state().signIn.session,
    async connect() {
      kit.open()
      await kit.connect({ connectorId: 'brass' })
      // Its code comes first.
      await this.feature()
      await settle()
    },
    async feature() {
      const started = await startFeature(contextOf(kit), feature)
      if (!started) throw new Error('sign-in is off')
      return started
    },
  }
}

test('[S4-14] after connecting, the question opens where there is no session', async () => {
  const app = await open()
  await app.connect()
  expect(app.view()).toBe('SIWXSignMessage')
  expect(app.session()).toBeUndefined()
})

test('[S4-15] signing stores the session, closes the modal and is tracked', async () => {
  const app = await open()
  await app.connect()
  await (await app.feature()).signIn()
  expect(app.kept).toHaveLength(1)
  expect(app.session()?.data.accountAddress).toBe(app.wallet.signers[0])
  expect(app.view()).toBeUndefined()
  expect(app.events).toContain('SIWX_AUTH_SUCCESS')
})

test('[S4-14] who has a session already is not asked', async () => {
  const app = await open()
  await app.connect()
  await (await app.feature()).signIn()
  await app.kit.disconnect()
  await settle()
  expect(app.kept).toHaveLength(0)
  const kept = await open({
    siwx: { getSessions: async (chainId, accountAddress) => [sessionOf(chainId, accountAddress)] },
  })
  await kept.connect()
  expect(kept.view()).toBeUndefined()
  expect(kept.session()).toBeDefined()
})

const sessionOf = (chainId: `${string}:${string}`, accountAddress: string): SignInSession => ({
  data: {
    chainId,
    accountAddress,
    uri: 'https://app.example',
    version: '1',
    nonce: 'n',
    domain: 'app.example',
  },
  message: '',
  signature: '',
})

describe('[S4-16] a failure reopens the question, says why and is tracked', () => {
  test('[S8-07] the person says no', async () => {
    const app = await open({ asks: ['signMessage'] })
    await app.connect()
    const signing = (await app.feature()).signIn()
    const refused = expect(signing).rejects.toMatchObject({ code: 'signin.declined' })
    await settle()
    app.wallet.reject('signMessage')
    await refused
    expect(app.view()).toBe('SIWXSignMessage')
    expect(app.state().toast).toMatchObject({ variant: 'error', text: 'Signature declined' })
    expect(app.events).toContain('SIWX_AUTH_ERROR')
    expect(app.kept).toEqual([])
  })

  test('the server does not accept it, and the next try may work', async () => {
    let isAccepting = false
    const app = await open({
      siwx: {
        async addSession() {
          if (!isAccepting) throw new Error('The clock is wrong')
        },
      },
    })
    await app.connect()
    const handle = await app.feature()
    await expect(handle.signIn()).rejects.toMatchObject({ code: 'signin.failed' })
    expect(handle.store.get().error?.message).toBe('Signing in did not work: The clock is wrong')
    expect([app.session(), app.view()]).toEqual([undefined, 'SIWXSignMessage'])
    isAccepting = true
    await handle.signIn()
    expect(app.session()).toBeDefined()
  })

  test.each([
    [12_300, 'Signing in did not work: Please try again after 13 seconds'],
    [undefined, 'Signing in did not work: Something went wrong'],
  ])(
    '[D-10] one request too many says when to come back, and no number of HTTP',
    async (retryAfter, text) => {
      const tooMany = new LatchkeyError('http.status', { n: 429, url: '/nonce', retryAfter })
      const app = await open({ siwx: { addSession: () => Promise.reject(tooMany) } })
      await app.connect()
      const handle = await app.feature()
      await expect(handle.signIn()).rejects.toMatchObject({ message: text, cause: tooMany })
      expect(handle.store.get().error?.message).toBe(text)
      expect(app.view()).toBe('SIWXSignMessage')
    },
  )
})

test('[S8-06] where nobody can say who is signed in, it is told and the wallet is left', async () => {
  const app = await open({ siwx: { getSessions: () => Promise.reject(new Error('down')) } })
  await app.connect()
  await settle()
  expect(app.state().toast.text).toBe('A problem occurred while trying initialize authentication')
  expect(app.state().connections.eip155?.status).toBe('disconnected')
})

test('[D-11] the session is that of the account in front, and another account is asked', async () => {
  const [one, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
  const app = await open({ accounts: [one, other] })
  await app.connect()
  await (await app.feature()).signIn()
  app.wallet.changeAccounts([other, one])
  expect(app.session()).toBeUndefined()
  await settle()
  expect(app.view()).toBe('SIWXSignMessage')
  app.wallet.changeAccounts([one, other])
  await settle()
  expect(app.session()?.data.accountAddress.toLowerCase()).toBe(one)
  expect(app.view()).toBeUndefined()
})

test('[S4-14] another network is another session: it is asked for, and coming back finds the first', async () => {
  const app = await open()
  await app.connect()
  await (await app.feature()).signIn()
  const first = app.session()?.data.chainId
  const other = app.state().networks.find(({ caipNetworkId }) => caipNetworkId !== first)
  if (!first || !other) throw new Error('two networks are needed')
  await app.kit.switchNetwork({ networkId: other.caipNetworkId })
  await settle()
  expect([app.session(), app.view()]).toEqual([undefined, 'SIWXSignMessage'])
  await (await app.feature()).signIn()
  expect(app.session()?.data.chainId).toBe(other.caipNetworkId)
  await app.kit.switchNetwork({ networkId: first })
  await settle()
  expect([app.session()?.data.chainId, app.view()]).toEqual([first, undefined])
})

test('[D-11] an account that changes while the server is asked gets nobody else’s session', async () => {
  const [one, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
  let accept = () => {}
  const app = await open({
    accounts: [one, other],
    siwx: { addSession: () => new Promise((resolve) => (accept = resolve)) },
  })
  await app.connect()
  const signing = (await app.feature()).signIn()
  const dropped = expect(signing).rejects.toMatchObject({ code: 'request.aborted' })
  await settle()
  app.wallet.changeAccounts([other, one])
  await settle()
  accept()
  await dropped
  expect(app.session()).toBeUndefined()
})

test('signing out ends the session, and the connection where one is required', async () => {
  const required = await open()
  await required.connect()
  const handle = await required.feature()
  await handle.signIn()
  await handle.signOut()
  expect([required.kept.length, required.session()]).toEqual([0, undefined])
  expect(required.state().connections.eip155?.status).toBe('disconnected')
  const optional = await open({ siwx: { required: false } })
  await optional.connect()
  const other = await optional.feature()
  await other.signIn()
  await other.signOut()
  expect(optional.state().connections.eip155?.status).toBe('connected')
})

test('an app may keep sessions when the wallet is left', async () => {
  const app = await open({ siwx: { signOutOnDisconnect: false } })
  await app.connect()
  await (await app.feature()).signIn()
  await app.kit.disconnect()
  await settle()
  expect(app.kept).toHaveLength(1)
  expect(app.session()).toBeUndefined()
})

test('somebody who signs in in another tab is signed in here too', async () => {
  let tell = () => {}
  const app = await open({
    siwx: {
      subscribe(listener) {
        tell = listener
        return () => {}
      },
    },
  })
  await app.connect()
  expect(app.view()).toBe('SIWXSignMessage')
  const account = app.state().connections.eip155?.wallets[0]?.accounts[0]?.address ?? ''
  const chainId = app.state().activeNetworks.eip155?.networkId ?? 'eip155:1'
  app.kept.push(sessionOf(chainId, account))
  tell()
  await settle()
  expect([app.session()?.data.chainId, app.view()]).toEqual([chainId, undefined])
})

test('who cancels has said no, whatever the wallet answers later', async () => {
  const app = await open({ asks: ['signMessage'], siwx: { required: false } })
  await app.connect()
  const signing = (await app.feature()).signIn()
  const dropped = expect(signing).rejects.toMatchObject({ code: 'request.aborted' })
  await settle()
  await cancelSignIn(contextOf(app.kit))
  await dropped
  app.wallet.approve('signMessage')
  await settle()
  expect([app.kept.length, app.session(), app.view()]).toEqual([0, undefined, undefined])
  expect(app.events).not.toContain('SIWX_AUTH_ERROR')
})

test('a second press joins the first: the wallet is asked once', async () => {
  const app = await open({ asks: ['signMessage'] })
  await app.connect()
  const handle = await app.feature()
  const both = Promise.all([handle.signIn(), handle.signIn()])
  await settle()
  expect(app.wallet.prompts.filter(({ kind }) => kind === 'signMessage')).toHaveLength(1)
  app.wallet.approve('signMessage')
  await both
  expect(app.kept).toHaveLength(1)
})

describe('the older option', () => {
  const config = (session: { address: string; chainId: number } | null) => {
    const said: string[] = []
    return {
      said,
      siweConfig: {
        getNonce: async () => 'abcdefgh',
        createMessage: ({ address, nonce }: { address: string; nonce: string }) => `${address} ${nonce}`,
        async verifyMessage({ message }: { message: string }) {
          said.push(message)
          return true
        },
        getSession: async () => session,
        signOut: async () => true,
        onSignIn: () => said.push('in'),
        onSignOut: () => said.push('out'),
      },
    }
  }

  test('[D-05] it asks on its own view and verifies by the app’s own means', async () => {
    const { siweConfig, said } = config(null)
    const app = await open({ options: { siwx: undefined, siweConfig } })
    await app.connect()
    expect(app.view()).toBe('ConnectingSiwe')
    await (await app.feature()).signIn()
    expect(said).toEqual([`${app.wallet.signers[0]} abcdefgh`, 'in'])
    expect(app.session()).toBeDefined()
  })
})
