/** Other families: keys of the people whom the local chains pay, words that are true, and signatures that verify. */
import { bitcoinAccounts, regtest, solanaAccounts, solanaTokens, startBitcoin } from '@latchkey/local'
import { isSignedByBitcoin } from '@latchkey/verify'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base64, hex } from '@scure/base'
import { p2wpkh, RawWitness, Transaction } from '@scure/btc-signer'
import { verify as verifySr25519 } from '@scure/sr25519'
import { describe, expect, test } from 'vitest'
import { accountsAt, peopleCount } from './accounts.js'
import { spendingOf } from './bitcoinMessage.js'
import { type OtherNetwork, otherNetworkOf } from './networks.js'
import { readOther } from './readOther.js'
import type { OtherContext, OtherRequest } from './request.js'

const networkOf = (id: string): OtherNetwork => {
  const network = otherNetworkOf(id)
  if (!network) throw new Error(`no network ${id}`)
  return network
}
const solana = networkOf('solana:6PiZqmBYHtSwhoyez1DuTiE9j4thCgvv')
const bitcoin = networkOf('bip122:0f9188f13cb7b2c71f2a335e3a4fc328')
const polkadot = networkOf('polkadot:91b171bb158e2d3848fa23a9f1c25182')

function contextOf(network: OtherNetwork): OtherContext & { readonly first: string } {
  const [account] = accountsAt(network, 0)
  const { usdc } = solanaTokens
  const tokens = { [usdc.address]: { symbol: usdc.symbol, decimals: usdc.decimals } }
  return { network, accounts: [account?.address ?? ''], tokens, first: account?.address ?? '' }
}

const nobody = { gateway: 'http://gateway.invalid' }

function asked(method: string, params: unknown, context: OtherContext): OtherRequest {
  const request = readOther(method, params, context)
  if (request.kind !== 'other') throw new Error(`not asked: ${JSON.stringify(request)}`)
  return request
}

test('the accounts are those of the people whom the local chains pay', async () => {
  const { people } = await solanaAccounts()
  const { people: bitcoiners } = bitcoinAccounts()
  for (let person = 0; person < peopleCount; person++) {
    expect(accountsAt(solana, person)[0]?.address).toBe(people[person]?.address)
    expect(accountsAt(bitcoin, person).map(({ address }) => address)).toEqual([
      bitcoiners[person]?.payment.address,
      bitcoiners[person]?.ordinals.address,
    ])
  }
  // //Alice and //Bob, as every development chain has them, in the spelling of Westend.
  const westend = networkOf('polkadot:e143f23803ac50e8f6f8e62695d1ce9e')
  expect([0, 1].map((person) => accountsAt(westend, person)[0]?.address)).toEqual([
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
  ])
})

describe('solana', () => {
  const context = contextOf(solana)

  test('a message is shown whole and signed by the account that was named', async () => {
    const bytes = new TextEncoder().encode('Hello phone')
    const request = asked(
      'solana_signMessage',
      { message: base58.encode(bytes), pubkey: context.first },
      context,
    )
    expect(request.text).toBe('Hello phone')
    const { result } = await request.perform(nobody)
    const { signature } = result as { signature: string }
    expect(ed25519.verify(base58.decode(signature), bytes, base58.decode(context.first))).toBe(true)
  })

  test('a transfer is told in words, and the signature goes into its place', async () => {
    const to = accountsAt(solana, 1)[0]?.address ?? ''
    const raw = transferOf(context.first, to, 1_500_000_000n)
    const request = asked(
      'solana_signTransaction',
      { transaction: base64.encode(raw), pubkey: context.first },
      context,
    )
    expect(request.what).toBe('Send 1.5 SOL')
    expect(request.facts[0]).toEqual({ label: 'To', value: to, isAddress: true })
    const { result } = await request.perform(nobody)
    const signed = base64.decode((result as { transaction: string }).transaction)
    expect(ed25519.verify(signed.slice(1, 65), signed.slice(65), base58.decode(context.first))).toBe(true)
  })

  test.each([
    ['another account', { message: '3yZe7d', pubkey: accountsAt(solana, 1)[0]?.address }],
    ['a stranger', { message: '3yZe7d', pubkey: '11111111111111111111111111111111' }],
  ])('a message for %s is refused', (_, params) => {
    expect(readOther('solana_signMessage', params, context).kind).toBe('refuse')
  })

  test.each(['', 'AAAA', '!!!', base64.encode(new Uint8Array(1233))])(
    '%s is no transaction',
    (transaction) => {
      expect(readOther('solana_signTransaction', { transaction }, context).kind).toBe('refuse')
    },
  )
})

