/** The local regtest over its REST: every kind of address of one key pays, and what a node refuses is refused in its words. */
import { hex } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BitcoinAccount, type BitcoinKey, bitcoinAccounts } from './accounts.js'
import { genesis, regtest } from './network.js'
import { networkId } from './networkId.js'
import { mostBlocks } from './server.js'
import { type Bitcoin, startBitcoin } from './startBitcoin.js'

const { people, miner } = bitcoinAccounts()
const [alice, bob] = people as [BitcoinAccount, BitcoinAccount] // there are ten
let bitcoin: Bitcoin
beforeAll(async () => {
  bitcoin = await startBitcoin()
})
afterAll(() => bitcoin.close())

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly status: { readonly confirmed: boolean }
}

// Shapes that the tests look into.
const read = async <shape>(path: string): Promise<shape> =>
  (await fetch(`${bitcoin.url}${path}`)).json() as shape
const readText = async (path: string) => (await fetch(`${bitcoin.url}${path}`)).text()
const post = (path: string, body: string) => fetch(`${bitcoin.url}${path}`, { method: 'POST', body })
const send = async (tx: Transaction | string) => {
  const response = await post('/tx', typeof tx === 'string' ? tx : tx.hex)
  return { status: response.status, text: await response.text() }
}
const refusal = async (tx: Transaction | string) => {
  const { status, text } = await send(tx)
  expect(status).toBe(400)
  const told = JSON.parse(text.replace('sendrawtransaction RPC error: ', '')) as {
    code: number
    message: string
  }
  return told.message
}

type Kind = keyof BitcoinAccount

/** The miner pays, from what it mined long ago: the faucet would not serve one address so often. */
async function coinOf(key: BitcoinKey): Promise<Coin> {
  const ripe = Number(await readText('/blocks/tip/height')) - 100
  const old = (
    await read<(Coin & { status: { block_height: number } })[]>(`/address/${miner.address}/utxo`)
  ).find(({ value, status }) => value > 11_000_000 && status.block_height <= ripe)
  if (!old) throw new Error('the miner has spent everything')
  const tx = new Transaction()
  tx.addInput(await inputOf('payment', miner, old))
  tx.addOutputAddress(key.address, 10_000_000n, regtest)
  tx.addOutputAddress(miner.address, BigInt(old.value) - 10_001_000n, regtest)
  const { status, text: txid } = await send(sign(tx, miner))
  expect([status, txid]).toEqual([200, tx.id])
  bitcoin.mine()
  return { txid, vout: 0, value: 10_000_000, status: { confirmed: true } }
}

/** What a wallet adds to spend a coin of its own. */
async function inputOf(kind: Kind, key: BitcoinKey, coin: Coin, sighashType?: number) {
  const outpoint = { txid: coin.txid, index: coin.vout, ...(sighashType ? { sighashType } : {}) }
  const witnessUtxo = { script: key.script, amount: BigInt(coin.value) }
  switch (kind) {
    case 'payment':
      return { ...outpoint, ...p2wpkh(key.publicKey, regtest), witnessUtxo }
    case 'ordinals':
      return { ...outpoint, ...p2tr(key.publicKey.slice(1), undefined, regtest), witnessUtxo }
    case 'nested':
      return { ...outpoint, ...p2sh(p2wpkh(key.publicKey, regtest), regtest), witnessUtxo }
    case 'legacy': {
      const nonWitnessUtxo = hex.decode(await readText(`/tx/${coin.txid}/hex`))
      return { ...outpoint, ...p2pkh(key.publicKey, regtest), nonWitnessUtxo }
    }
  }
}

async function draft(kind: Kind, options: { fee?: bigint; sighash?: number; amount?: bigint } = {}) {
  const key = bob[kind]
  const coin = await coinOf(key)
  const tx = new Transaction({ allowUnknownOutputs: true })
  tx.addInput(await inputOf(kind, key, coin, options.sighash))
  const amount = options.amount ?? BigInt(coin.value) - (options.fee ?? 1000n)
  tx.addOutputAddress(alice.payment.address, amount, regtest)
  return { tx, key, coin }
}

function sign(tx: Transaction, { privateKey }: BitcoinKey, sighash?: number) {
  tx.sign(privateKey, sighash === undefined ? undefined : [sighash])
  tx.finalize()
  return tx
}

test('it is regtest: the first block gives the network its id', async () => {
  expect(await readText('/block-height/0')).toBe(genesis.hash)
  expect(networkId).toBe(`bip122:${genesis.hash.slice(0, 32)}`)
  const header = hex.decode(await readText(`/block/${genesis.hash}/header`))
  const { hashText, sha256d } = await import('./transaction.js')
  expect(hashText(sha256d(header))).toBe(genesis.hash)
  // What wallets derive from the words that everybody tests with.
  const known = bitcoinAccounts(`${'abandon '.repeat(11)}about`).people[0]
  expect(known?.payment.address).toBe('bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk')
})

