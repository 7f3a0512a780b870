/** Pays from the coins of one key of ours: the seed and the faucet. */
import { hex } from '@scure/base'
import { selectUTXO } from '@scure/btc-signer'
import type { BitcoinKey } from './accounts.js'
import type { BitcoinLedger } from './ledger.js'
import { regtest } from './network.js'
import { decodeTx } from './transaction.js'

const feePerByte = 5n
/** Enough for what is ever given at once, and few enough to choose among quickly. */
const mostCoins = 40

/** Resolves with the id of the transaction, which then waits to be mined. */
export function pay(
  ledger: BitcoinLedger,
  from: BitcoinKey,
  outputs: readonly { address: string; amount: bigint }[],
): string {
  const ripe = ledger.coinsOf(from.script).filter(({ isCoinbase, txid }) => {
    const height = ledger.find(txid)?.block?.height
    return !isCoinbase || (height !== undefined && ledger.tip().height - height >= 100)
  })
  const selected = selectUTXO(
    ripe.slice(0, mostCoins).map(({ txid, index, value, script }) => ({
      txid,
      index,
      witnessUtxo: { script, amount: value },
    })),
    [...outputs],
    'default',
    { changeAddress: from.address, feePerByte, bip69: true, createTx: true, network: regtest, dust: 294n },
  )
  if (!selected?.tx) throw new Error(`${from.address} has not enough coins`)
  selected.tx.sign(from.privateKey)
  selected.tx.finalize()
  return ledger.accept(decodeTx(hex.decode(selected.tx.hex))).tx.txid
}
