/** A recorded transaction in the encodings that callers ask for. */
import type { Address } from '@solana/kit'
import type { DecodedTransaction } from './decode.js'
import { base58Of, encodeBytes } from './encode.js'
import type { InnerInstruction, RecordedTransaction } from './ledger.js'
import { type PlainInstruction, showInstruction } from './parseInstruction.js'

export const transactionEncodings = ['json', 'jsonParsed', 'base58', 'base64'] as const
type Encoding = (typeof transactionEncodings)[number]

export const statusOf = (error: unknown) => (error === null ? { Ok: null } : { Err: error })

export function showTransaction(recorded: RecordedTransaction, encoding: Encoding) {
  const { decoded } = recorded
  return {
    slot: recorded.slot,
    blockTime: recorded.blockTime,
    version: decoded.version,
    transaction: showBody(recorded, encoding),
    meta: showMeta(recorded, encoding),
  }
}

function showBody(recorded: RecordedTransaction, encoding: Encoding) {
  const { decoded } = recorded
  if (encoding === 'base58' || encoding === 'base64') return encodeBytes(decoded.raw, encoding)
  return {
    signatures: decoded.signatures,
    message: encoding === 'json' ? plainMessage(decoded) : parsedMessage(recorded),
  }
}

const lookupsOf = ({ message }: DecodedTransaction) =>
  message.version === 'legacy'
    ? {}
    : {
        addressTableLookups: (message.addressTableLookups ?? []).map((each) => ({
          accountKey: each.lookupTableAddress,
          writableIndexes: [...each.writableIndexes],
          readonlyIndexes: [...each.readonlyIndexes],
        })),
      }

function plainMessage(decoded: DecodedTransaction) {
  const { message, blockhash } = decoded
  return {
    header: {
      numRequiredSignatures: message.header.numSignerAccounts,
      numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
    },
    accountKeys: message.staticAccounts,
    recentBlockhash: blockhash,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      programIdIndex: programAddressIndex,
      accounts: [...accountIndices],
      data: base58Of(data ? new Uint8Array(data) : new Uint8Array()),
      stackHeight: 1,
    })),
    ...lookupsOf(decoded),
  }
}

function parsedMessage(recorded: RecordedTransaction) {
  const { decoded, keys, loaded } = recorded
  const { header, staticAccounts, instructions } = decoded.message
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  const isWritable = (index: number) => {
    if (index >= staticAccounts.length) return index < staticAccounts.length + loaded.writable.length
    return index < numSignerAccounts
      ? index < numSignerAccounts - numReadonlySignerAccounts
      : index < staticAccounts.length - numReadonlyNonSignerAccounts
  }
  return {
    accountKeys: keys.map((pubkey, index) => ({
      pubkey,
      signer: index < numSignerAccounts,
      writable: isWritable(index),
      source: index < staticAccounts.length ? 'transaction' : 'lookupTable',
    })),
    recentBlockhash: decoded.blockhash,
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data }) =>
      showInstruction(
        plain(keys, programAddressIndex, accountIndices, data ? new Uint8Array(data) : new Uint8Array(), 1),
      ),
    ),
    ...lookupsOf(decoded),
  }
}

function plain(
  keys: readonly Address[],
  programIndex: number,
  accounts: readonly number[],
  data: Uint8Array,
  stackHeight: number,
): PlainInstruction {
  // The machine has run it, so that every index leads somewhere.
  const keyAt = (index: number) => keys[index] as Address
  return { program: keyAt(programIndex), accounts: accounts.map(keyAt), data, stackHeight }
}

function showInner(keys: readonly Address[], item: InnerInstruction, encoding: Encoding) {
  const { programIdIndex, accounts, data, stackHeight } = item
  return encoding === 'jsonParsed'
    ? showInstruction(plain(keys, programIdIndex, accounts, data, stackHeight))
    : { programIdIndex, accounts, data: base58Of(data), stackHeight }
}

function showMeta(recorded: RecordedTransaction, encoding: Encoding) {
  const { error, keys } = recorded
  return {
    err: error,
    status: statusOf(error),
    fee: recorded.fee,
    preBalances: recorded.balances.before,
    postBalances: recorded.balances.after,
    preTokenBalances: recorded.tokens.before,
    postTokenBalances: recorded.tokens.after,
    innerInstructions: recorded.inner.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((item) => showInner(keys, item, encoding)),
    })),
    logMessages: recorded.logs,
    rewards: [],
    computeUnitsConsumed: recorded.computeUnits,
    ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: recorded.loaded }),
    ...(recorded.returnData
      ? {
          returnData: {
            programId: recorded.returnData.program,
            data: encodeBytes(recorded.returnData.data, 'base64'),
          },
        }
      : {}),
  }
}