describe('spending', () => {
  test.each(['payment', 'ordinals', 'nested', 'legacy'] as const)(
    'a coin on a %s address is spent, waits, and is mined',
    async (kind) => {
      const { tx, key, coin } = await draft(kind)
      const { status, text: txid } = await send(sign(tx, key))
      expect([status, txid]).toEqual([200, tx.id])
      expect(await read(`/tx/${txid}/status`)).toEqual({ confirmed: false })
      const unspent = await read<Coin[]>(`/address/${key.address}/utxo`)
      expect(unspent.map((each) => each.txid)).not.toContain(coin.txid)
      expect((await post('/mine', '')).status).toBe(200)
      const told = await read<{ fee: number; status: { confirmed: boolean; block_height: number } }>(
        `/tx/${txid}`,
      )
      expect(told).toMatchObject({ fee: 1000, status: { confirmed: true } })
      expect(await readText('/blocks/tip/height')).toBe(String(told.status.block_height))
      expect(await read(`/tx/${coin.txid}/outspend/${coin.vout}`)).toMatchObject({ spent: true, txid })
    },
  )

  test.each(
    (['payment', 'ordinals', 'nested', 'legacy'] as const).flatMap((kind) =>
      [
        SigHash.NONE,
        SigHash.SINGLE,
        SigHash.ALL_ANYONECANPAY,
        SigHash.NONE_ANYONECANPAY,
        SigHash.SINGLE_ANYONECANPAY,
      ].map((sighash) => [kind, sighash] as const),
    ),
  )('a signature from %s that covers what type %i says is good', async (kind, sighash) => {
    const { tx, key } = await draft(kind, { sighash })
    expect((await send(sign(tx, key, sighash))).status).toBe(200)
    bitcoin.mine()
  })

  test.each(['payment', 'ordinals', 'nested', 'legacy'] as const)(
    'an output that was changed after signing from %s is noticed, unless the signature leaves outputs open',
    async (kind) => {
      for (const sighash of [SigHash.ALL, SigHash.NONE]) {
        const { tx, key, coin } = await draft(kind, { sighash })
        const raw = sign(tx, key, sighash).hex
        const [from, to] = [BigInt(coin.value) - 1000n, BigInt(coin.value) - 2000n].map(littleEndian)
        const changed = raw.replace(from ?? '', to ?? '')
        expect(changed).not.toBe(raw)
        if (sighash === SigHash.NONE) expect((await send(changed)).status).toBe(200)
        else
          expect(await refusal(changed)).toMatch(
            /^mandatory-script-verify-flag-failed \((Signature must|Invalid Schnorr)/,
          )
        bitcoin.mine()
      }
    },
  )

  test('a key that the coin is not for is refused', async () => {
    const { coin } = await draft('payment')
    const tx = new Transaction({ disableScriptCheck: true, allowUnknownInputs: true })
    const foreign = p2wpkh(alice.payment.publicKey, regtest)
    tx.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { script: foreign.script, amount: BigInt(coin.value) },
    })
    tx.addOutputAddress(alice.payment.address, BigInt(coin.value) - 1000n, regtest)
    expect(await refusal(sign(tx, alice.payment))).toBe(
      'mandatory-script-verify-flag-failed (Witness program hash mismatch)',
    )
  })
})

const littleEndian = (value: bigint) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return hex.encode(bytes)
}