/** A plain transfer in the oldest form, written by hand. */
function transferOf(from: string, to: string, amount: bigint): Uint8Array {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, amount, true)
  return Uint8Array.of(
    1,
    ...new Uint8Array(64),
    ...[1, 0, 1, 3],
    ...base58.decode(from),
    ...base58.decode(to),
    ...new Uint8Array(32),
    ...new Uint8Array(32).fill(7),
    ...[1, 2, 2, 0, 1, data.length],
    ...data,
  )
}

describe('bitcoin', () => {
  const context = contextOf(bitcoin)

  test('[BIP-322] the transaction that is signed is the one of the official vectors', () => {
    const { script } = p2wpkh(
      hex.decode('02c7f12003196442943d8588e01aee840423cc54fc1521526a3b85c2b0cbd58872'),
    )
    const idOf = (text: string) => hex.encode(sha256(sha256(spendingOf(text, script))).reverse())
    expect(idOf('')).toBe('1e9654e951a5ba44c8604c4de6c67fd78a27e81dcadcfe1edf638ba3aaebaed6')
    expect(idOf('Hello World')).toBe('88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf')
  })

  test('a message is signed by the key of either address', async () => {
    for (const { address, purpose } of accountsAt(bitcoin, 0)) {
      const params = { account: context.first, address, message: 'Hello', protocol: 'bip322' }
      const { result } = await asked('signMessage', params, context).perform(nobody)
      const { signature } = result as { signature: string }
      const witness = RawWitness.decode(base64.decode(signature))
      expect(witness.map(({ length }) => length)).toEqual(
        purpose === 'payment' ? [expect.any(Number), 33] : [64],
      )
      // By a verifier that shares no code with this wallet.
      expect(isSignedByBitcoin({ message: 'Hello', signature, address })).toBe(true)
      expect(isSignedByBitcoin({ message: 'Hello!', signature, address })).toBe(false)
    }
    const payment = { account: context.first, message: 'Hello', protocol: 'ecdsa' }
    const { result } = await asked('signMessage', payment, context).perform(nobody)
    const { signature } = result as { signature: string }
    expect(base64.decode(signature)).toHaveLength(65)
    expect(isSignedByBitcoin({ message: 'Hello', signature, address: context.first })).toBe(true)
    expect(isSignedByBitcoin({ message: 'Hello!', signature, address: context.first })).toBe(false)
    const taproot = accountsAt(bitcoin, 0)[1]?.address
    const old = { account: context.first, address: taproot, message: 'Hello', protocol: 'ecdsa' }
    expect(readOther('signMessage', old, context).kind).toBe('refuse')
  })

  test('both addresses of a person are told with their purpose', () => {
    const told = readOther('getAccountAddresses', { account: context.first }, context)
    expect(told).toMatchObject({
      kind: 'answer',
      result: [
        { address: context.first, intention: 'payment', path: "m/84'/1'/0'/0/0" },
        { intention: 'ordinal', path: "m/86'/1'/0'/0/0" },
      ],
    })
  })

  test('a PSBT is told by what leaves, and what was signed is taken by a real chain', async () => {
    const chain = await startBitcoin()
    try {
      const coins = (await (await fetch(`${chain.url}/address/${context.first}/utxo`)).json()) as {
        txid: string
        vout: number
        value: number
      }[]
      const [coin] = coins
      if (!coin) throw new Error('no coin')
      const [account] = accountsAt(bitcoin, 0)
      const pay = p2wpkh(account?.publicKey ?? new Uint8Array(), regtest)
      const tx = new Transaction()
      const witnessUtxo = { script: pay.script, amount: BigInt(coin.value) }
      tx.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo })
      const to = accountsAt(bitcoin, 1)[0]?.address ?? ''
      tx.addOutputAddress(to, 30_000n, regtest)
      tx.addOutputAddress(context.first, BigInt(coin.value) - 31_000n, regtest)
      const request = asked(
        'signPsbt',
        { psbt: base64.encode(tx.toPSBT()), signInputs: [{ index: 0, address: context.first }] },
        context,
      )
      expect(request.what).toBe('0.00031 BTC leave your addresses')
      expect(request.facts).toContainEqual({ label: 'Fee', value: '0.00001 BTC' })
      const { result } = await request.perform(nobody)
      const signed = Transaction.fromPSBT(base64.decode((result as { psbt: string }).psbt))
      signed.finalize()
      const sent = await fetch(`${chain.url}/tx`, { method: 'POST', body: signed.hex })
      expect([sent.status, await sent.text()]).toEqual([200, signed.id])
    } finally {
      await chain.close()
    }
  })

  test('a signature that leaves the outputs open is warned of', () => {
    const [account] = accountsAt(bitcoin, 0)
    const { script } = p2wpkh(account?.publicKey ?? new Uint8Array(), regtest)
    const tx = new Transaction()
    tx.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 5000n } })
    tx.addOutputAddress(context.first, 4000n, regtest)
    const signInputs = [{ index: 0, address: context.first, sighashTypes: [2] }]
    const request = asked('signPsbt', { psbt: base64.encode(tx.toPSBT()), signInputs }, context)
    expect(request.cautions).toHaveLength(1)
    const foreign = [{ index: 0, address: accountsAt(bitcoin, 1)[0]?.address }]
    expect(
      readOther('signPsbt', { psbt: base64.encode(tx.toPSBT()), signInputs: foreign }, context).kind,
    ).toBe('refuse')
  })
})

