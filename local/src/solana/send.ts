/** The JSON-RPC methods that run transactions: send, simulate, airdrop. */
import type { Address } from '@solana/kit'
import { type DecodedTransaction, decodeTransaction, largestTransaction } from './decode.js'
import { encodeBytes, readBytes, showAccount } from './encode.js'
import type { Ledger, Trial } from './ledger.js'
import { context, type Method } from './methods.js'
import * as p from './params.js'
import { RpcFailure } from './rpcFailure.js'
import { sayError, type TransactionError } from './transactionError.js'

export type GiveCoins = (to: Address, lamports: bigint) => Promise<string>

const coin = 1_000_000_000
/** Ten times what the public test networks give. */
const largestAirdrop = 100 * coin

export function sendMethods(ledger: Ledger, giveCoins: GiveCoins): Readonly<Record<string, Method>> {
  function show({ error, logs, computeUnits, returnData }: Trial) {
    return {
      err: error,
      logs: error && logs.length === 0 ? [] : logs,
      accounts: null as unknown,
      unitsConsumed: computeUnits,
      returnData: returnData && {
        programId: returnData.program,
        data: encodeBytes(returnData.data, 'base64'),
      },
    }
  }

  function refuse(error: TransactionError, trial?: Trial): never {
    if (error === 'SignatureFailure')
      throw new RpcFailure(-32003, 'Transaction signature verification failure')
    const data = trial
      ? show(trial)
      : { err: error, logs: [], accounts: null, unitsConsumed: 0, returnData: null }
    throw new RpcFailure(-32002, `Transaction simulation failed: ${sayError(error)}`, data)
  }

  return {
    sendTransaction(params) {
      const [text, asked] = p.readParams(params, [p.textOfTransaction, p.sendSettings])
      const decoded = decode(text, asked.encoding)
      if (!asked.skipPreflight) {
        // Who sends the same twice, as clients do until it is confirmed, hears the same signature twice.
        if (ledger.find(decoded.signature)) return decoded.signature
        const trial = ledger.simulate(decoded, { verify: true, replaceBlockhash: false })
        if (trial.error) refuse(trial.error, trial)
      }
      const sent = ledger.send(decoded)
      // Without a trial a node passes on whatever is well-formed; what is lost on the way is never heard of again.
      if (typeof sent === 'string' && !asked.skipPreflight) refuse(sent)
      if (sent === 'SignatureFailure') refuse(sent)
      return decoded.signature
    },

    simulateTransaction(params) {
      const [text, asked] = p.readParams(params, [p.textOfTransaction, p.simulateSettings])
      const { sigVerify: verify, replaceRecentBlockhash: replaceBlockhash, accounts } = asked
      if (verify && replaceBlockhash)
        throw new RpcFailure(-32602, 'sigVerify may not be used with replaceRecentBlockhash')
      const trial = ledger.simulate(decode(text, asked.encoding), { verify, replaceBlockhash })
      const value = show(trial)
      if (accounts)
        value.accounts = accounts.addresses.map((address) => {
          const account = trial.accounts.get(address) ?? ledger.getAccount(address)
          return account ? showAccount(account, accounts, ledger.getAccount) : null
        })
      const replacementBlockhash = replaceBlockhash ? { replacementBlockhash: ledger.latestHash() } : {}
      return { context: context(ledger), value: { ...value, ...replacementBlockhash } }
    },

    async requestAirdrop(params) {
      const [to, lamports] = p.readParams(params, [p.address, p.slotNumber])
      if (lamports > largestAirdrop)
        throw new RpcFailure(-32602, `Invalid params: an airdrop is at most ${largestAirdrop} lamports`)
      try {
        return await giveCoins(to, BigInt(lamports))
      } catch (error) {
        const [reason] = (error instanceof Error ? error.message : 'unknown').split('\n', 1)
        throw new RpcFailure(-32603, `airdrop request failed: ${reason}`)
      }
    },
  }
}

function decode(text: string, encoding: 'base58' | 'base64'): DecodedTransaction {
  const raw = readBytes(text, encoding)
  if (raw.length > largestTransaction)
    throw new RpcFailure(
      -32602,
      `${encoding} encoded transaction too large: ${raw.length} bytes (max: ${largestTransaction})`,
    )
  try {
    return decodeTransaction(raw)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new RpcFailure(-32602, `failed to deserialize the transaction: ${reason.slice(0, 200)}`)
  }
}
