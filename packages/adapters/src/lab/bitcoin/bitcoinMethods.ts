/** What a Bitcoin lab wallet does once it was asked and nobody refused. */
import * as btc from '@scure/btc-signer'
import type { BitcoinNetwork } from '../../bip122/networks.js'
import type { MessageProtocol } from '../../bip122/source.js'
import { labErrors } from '../labErrors.js'
import { type BitcoinLabAddress, prefixesOf, signText } from './bitcoinAccounts.js'

/** Ways in which real wallets answer with a PSBT that is not what they were asked for. */
export type PsbtHabit =
  | 'returns-it-unsigned'
  | 'drops-the-sighash'
  | 'signs-another-input'
  | 'signs-every-input'
  | 'changes-an-output'
  | 'answers-with-nonsense'

export interface PsbtQuestion {
  readonly psbt: string
  readonly inputs: readonly {
    readonly index: number
    readonly address: string
    readonly sighashTypes?: readonly number[]
  }[]
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
const toBase64 = (bytes: Uint8Array) => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const loose = { allowUnknownInputs: true, allowUnknownOutputs: true, allowLegacyWitnessUtxo: true } as const

export function signPsbt(
  question: PsbtQuestion,
  own: (address: string) => BitcoinLabAddress | undefined,
  habit: PsbtHabit | undefined,
): string {
  const { psbt, inputs } = question
  if (habit === 'returns-it-unsigned') return psbt
  if (habit === 'answers-with-nonsense') return toBase64(Uint8Array.of(1, 2, 3))
  const tx = btc.Transaction.fromPSBT(fromBase64(psbt), loose)
  if (habit === 'changes-an-output') tx.updateOutput(0, { amount: (tx.getOutput(0).amount ?? 1n) - 1n }, true)
  for (const { index, address, sighashTypes } of inputs) {
    const signer = own(address)
    if (!signer) throw labErrors.unauthorised()
    const at = habit === 'signs-another-input' ? (index + 1) % tx.inputsLength : index
    sign(tx, signer, at, habit === 'drops-the-sighash' ? [] : (sighashTypes ?? []), habit)
    if (habit !== 'signs-every-input') continue
    for (let each = 0; each < tx.inputsLength; each += 1) if (each !== at) sign(tx, signer, each, [], habit)
  }
  return toBase64(tx.toPSBT())
}

function sign(
  tx: btc.Transaction,
  { privateKey }: BitcoinLabAddress,
  at: number,
  types: readonly number[],
  habit: PsbtHabit | undefined,
): void {
  const own = tx.getInput(at).sighashType
  // The library takes a field away by `undefined`, and its types do not say so.
  const without = { sighashType: undefined } as unknown as { sighashType: number }
  if (habit === 'drops-the-sighash') tx.updateInput(at, without, true)
  const allowed =
    habit === 'drops-the-sighash' || (types.length === 0 && own === undefined)
      ? undefined
      : [...types, ...(own === undefined ? [] : [own])]
  tx.signIdx(privateKey, at, allowed)
}

export const signMessage = (
  { message, protocol }: { readonly message: string; readonly protocol: MessageProtocol },
  signer: BitcoinLabAddress,
): { readonly address: string; readonly signature: string } => ({
  address: signer.address,
  signature: signText(signer, message, protocol),
})

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
}

export interface TransferInput {
  readonly from: BitcoinLabAddress
  readonly to: string
  readonly amount: bigint
  readonly feeRate: number
  readonly network: BitcoinNetwork
  /** Where the chain's Esplora is. */
  readonly url: string
  readonly fetch: typeof globalThis.fetch
}

/** Chooses coins, signs and sends, as a wallet does; answers with the id. */
export async function sendTransfer(input: TransferInput): Promise<string> {
  const { from, to, amount, feeRate, network, url, fetch } = input
  const listed = await fetch(`${url}/address/${from.address}/utxo`)
  const coins = (await listed.json()) as readonly Coin[] // the wallet trusts its own server
  const prefixes = prefixesOf(network)
  const selected = btc.selectUTXO(
    coins.map(({ txid, vout, value }) => ({
      ...from.fields,
      txid,
      index: vout,
      witnessUtxo: { script: from.script, amount: BigInt(value) },
    })),
    [{ address: to, amount }],
    'default',
    {
      changeAddress: from.address,
      feePerByte: BigInt(feeRate),
      bip69: true,
      createTx: true,
      network: prefixes,
    },
  )
  if (!selected?.tx) throw labErrors.custom({ code: -32603, message: 'Insufficient balance' })
  const { tx } = selected
  tx.sign(from.privateKey)
  tx.finalize()
  const sent = await fetch(`${url}/tx`, { method: 'POST', body: tx.hex })
  if (!sent.ok) throw labErrors.custom({ code: -32603, message: await sent.text() })
  return tx.id
}