describe('polkadot', () => {
  const context = contextOf(polkadot)

  test('a message is signed between marks', async () => {
    const request = asked('polkadot_signMessage', { address: context.first, message: 'Hello' }, context)
    const { signature } = (await request.perform(nobody)).result as { signature: string }
    const text = new TextEncoder().encode('<Bytes>Hello</Bytes>')
    const [account] = accountsAt(polkadot, 0)
    const key = account?.publicKey ?? new Uint8Array()
    expect(verifySr25519(text, hex.decode(signature.slice(2)), key)).toBe(true)
  })

  test('a transaction is signed as its network reads it, byte by byte', async () => {
    const genesisHash = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
    const blockHash = `0x${'11'.repeat(32)}`
    const transactionPayload = {
      address: context.first,
      blockHash,
      era: '0x7500',
      genesisHash,
      method: `0x0503${'ab'.repeat(33)}04`,
      nonce: '0x0000002a',
      specVersion: '0x000f4de0',
      tip: '0x00000000000000000000000000000100',
      transactionVersion: '0x0000001a',
      mode: 0,
      signedExtensions: [
        'CheckNonZeroSender',
        'CheckSpecVersion',
        'CheckTxVersion',
        'CheckGenesis',
        'CheckMortality',
        'CheckNonce',
        'CheckWeight',
        'ChargeTransactionPayment',
        'PrevalidateAttests',
        'CheckMetadataHash',
      ],
    }
    // Written down by hand: the call, the era, 42 and 256 as compact numbers, no metadata; then what is not sent.
    const bytes = hex.decode(
      `0503${'ab'.repeat(33)}04` +
        '7500' +
        'a8' +
        '0104' +
        '00' +
        'e04d0f00' +
        '1a000000' +
        genesisHash.slice(2) +
        blockHash.slice(2) +
        '00',
    )
    const request = asked('polkadot_signTransaction', { address: context.first, transactionPayload }, context)
    const { signature } = (await request.perform(nobody)).result as { signature: string }
    const [account] = accountsAt(polkadot, 0)
    const key = account?.publicKey ?? new Uint8Array()
    expect(signature.slice(0, 4)).toBe('0x01')
    expect(verifySr25519(bytes, hex.decode(signature.slice(4)), key)).toBe(true)
    const other = bytes.map((byte, at) => (at === 1 ? byte ^ 1 : byte))
    expect(verifySr25519(other, hex.decode(signature.slice(4)), key)).toBe(false)
  })

  test('a transaction of another network, or with a part that nobody knows, is refused', () => {
    const payload = {
      address: context.first,
      blockHash: `0x${'11'.repeat(32)}`,
      era: '0x00',
      genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
      method: '0x0500',
      nonce: '0x01',
      specVersion: '0x01',
      tip: '0x00',
      transactionVersion: '0x01',
      signedExtensions: ['CheckNonce', 'CheckGenesis'],
    }
    const read = (change: object) =>
      readOther(
        'polkadot_signTransaction',
        { address: context.first, transactionPayload: { ...payload, ...change } },
        context,
      ).kind
    expect(read({})).toBe('other')
    expect(read({ genesisHash: `0x${'22'.repeat(32)}` })).toBe('refuse')
    expect(read({ signedExtensions: ['CheckSomethingNew'] })).toBe('refuse')
    expect(read({ method: 'transfer' })).toBe('refuse')
  })
})