describe('what a node refuses', () => {
  test('a coin spent twice, waiting or mined, and the same transaction again', async () => {
    const { tx, key, coin } = await draft('payment')
    const second = new Transaction()
    second.addInput(await inputOf('payment', key, coin))
    second.addOutputAddress(bob.payment.address, BigInt(coin.value) - 5000n, regtest)
    expect((await send(sign(tx, key))).status).toBe(200)
    expect(await refusal(sign(second, key))).toBe('txn-mempool-conflict')
    expect(await refusal(tx)).toBe('txn-already-in-mempool')
    bitcoin.mine()
    expect(await refusal(second)).toBe('bad-txns-inputs-missingorspent')
    expect(await refusal(tx)).toBe('Transaction outputs already in utxo set')
  })

  test.each([
    [{ fee: 50n }, /^min relay fee not met, 50 < 1\d\d$/],
    [{ amount: 293n }, /^dust$/],
    [{ amount: 1000n }, /^Fee exceeds maximum/],
  ] as const)('%o', async (options, words) => {
    const { tx, key } = await draft('payment', options)
    expect(await refusal(sign(tx, key))).toMatch(words)
  })

  test('more going out than came in', async () => {
    const { tx, key, coin } = await draft('payment')
    const [from, to] = [BigInt(coin.value) - 1000n, BigInt(coin.value) + 1n].map(littleEndian)
    expect(await refusal(sign(tx, key).hex.replace(from ?? '', to ?? ''))).toBe(
      'bad-txns-in-belowout, value in (0.10000000) < value out (0.10000001)',
    )
  })

  test('a young coinbase, a script of no standard, and what is no transaction', async () => {
    bitcoin.mine()
    const [tip] = await read<{ id: string }[]>('/blocks')
    const [txid = ''] = await read<string[]>(`/block/${tip?.id}/txids`)
    const value = (await read<{ vout: { value: number }[] }>(`/tx/${txid}`)).vout[0]?.value ?? 0
    const young = new Transaction()
    young.addInput(await inputOf('payment', miner, { txid, vout: 0, value, status: { confirmed: true } }))
    young.addOutputAddress(alice.payment.address, BigInt(value) - 1000n, regtest)
    expect(await refusal(sign(young, miner))).toMatch(/^bad-txns-premature-spend-of-coinbase/)

    const { tx, key } = await draft('payment', { fee: 20_000n })
    tx.addOutput({ script: Uint8Array.of(0x51), amount: 10_000n })
    expect(await refusal(sign(tx, key))).toBe('scriptpubkey')

    for (const text of ['', 'zz', '00', '02000000'])
      expect(await refusal(text)).toBe('TX decode failed. Make sure the tx has at least one input.')
  })

  test('a body without end, a page of elsewhere, and more blocks than anybody needs', async () => {
    expect((await post('/tx', '0'.repeat(900_000))).status).toBe(413)
    const foreign = await fetch(`${bitcoin.url}/mine`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    for (const body of ['{', '{"blocks":0}', '{"blocks":1.5}', `{"blocks":${mostBlocks + 1}}`])
      expect((await post('/mine', body)).status).toBe(400)
  })
})

describe('reading', () => {
  test('the sums of an address are what its transactions make of it', async () => {
    const { address } = alice.payment
    const { chain_stats: stats } = await read<{
      chain_stats: { funded_txo_sum: number; spent_txo_sum: number; tx_count: number }
    }>(`/address/${address}`)
    const coins = await read<Coin[]>(`/address/${address}/utxo`)
    const held = coins.filter(({ status }) => status.confirmed).reduce((total, { value }) => total + value, 0)
    expect(stats.funded_txo_sum - stats.spent_txo_sum).toBe(held)
    expect(stats.tx_count).toBeGreaterThan(5)
  })

  test('a long history comes in pages that do not overlap', async () => {
    type Page = { txid: string }[]
    const first = await read<Page>(`/address/${miner.address}/txs/chain`)
    const second = await read<Page>(`/address/${miner.address}/txs/chain/${first.at(-1)?.txid}`)
    expect([first.length, second.length]).toEqual([25, 25])
    const ids = new Set([...first, ...second].map(({ txid }) => txid))
    expect(ids.size).toBe(50)
  })

  test('the past is the same on every start at the same time', async () => {
    const tips: string[] = []
    for (let start = 0; start < 2; start++) {
      const chain = await startBitcoin({ now: Date.UTC(2026, 0, 15) })
      tips.push(await (await fetch(`${chain.url}/blocks/tip/hash`)).text())
      await chain.close()
    }
    expect(tips[0]).toBe(tips[1])
  })

  test.each([
    '/address/nonsense',
    `/address/${'1'.repeat(60)}`,
    '/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ])('%s is told to be no address of regtest', async (path) => {
    expect((await fetch(`${bitcoin.url}${path}`)).status).toBe(path === '/address/nonsense' ? 404 : 400)
  })

  test.each(['/', '//', '/tx/00', '/block/xyz', '/constructor', `/tx/${'0'.repeat(64)}`])(
    '%s is not found',
    async (path) => {
      expect((await fetch(`${bitcoin.url}${path}`)).status).toBe(404)
    },
  )
})

test('the faucet gives a mined tenth of a bitcoin, and not without end', async () => {
  const address = people[7]?.legacy.address ?? ''
  const response = await post('/faucet', JSON.stringify({ address }))
  expect(response.status).toBe(200)
  const [coin] = await read<Coin[]>(`/address/${address}/utxo`)
  expect(coin).toMatchObject({ value: 10_000_000, status: { confirmed: true } })
  expect((await post('/faucet', JSON.stringify({ address }))).status).toBe(429)
  expect((await post('/faucet', '{"address":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"}')).status).toBe(400)
})

test('people find a form at the faucet, and its answer as a page', async () => {
  const form = await fetch(`${bitcoin.url}/faucet`)
  expect([form.status, await form.text()]).toEqual([200, expect.stringContaining('<form method="post">')])
  const fill = (address: string) =>
    fetch(`${bitcoin.url}/faucet`, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ address }),
    })
  expect(await (await fill(people[8]?.payment.address ?? '')).text()).toContain('Sent.')
  const wrong = await fill('<script>')
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.not.stringContaining('<script>')])
})
