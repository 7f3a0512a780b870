/** Why a node did not do what it was asked, in one plain sentence. */
import {
  BaseError,
  ContractFunctionRevertedError,
  ExecutionRevertedError,
  HttpRequestError,
  TimeoutError,
} from 'viem'
import { OtherFailure } from '../others/request.js'
import { safeLine } from '../words/safeText.js'
import { NoNode, noNode } from './readNodes.js'

export function explain(cause: unknown): string {
  if (cause instanceof NoNode) return noNode
  if (cause instanceof OtherFailure) return safeLine(cause.message, 240)
  if (!(cause instanceof BaseError)) return 'Something went wrong. Try again.'
  const found = cause.walk((error) => error instanceof Error && error.name in sentences)
  const sentence = found instanceof Error ? sentences[found.name] : undefined
  if (sentence) return sentence
  if (cause.walk((error) => error instanceof HttpRequestError || error instanceof TimeoutError))
    return 'This network does not answer here. In the local world only the local chain has a node.'
  const reverted = cause.walk(
    (error) => error instanceof ExecutionRevertedError || error instanceof ContractFunctionRevertedError,
  )
  const reason = safeLine(reverted instanceof BaseError ? reverted.shortMessage : cause.shortMessage, 160)
  return reason || 'The network refused it without saying why.'
}

const sentences: Readonly<Record<string, string>> = {
  InsufficientFundsError: 'This account does not have enough for the amount and the fee.',
  NonceTooLowError: 'This account has sent another transaction in the meantime. Try again.',
  ChainMismatchError: 'The node behind this network is of another network.',
}
