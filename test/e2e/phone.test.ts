/** The phone: a wallet at the other end of the relay, asked by an app that speaks through the protocol's own client. */
import {
  createPublicClient,
  type Hex,
  http,
  parseEther,
  recoverMessageAddress,
  recoverTypedDataAddress,
  stringToHex,
} from 'viem'
import { greeting } from '../harness/greeting.js'
import { expect, test } from '../phone/journey.js'
import { alice, bob, local31337, localId } from '../phone/people.js'
import { propose } from '../phone/relayApp.js'

test('[D-41] an app pairs by its link; the phone signs and sends with real keys', async ({
  phone,
  openApp,
  origins,
}) => {
  const app = await openApp()
  const session = await app.connect(phone)
  expect(session.namespaces.eip155?.accounts).toEqual([`${localId}:${alice}`, `eip155:1:${alice}`])
  await phone.result.getByText('Connected to Relay app').waitFor()

  const message = 'Hello phone'
  const signing = app.ask<Hex>('personal_sign', [stringToHex(message), alice])
  await phone.question('Sign this message?')
  await phone.page.getByRole('region', { name: 'Message' }).getByText(message).waitFor()
  await phone.approve()
  expect(await recoverMessageAddress({ message, signature: await signing })).toBe(alice)

  const typed = greeting(local31337, 'Good day')
  const typing = app.ask<Hex>('eth_signTypedData_v4', [alice, JSON.stringify(typed)])
  await phone.question('Sign this data?')
  await phone.page.getByRole('region', { name: 'Data' }).getByText('Good day').waitFor()
  await phone.approve()
  expect(await recoverTypedDataAddress({ ...typed, signature: await typing })).toBe(alice)

  const chain = createPublicClient({ transport: http(origins.evm) })
  const before = await chain.getBalance({ address: bob })
  const value = parseEther('0.5')
  const sending = app.ask<Hex>('eth_sendTransaction', [
    { from: alice, to: bob, value: `0x${value.toString(16)}` },
  ])
  await phone.question('Send this transaction?')
  const details = phone.page.getByRole('region', { name: 'Transaction' })
  await details.getByText('Send 0.5 ETH').waitFor()
  await details.getByText('bob.eth').waitFor()
  await details.getByText(/^at most 0\.0\d+ ETH$/).waitFor()
  await phone.approve()
  const { status } = await chain.waitForTransactionReceipt({ hash: await sending })
  expect(status).toBe('success')
  expect(await chain.getBalance({ address: bob })).toBe(before + value)
  await phone.result.getByText('Confirmed').waitFor()
})

test('a no reaches the app: for a connection, and for a question', async ({ phone, openApp }) => {
  const app = await openApp()
  const first = await propose(app.client)
  const refused = expect(first.approval).rejects.toMatchObject({ code: 5000 })
  await phone.pair(first.uri)
  await phone.reject('Connect to this app?')
  await refused
  expect(await phone.apps()).toEqual([])

  await app.connect(phone)
  const asking = expect(app.ask('personal_sign', [stringToHex('no'), alice])).rejects.toMatchObject({
    code: 4001,
  })
  await phone.reject('Sign this message?')
  await asking
  await phone.result.getByText('Relay app was told no.').waitFor()
})

test('the phone changes account and network, and its apps hear of it', async ({ phone, openApp }) => {
  const app = await openApp()
  await app.connect(phone)
  const accountsChanged = app.event('accountsChanged')
  await phone.changeAccount('bob.eth')
  expect(await accountsChanged).toMatchObject({ chainId: localId, event: { data: [bob] } })
  expect(await phone.account()).toBe(bob)
  const { topic } = app.session()
  await expect
    .poll(() => app.client.session.get(topic).namespaces.eip155?.accounts[0])
    .toBe(`${localId}:${bob}`)

  const chainChanged = app.event('chainChanged')
  await phone.changeNetwork('Ethereum')
  expect(await chainChanged).toMatchObject({ chainId: 'eip155:1', event: { data: 1 } })
})

test('an app moves to a network, and adds one that it did not name before', async ({ phone, openApp }) => {
  const app = await openApp()
  await app.connect(phone)
  const moved = app.event('chainChanged')
  const moving = app.ask('wallet_switchEthereumChain', [{ chainId: '0x1' }])
  await phone.approve('Move to Ethereum?')
  expect(await moving).toBeNull()
  expect(await moved).toMatchObject({ event: { data: 1 } })

  await expect(app.ask('wallet_switchEthereumChain', [{ chainId: '0x539' }])).rejects.toMatchObject({
    code: 4902,
  })
  const network = {
    chainId: '0x539',
    chainName: 'Devnet',
    nativeCurrency: { name: 'Dev', symbol: 'DEV', decimals: 18 },
    rpcUrls: ['https://rpc.example'],
  }
  const adding = app.ask('wallet_addEthereumChain', [network])
  await phone.question('Add this network?')
  await phone.page.getByText('Devnet').waitFor()
  await phone.approve()
  expect(await adding).toBeNull()
  await expect
    .poll(() => app.client.session.get(app.session().topic).namespaces.eip155?.accounts)
    .toContain(`eip155:1337:${alice}`)

  // There is no node for it, so it can sign there and not send.
  const sending = expect(
    app.ask('eth_sendTransaction', [{ from: alice, to: bob, value: '0x1' }], 'eip155:1337'),
  ).rejects.toMatchObject({ code: 4001 })
  await phone.question('Send this transaction?')
  await phone.page.getByRole('button', { name: 'Approve' }).click()
  await phone.page.getByRole('alert').getByText('no node here').waitFor()
  await phone.reject()
  await sending
})

