/** Tries a transaction on a node without sending it. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { type AskNode, amountOf, type ChainAccount, fieldsOf, readAccount, valueOf } from './ask.js'
import { toBase64 } from './base64.js'
import { reasonOf } from './chainErrors.js'

export interface Trial {
  /** Why it would fail; `undefined` where it would not. */
  readonly problem: string | undefined
  readonly units: bigint | undefined
  /** The watched accounts as they would be afterwards; `undefined` where the node does not tell. */
  readonly accounts: readonly (ChainAccount | undefined)[] | undefined
}

const method = 'simulateTransaction'

export async function tryTransaction(
  ask: AskNode,
  bytes: Uint8Array,
  watched: readonly string[],
): Promise<Trial> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    ...(watched.length > 0 && { accounts: { encoding: 'base64', addresses: watched } }),
  }
  const value = fieldsOf(valueOf(await ask(method, [toBase64(bytes), options])))
  if (!value) throw new LatchkeyError('rpc.failed', { method, reason: 'there is no answer' })
  const { err, logs, unitsConsumed, accounts } = value
  const isTold = Array.isArray(accounts) && accounts.length === watched.length
  return {
    problem: err === null || err === undefined ? undefined : reasonOf(err, logs),
    units:
      unitsConsumed === undefined || unitsConsumed === null ? undefined : amountOf(unitsConsumed, method),
    accounts: isTold ? accounts.map((account) => readAccount(account, method)) : undefined,
  }
}
