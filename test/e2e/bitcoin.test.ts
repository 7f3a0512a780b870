/** Bitcoin from end to end: wallets with real keys, the gateway, and a chain that checks every signature. */
import { randomBytes, randomUUID } from 'node:crypto'
import { bitcoinAccounts, bitcoinNetworkId, regtest } from '@latchkey/local'
import { Transaction } from '@scure/btc-signer'
import { isSignedByBitcoin } from 'latchkey/server'
import {
  type BitcoinDialect,
  type BitcoinLabKey,
  type BitcoinLabWallet,
  createBitcoinWallet,
  installBitcoinWallet,
} from 'latchkey/testing'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import {
  type App,
  button,
  choose,
  connect,
  expect,
  expectFact,
  inModal,
  modal,
  type OpenInput,
  sign,
  test,
  titled,
} from '../harness/app.js'

const { bitcoin } = inject('origins')
const network = {
  id: 8,
  name: 'Local Bitcoin',
  networkId: bitcoinNetworkId,
  node: bitcoin,
  currency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
} as const

interface Started extends App {
  readonly lab: BitcoinLabWallet
  /** The payment address of an account. */
  person(index: number): string
}

type Open = (input: OpenInput) => Promise<App>
type Settings = OpenInput & {
  readonly by?: BitcoinDialect
  readonly asks?: readonly string[]
  readonly accounts?: readonly (readonly BitcoinLabKey[])[]
}

const stranger = (): readonly BitcoinLabKey[] => {
  const privateKey = randomBytes(32)
  return [
    { privateKey, purpose: 'payment', kind: 'p2wpkh' },
    { privateKey, purpose: 'ordinals', kind: 'p2tr' },
  ]
}

async function start(open: Open, settings: Settings = {}): Promise<Started> {
  const { by = 'sats', asks = [], accounts = [stranger(), stranger()], ...input } = settings
  const name = by === 'unisat' ? 'UniSat' : 'Satchel'
  const lab = await createBitcoinWallet({
    name,
    accounts,
    asks,
    networks: ['regtest'],
    urls: { regtest: bitcoin },
  })
  const app = await open({
    wallets: [],
    networks: [network],
    adapters: ['bip122'],
    prepare: (context) => installBitcoinWallet(context, lab, { by }),
    ...input,
  })
  const addresses = lab.accounts.map(([payment]) => payment?.address ?? '')
  return { ...app, lab, person: (index) => addresses[index] ?? '' }
}

/** D-11: the hooks and the button show this address, and it signs. */
async function expectSigner(page: Page, address: string): Promise<void> {
  await expectFact(page, 'account', address)
  await expect.poll(() => button(page).getAttribute('aria-label')).toContain(`Account ${address}`)
  const message = randomUUID()
  const signature = await sign(page, 'Sign message', message)
  expect(isSignedByBitcoin({ message, signature, address }), signature).toBe(true)
}

test('[S1-05] [D-11] a wallet connects, signs, is there after a reload, changes its account and leaves', async ({
  open,
}) => {
  const { page, lab, person } = await start(open)
  await connect(page, 'Satchel')
  await expectSigner(page, person(0))
  await page.reload()
  await expectSigner(page, person(0))
  expect(lab.requests.filter(({ method }) => method === 'connect')).toHaveLength(1)
  lab.switchAccount(person(1))
  await expectSigner(page, person(1))
  lab.revoke()
  await expectFact(page, 'status', 'disconnected')
})

for (const by of ['unisat', 'standard'] as const) {
  test(`[D-11] a wallet of the kind ${by} connects, signs, and is there after a reload`, async ({ open }) => {
    const { page, lab, person } = await start(open, { by })
    await connect(page, lab.name)
    await expectSigner(page, person(0))
    await page.reload()
    await expectSigner(page, person(0))
  })
}

test('[D-10] a refusal can be tried again in place, and a wallet that signs with another key is caught', async ({
  open,
}) => {
  const { page, lab, person } = await start(open, { asks: ['connect'] })
  await choose(page, 'Satchel')
  await lab.asked('connect')
  lab.reject('connect')
  await modal(page).getByText('Request declined').waitFor()
  await inModal(page, 'Try again').click()
  await lab.asked('connect')
  lab.approve('connect')
  await expectFact(page, 'account', person(0))
  lab.next.signWrongly('signMessage')
  expect(await sign(page, 'Sign message')).toBe(`refused: Satchel did not sign as ${person(0)}`)
})

/** What an app does with a PSBT, and what comes of it. */
const ask = (page: Page, method: 'signTransaction' | 'sendTransaction', psbt: string): Promise<string> =>
  page.evaluate(
    ([name, text]) =>
      window.kit[name]({ namespace: 'bip122', transaction: { psbt: text } }).then(
        (answer) => (typeof answer === 'string' ? answer : 'signed'),
        (cause: unknown) => `refused: ${cause instanceof Error ? cause.message : String(cause)}`,
      ),
    [method, psbt] as const,
  )

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
}

test('[D-11] a PSBT that comes back unsigned is caught; one that is signed is sent by the gateway, and mined', async ({
  open,
}) => {
  // Somebody who has coins, in both places.
  const [, , , , , rich, friend] = bitcoinAccounts().people
  if (!rich || !friend) throw new Error('ten people are expected')
  const accounts: readonly BitcoinLabKey[] = [
    { privateKey: rich.payment.privateKey, purpose: 'payment', kind: 'p2wpkh' },
    { privateKey: rich.ordinals.privateKey, purpose: 'ordinals', kind: 'p2tr' },
  ]
  const { page, lab } = await start(open, { accounts: [accounts], hasGateway: true })
  await connect(page, 'Satchel')
  const tx = new Transaction()
  for (const { address, script, fields } of lab.addresses) {
    const response = await fetch(`${bitcoin}/address/${address}/utxo`)
    const [coin] = (await response.json()) as Coin[]
    if (!coin) throw new Error(`${address} has no coin`)
    const { txid, vout: index, value } = coin
    tx.addInput({ ...fields, txid, index, witnessUtxo: { script, amount: BigInt(value) } })
    tx.addOutputAddress(friend.payment.address, BigInt(value) - 2000n, regtest)
  }
  const psbt = Buffer.from(tx.toPSBT()).toString('base64')
  lab.misbehave('returns-it-unsigned')
  const refused =
    'refused: Satchel did not sign what it was asked to: input 0 has no signature of its address'
  expect(await ask(page, 'signTransaction', psbt)).toBe(refused)
  expect(await ask(page, 'sendTransaction', psbt)).toBe(refused)
  lab.misbehave(undefined)
  const id = await ask(page, 'sendTransaction', psbt)
  expect(id).toBe(tx.id)
  await fetch(`${bitcoin}/mine`, { method: 'POST', body: '{"blocks":1}' })
  const seen = await fetch(`${bitcoin}/tx/${id}/status`)
  expect(await seen.json()).toMatchObject({ confirmed: true })
})

test('[S4-14] [S4-15] [S5-10] signing in is verified by the gateway, and sending is not offered', async ({
  open,
}) => {
  const { page, person } = await start(open, { hasGateway: true, signIn: 'required' })
  await choose(page, 'Satchel')
  await titled(page, 'Sign in').waitFor()
  await inModal(page, 'Sign in').click()
  await expectFact(page, 'session', person(0))
  await page.reload()
  await expectFact(page, 'session', person(0))
  await button(page).click()
  await titled(page, 'Account').waitFor()
  await modal(page)
    .getByText(/^Not available on Bitcoin: .*Send/)
    .waitFor()
})
