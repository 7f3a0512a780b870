/** Does what the person agreed to: signs with a real key, sends on a real node. */
import { type Hex, hexToBytes } from 'viem'
import { prepareTransactionRequest } from 'viem/actions'
import type { AskedRequest } from '../asks/ask.js'
import { definitionOf } from '../asks/readTypedData.js'
import type { Node } from '../chain/node.js'
import { type Call, receiptOf, send } from '../chain/send.js'
import { accountOf } from '../keys/accounts.js'

export type SigningRequest = Extract<
  AskedRequest,
  { readonly kind: 'message' | 'typed-data' | 'transaction' | 'calls' }
>

export interface Performed {
  /** What the app is answered. */
  readonly result: unknown
  /** Transactions that are under way now. */
  readonly hashes: readonly Hex[]
  /** How many of the calls were not sent, since one before them did not go through. */
  readonly unsent: number
}

export async function perform(request: SigningRequest, node: Node): Promise<Performed> {
  const account = accountOf(request.account)
  if (!account) throw new Error('no key for this account')
  switch (request.kind) {
    case 'message':
      return signed(await account.signMessage({ message: { raw: hexToBytes(request.hex) } }))
    case 'typed-data':
      return signed(await account.signTypedData(definitionOf(request.data)))
    case 'transaction': {
      if (request.isOnlySigned) return signed(await signTransaction(request.call))
      const hash = await send(node, account, request.call)
      return { result: hash, hashes: [hash], unsent: 0 }
    }
    case 'calls':
      return sendAll(request.calls, request.batchId)
  }

  async function signTransaction(call: Call): Promise<Hex> {
    if (!account) throw new Error('no key for this account')
    const prepared = await prepareTransactionRequest(node, { account, chain: node.chain, ...definedOf(call) })
    // Prepared above with every field that the signer needs; viem types the two by different unions.
    return account.signTransaction(prepared as Parameters<typeof account.signTransaction>[0])
  }

  /**
   * One after the other: the next is only sent when the one before has gone through. Once one is sent nothing is an error
   * any more: an app that is told of a failure asks again, and what was sent would be paid twice.
   */
  async function sendAll(calls: readonly Call[], id: string): Promise<Performed> {
    if (!account) throw new Error('no key for this account')
    const hashes: Hex[] = []
    for (const call of calls) {
      try {
        const hash = await send(node, account, call)
        hashes.push(hash)
        const { status } = await receiptOf(node, hash)
        if (status === 'reverted') break
      } catch (cause) {
        if (hashes.length === 0) throw cause
        break
      }
    }
    return { result: { id }, hashes, unsent: calls.length - hashes.length }
  }
}

const signed = (result: Hex): Performed => ({ result, hashes: [], unsent: 0 })

const definedOf = (call: Call) =>
  Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined))
