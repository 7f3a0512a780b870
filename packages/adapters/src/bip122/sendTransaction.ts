/** Sends: a transfer by the wallet's own means, or a PSBT that was signed, verified and is broadcast from here. */
import type { TransactionRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { checkFields } from '../eip155/place.js'
import { noAnswer } from '../walletErrors.js'
import { readAmount } from './satoshi.js'
import type { Confirmed } from './session.js'
import { checkedAddress } from './walletAddresses.js'

export interface Transfer {
  readonly to: string
  /** In satoshi. */
  readonly amount: bigint
  /** Satoshi per byte, for wallets that let it be chosen. */
  readonly feeRate?: number | undefined
}

export async function sendTransaction(
  confirmed: Confirmed,
  transaction: TransactionRequest | Transfer,
): Promise<string> {
  if ('psbt' in transaction) return sendPsbt(confirmed, transaction)
  const { source, account, context, networkId, signal } = confirmed
  checkFields(transaction, ['to', 'amount', 'feeRate'])
  const known = context.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const on = networkId ? [{ caipNetworkId: networkId, name: known?.name ?? networkId }] : []
  const to = checkedAddress(typeof transaction.to === 'string' ? transaction.to : '', on)
  const amount = readAmount(transaction.amount)
  const feeRate = readFeeRate(transaction.feeRate)
  if (!source.sendTransfer) throw new LatchkeyError('connection.unsupported', { action: 'send transfers' })
  return readId(await source.sendTransfer({ from: account.address, to, amount, feeRate, signal }))
}

async function sendPsbt(confirmed: Confirmed, transaction: TransactionRequest): Promise<string> {
  const { signPsbt } = await import('./signPsbt.js')
  const { transaction: signed } = await signPsbt(confirmed, transaction)
  if (!signed)
    throw new LatchkeyError('psbt.invalid', { reason: 'others have to sign it before it can be sent' })
  const network = confirmed.context.networks.find(
    ({ caipNetworkId }) => caipNetworkId === confirmed.networkId,
  )
  if (!network) throw new LatchkeyError('network.not-found')
  const { broadcast } = await confirmed.reads()
  await broadcast({ network, hex: signed.hex, signal: confirmed.signal })
  return signed.id
}

function readFeeRate(value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && value > 0 && value < 1_000_000) return value
  throw new LatchkeyError('amount.invalid', { amount: 'feeRate' })
}

function readId(answer: unknown): string {
  const inner =
    answer instanceof Object ? ('txid' in answer ? answer.txid : 'txId' in answer ? answer.txId : '') : answer
  if (typeof inner === 'string' && /^[0-9a-f]{64}$/i.test(inner)) return inner.toLowerCase()
  throw noAnswer('transaction id', answer)
}