test('several calls are sent one after the other, and their state can be asked for', async ({
  phone,
  openApp,
}) => {
  const app = await openApp()
  await app.connect(phone)
  expect(await app.ask('wallet_getCapabilities', [alice, ['0x7a69']])).toEqual({
    '0x7a69': { atomic: { status: 'unsupported' } },
  })
  const batch = { version: '2.0.0', from: alice, chainId: '0x7a69', atomicRequired: false }
  const calls = [
    { to: bob, value: '0x1' },
    { to: bob, value: '0x2' },
  ]
  await expect(
    app.ask('wallet_sendCalls', [{ ...batch, atomicRequired: true, calls }]),
  ).rejects.toMatchObject({
    code: 5760,
  })
  const sending = app.ask<{ id: string }>('wallet_sendCalls', [{ ...batch, calls }])
  await phone.question(/^Send these 2 transactions\?$/)
  await phone.approve()
  const { id } = await sending
  expect(await app.ask('wallet_getCallsStatus', [id])).toMatchObject({
    status: 200,
    atomic: false,
    receipts: [{ status: '0x1' }, { status: '0x1' }],
  })
})

test('questions queue up, and outlive a reload with their sessions', async ({ phone, openApp }) => {
  const [one, other] = [
    await openApp({ name: 'One' }),
    await openApp({ name: 'Other', url: 'https://other.example' }),
  ]
  await one.connect(phone)
  await other.connect(phone)
  expect(await phone.apps()).toEqual(['One', 'Other'])
  const first = one.ask<Hex>('personal_sign', [stringToHex('first'), alice])
  await phone.question('Sign this message?')
  const second = other.ask<Hex>('personal_sign', [stringToHex('second'), alice])
  await phone.page.getByTestId('queue').getByText('1 of 2 questions').waitFor()

  await phone.page.reload()
  await phone.page.getByRole('region', { name: 'Message' }).getByText('first').waitFor()
  await phone.approve()
  await phone.page.getByRole('region', { name: 'Message' }).getByText('second').waitFor()
  await phone.approve()
  expect(await recoverMessageAddress({ message: 'first', signature: await first })).toBe(alice)
  expect(await recoverMessageAddress({ message: 'second', signature: await second })).toBe(alice)
  expect(await phone.apps()).toEqual(['One', 'Other'])
})

test('either side ends the session, and the other one knows', async ({ phone, openApp }) => {
  const app = await openApp()
  await app.connect(phone)
  const deleted = app.deleted()
  await phone.disconnect('Relay app')
  await deleted
  await expect.poll(() => phone.apps()).toEqual([])

  await app.connect(phone)
  const { topic } = app.session()
  await app.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } })
  await phone.result.getByText('Relay app disconnected').waitFor()
  await expect.poll(() => phone.apps()).toEqual([])
})

test('connect and sign in are one answer', async ({ phone, openApp }) => {
  const app = await openApp()
  const { uri, response } = await app.client.authenticate({
    chains: [localId],
    methods: ['personal_sign'],
    domain: 'app.example',
    uri: 'https://app.example/login',
    nonce: 'abcdef123456',
    statement: 'Welcome back',
  })
  // The client forgets an answer that comes before somebody waits for it.
  const answered = response()
  await phone.pair(uri)
  await phone.page.getByText('Welcome back').waitFor()
  await phone.approve('Connect and sign in?')
  const { session, auths } = await answered
  // The client has checked the signature; what remains is who signed, and that the session is there.
  expect(auths?.[0]?.p.iss).toBe(`did:pkh:${localId}:${alice}`)
  expect(session?.namespaces.eip155?.accounts).toEqual([`${localId}:${alice}`])
  await phone.result.getByText('Signed in to app.example').waitFor()
})

test('the newest tab has the wallet', async ({ phone }) => {
  const tab = await phone.page.context().newPage()
  await tab.goto(phone.page.url())
  await tab.getByRole('button', { name: 'Scan a code' }).waitFor()
  await phone.page.getByRole('heading', { name: 'Open in another tab' }).waitFor()
  await phone.page.getByRole('button', { name: 'Use it here' }).click()
  await phone.page.getByRole('button', { name: 'Scan a code' }).waitFor()
  await tab.getByRole('heading', { name: 'Open in another tab' }).waitFor()
})
