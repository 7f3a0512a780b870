/** The JSON-RPC methods: reads of the ledger. Sending and subscribing have files of their own. */
import { getBase64Encoder, type TransactionMessageBytes } from '@solana/kit'
import type * as v from 'valibot'
import { decodeMessage, feeOf } from './decode.js'
import { showAccount } from './encode.js'
import { programAccounts, tokenAccountsOf } from './filterAccounts.js'
import { type Ledger, slotsPerEpoch } from './ledger.js'
import { genesisHash } from './networkId.js'
import * as p from './params.js'
import { RpcFailure } from './rpcFailure.js'
import { showTransaction, statusOf } from './showTransaction.js'
import { amountOf, parseTokenData, readTokenAccount } from './tokenAccount.js'

export type Method = (params: unknown) => unknown
const mostAccounts = 100
const mostSignatures = 256
/** The version that clients choose their ways by; the machine is of the same line. */
const version = { 'solana-core': '2.3.0', 'feature-set': 0 }
/** Nobody leads here; some clients ask all the same. */
const leader = '11111111111111111111111111111111'

/** Reads the parameters, then answers; the list in one place is what a caller can see of a method. */
function method<const schemas extends readonly v.GenericSchema[]>(
  schemas: schemas,
  answer: (...params: { [index in keyof schemas]: v.InferOutput<schemas[index]> }) => unknown,
): Method {
  return (params) => answer(...p.readParams(params, schemas))
}

export const context = (ledger: Ledger) => ({ slot: ledger.slot(), apiVersion: version['solana-core'] })

export function readMethods(ledger: Ledger): Readonly<Record<string, Method>> {
  const withContext = (value: unknown) => ({ context: context(ledger), value })
  const find = ledger.getAccount

  return {
    getHealth: () => 'ok',
    getVersion: () => version,
    getGenesisHash: () => genesisHash,
    getIdentity: () => ({ identity: leader }),
    getSlot: () => ledger.slot(),
    getSlotLeader: () => leader,
    getBlockHeight: () => ledger.height(),
    getFirstAvailableBlock: () => 0,
    minimumLedgerSlot: () => 0,
    getTransactionCount: () => ledger.count(),
    getEpochInfo: () => ({
      absoluteSlot: ledger.slot(),
      blockHeight: ledger.height(),
      epoch: ledger.slot() / slotsPerEpoch,
      slotIndex: ledger.slot() % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: ledger.count(),
    }),
    getBlockTime: method([p.slotNumber], (slot) => {
      if (BigInt(slot) > ledger.slot()) throw new RpcFailure(-32004, `Block not available for slot ${slot}`)
      return Math.floor(ledger.timeOf(BigInt(slot)) / 1000)
    }),
    getLatestBlockhash: () => withContext(ledger.latestHash()),
    isBlockhashValid: method([p.hash], (hash) => withContext(ledger.isHashGood(hash))),
    getMinimumBalanceForRentExemption: method([p.slotNumber], (size) => ledger.rentFor(BigInt(size))),
    getRecentPrioritizationFees: () => [{ slot: ledger.slot(), prioritizationFee: 0 }],
    getFeeForMessage: method([p.textOfTransaction], (text) => {
      try {
        const bytes = getBase64Encoder().encode(text) as TransactionMessageBytes // what is not, does not decode
        const message = decodeMessage(bytes)
        return withContext(ledger.isHashGood(message.lifetimeToken) ? feeOf({ message }) : null)
      } catch {
        throw new RpcFailure(-32602, 'Invalid params: the message does not decode')
      }
    }),

    getBalance: method([p.address], (address) => withContext(find(address)?.lamports ?? 0)),
    getAccountInfo: method([p.address, p.accountSettings], (address, view) => {
      const account = find(address)
      return withContext(account ? showAccount(account, view, find) : null)
    }),
    getMultipleAccounts: method([p.addressList(mostAccounts), p.accountSettings], (addresses, view) =>
      withContext(
        addresses.map((address) => {
          const account = find(address)
          return account ? showAccount(account, view, find) : null
        }),
      ),
    ),
    getProgramAccounts: method([p.address, p.programSettings], (program, view) => {
      const found = programAccounts(ledger, program, { ...view, filters: view.filters })
      return view.withContext ? withContext(found) : found
    }),
    getTokenAccountsByOwner: method([p.address, p.tokenFilter, p.accountSettings], (owner, filter, view) =>
      withContext(tokenAccountsOf(ledger, owner, filter, view)),
    ),
    getTokenAccountBalance: method([p.address], (address) => {
      const held = readTokenAccount(find(address), find)
      if (!held) throw new RpcFailure(-32602, 'Invalid param: could not find account')
      return withContext(held.uiTokenAmount)
    }),
    getTokenSupply: method([p.address], (address) => {
      const account = find(address)
      const told = account && parseTokenData(account, find)
      if (told?.parsed.type !== 'mint' || !('supply' in told.parsed.info))
        throw new RpcFailure(-32602, 'Invalid param: not a Token mint')
      const { supply, decimals } = told.parsed.info
      return withContext(amountOf(BigInt(supply), decimals))
    }),

    getSignatureStatuses: method([p.signatureList(mostSignatures)], (signatures) =>
      withContext(
        signatures.map((signature) => {
          const found = ledger.find(signature)
          if (!found) return null
          const confirmationStatus = ledger.commitmentOf(found)
          return {
            slot: found.slot,
            confirmations: confirmationStatus === 'finalized' ? null : ledger.slot() - found.slot,
            err: found.error,
            status: statusOf(found.error),
            confirmationStatus,
          }
        }),
      ),
    ),
    getSignaturesForAddress: method([p.address, p.historySettings], (address, { commitment, ...asked }) => {
      if (commitment === 'processed')
        throw new RpcFailure(-32602, 'Method does not support commitment below `confirmed`')
      const newest = ledger
        .of(address)
        .filter((each) => ledger.isReached(each, commitment))
        .reverse()
      const after = asked.before ? newest.findIndex((each) => each.signature === asked.before) + 1 : 0
      // A place that this address has no part in is found by its slot.
      const place = asked.before && after === 0 ? ledger.find(asked.before) : undefined
      const rest = place ? newest.filter((each) => each.slot < place.slot) : newest.slice(after)
      const end = asked.until ? rest.findIndex((each) => each.signature === asked.until) : -1
      return rest
        .slice(0, end === -1 ? undefined : end)
        .slice(0, asked.limit)
        .map((each) => ({
          signature: each.signature,
          slot: each.slot,
          err: each.error,
          memo: null,
          blockTime: each.blockTime,
          confirmationStatus: ledger.commitmentOf(each),
        }))
    }),
    getTransaction: method([p.signature, p.transactionSettings], (signature, asked) => {
      const { encoding, commitment, maxSupportedTransactionVersion } = asked
      if (commitment === 'processed')
        throw new RpcFailure(-32602, 'Method does not support commitment below `confirmed`')
      const found = ledger.find(signature)
      if (!found || !ledger.isReached(found, commitment)) return null
      const told = showTransaction(found, encoding)
      if (maxSupportedTransactionVersion !== undefined && maxSupportedTransactionVersion !== null) return told
      if (told.version !== 'legacy')
        throw new RpcFailure(
          -32015,
          'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
        )
      // Who knows of no versions is told of none.
      const { version: _, ...rest } = told
      return rest
    }),
  }
}
