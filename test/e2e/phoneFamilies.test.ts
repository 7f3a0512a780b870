/** The phone for four families of networks: one approval, and each signs or sends with keys that the local chains pay. */
import { bitcoinAccounts, bitcoinNetworkId, regtest, solanaAccounts, solanaNetworkId } from '@latchkey/local'
import { base58, base64, hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import {
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signature as toSignature,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { until } from '../harness/until.js'
import { expect, test } from '../phone/journey.js'
import { alice, localId } from '../phone/people.js'

const polkadotId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

test('one approval for four families; SOL and a PSBT go to their chains, and every message is signed', async ({
  phone,
  openApp,
  origins,
}) => {
  const [first, second] = (await solanaAccounts()).people
  const [payer, payee] = bitcoinAccounts().people
  if (!first || !second || !payer || !payee) throw new Error('the local chains have people')
  const { client } = await openApp()
  const { uri, approval } = await client.connect({
    optionalNamespaces: {
      eip155: { chains: [localId], methods: ['personal_sign'], events: [] },
      solana: {
        chains: [solanaNetworkId],
        methods: ['solana_signMessage', 'solana_signAndSendTransaction'],
        events: [],
      },
      bip122: {
        chains: [bitcoinNetworkId],
        methods: ['signMessage', 'signPsbt', 'getAccountAddresses'],
        events: [],
      },
      polkadot: { chains: [polkadotId], methods: ['polkadot_signMessage'], events: [] },
    },
  })
  await phone.pair(uri ?? '')
  await phone.page
    .getByText('It also sees the same people’s accounts on Solana, Bitcoin, and Polkadot.')
    .waitFor()
  const settled = approval()
  await phone.approve('Connect to this app?')
  const { topic, namespaces } = await settled
  expect(
    Object.fromEntries(Object.entries(namespaces).map(([name, { accounts }]) => [name, accounts])),
  ).toEqual({
    eip155: [`${localId}:${alice}`],
    solana: [`${solanaNetworkId}:${first.address}`],
    bip122: [`${bitcoinNetworkId}:${payer.payment.address}`],
    polkadot: [`${polkadotId}:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5`],
  })
  const ask = <result>(chainId: string, method: string, params: object) =>
    client.request<result>({ topic, chainId, request: { method, params } })

  const rpc = createSolanaRpc(origins.solana)
  const before = (await rpc.getBalance(second.address).send()).value
  const { value: latest } = await rpc.getLatestBlockhash().send()
  const payerSigner = createNoopSigner(first.address)
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayerSigner(payerSigner, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(latest, draft),
    (draft) =>
      appendTransactionMessageInstructions(
        [
          getTransferSolInstruction({
            source: payerSigner,
            destination: second.address,
            amount: 250_000_000n,
          }),
        ],
        draft,
      ),
  )
  const transaction = getBase64EncodedWireTransaction(compileTransaction(message))
  const sending = ask<{ signature: string }>(solanaNetworkId, 'solana_signAndSendTransaction', {
    transaction,
    pubkey: first.address,
  })
  await phone.question('Send this transaction?')
  const details = phone.page.getByRole('region', { name: 'Transaction' })
  await details.getByText('Send 0.25 SOL').waitFor()
  await details.getByText(second.address).waitFor()
  await phone.approve()
  const { signature } = await sending
  await until(
    async () => {
      const { value } = await rpc.getSignatureStatuses([toSignature(signature)]).send()
      return value[0]?.confirmationStatus === 'confirmed' || value[0]?.confirmationStatus === 'finalized'
    },
    { what: 'the transfer is confirmed' },
  )
  expect((await rpc.getBalance(second.address).send()).value - before).toBe(250_000_000n)

  const coins = (await (await fetch(`${origins.bitcoin}/address/${payer.payment.address}/utxo`)).json()) as {
    txid: string
    vout: number
    value: number
  }[]
  const [coin] = coins
  if (!coin) throw new Error('alice has no coin')
  const tx = new Transaction()
  const { script } = p2wpkh(payer.payment.publicKey, regtest)
  tx.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount: BigInt(coin.value) } })
  tx.addOutputAddress(payee.payment.address, 20_000n, regtest)
  tx.addOutputAddress(payer.payment.address, BigInt(coin.value) - 21_000n, regtest)
  const signing = ask<{ psbt: string; txid: string }>(bitcoinNetworkId, 'signPsbt', {
    account: payer.payment.address,
    psbt: base64.encode(tx.toPSBT()),
    signInputs: [{ index: 0, address: payer.payment.address }],
    broadcast: true,
  })
  await phone.question('Send this transaction?')
  await details.getByText('0.00021 BTC leave your addresses').waitFor()
  await phone.approve()
  const { txid } = await signing
  await fetch(`${origins.bitcoin}/mine`, { method: 'POST' })
  const status = await (await fetch(`${origins.bitcoin}/tx/${txid}/status`)).json()
  expect(status).toMatchObject({ confirmed: true })

  for (const [chainId, method, params] of [
    [
      solanaNetworkId,
      'solana_signMessage',
      { message: base58.encode(hex.decode('48656c6c6f')), pubkey: first.address },
    ],
    [bitcoinNetworkId, 'signMessage', { account: payer.payment.address, message: 'Hello' }],
    [
      polkadotId,
      'polkadot_signMessage',
      { address: namespaces.polkadot?.accounts[0]?.split(':')[2], message: 'Hello' },
    ],
  ] as const) {
    const answer = ask<{ signature: string }>(chainId, method, params)
    await phone.question('Sign this message?')
    await phone.page.getByRole('region', { name: 'Message' }).getByText('Hello').waitFor()
    await phone.approve()
    expect((await answer).signature.length).toBeGreaterThan(80)
  }
  // Listened to from the start: the answer may come before the phone has left the question.
  const refused = expect(
    ask(bitcoinNetworkId, 'signMessage', { account: payer.payment.address, message: 'No' }),
  ).rejects.toMatchObject({ code: 4001 })
  await phone.reject('Sign this message?')
  await refused
})
