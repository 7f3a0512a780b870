/**
 * Tries calls as an account without sending anything, and measures what they would change. For the length of one
 * `eth_call` the account is lent a small program (a state override) that notes balances, makes the calls one after
 * the other, and notes them again; so an approval and what needs it are tried together.
 */
import type { Simulation, TransactionRequest } from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { checkCalls } from '@latchkey/spec/validation'
import type { Place } from './place.js'
import type { Hex } from './quantity.js'
import { rpcTransaction } from './transactions.js'

interface SimulateInput {
  readonly calls: readonly TransactionRequest[]
  readonly tokens: readonly Address[]
  /** Whose balances are noted. */
  readonly holder: Address
  readonly place: Place
  /** Makes the `eth_call`. */
  ask(params: readonly unknown[]): Promise<unknown>
}

interface Step {
  readonly to: string
  readonly data: string
  readonly value: bigint
}

/** Instructions, by their names in the yellow paper. */
const op = {
  stop: '00',
  add: '01',
  eq: '14',
  address: '30',
  balance: '31',
  caller: '33',
  codecopy: '39',
  returndatasize: '3d',
  returndatacopy: '3e',
  mstore: '52',
  jumpi: '57',
  gas: '5a',
  jumpdest: '5b',
  call: 'f1',
  return: 'f3',
  staticcall: 'fa',
} as const

const balanceOf = '70a08231'
/** Where the answer starts in memory: first which step failed, 0 for none, then the balances. */
const answerAt = 0x40
const word = 0x20

/** Three bytes hold every length and place in here. */
const push = (n: number) => `62${n.toString(16).padStart(6, '0')}`
const pushWord = (n: bigint) => `7f${n.toString(16).padStart(64, '0')}`
const pushAddress = (address: string) => `73${address.replace(/^0x/, '').toLowerCase()}`
const sizeOf = (hex: string) => hex.length / 2

/** Undefined where the node does not know how to lend an account a program. */
export async function simulate({
  calls,
  tokens,
  holder,
  place,
  ask,
}: SimulateInput): Promise<Simulation | undefined> {
  const problem = checkCalls(calls)
  if (problem) throw problem
  const steps = calls.map((call, index): Step => {
    const { to, data = '0x', value = '0x0' } = rpcTransaction(call, { ...place, n: index + 1 })
    // A call that creates a contract has no place in a bundle, and `checkCalls` has refused it.
    return { to: to ?? '', data: data.slice(2), value: BigInt(value) }
  })
  const { from } = place
  const answer = await ask([
    { from, to: from },
    'latest',
    { [from]: { code: program({ steps, tokens, holder }) } },
  ])
  // The plain account without its program says nothing.
  if (answer === '0x') return undefined
  return read(answer, steps.length, tokens)
}

interface Trial extends Pick<SimulateInput, 'tokens' | 'holder'> {
  readonly steps: readonly Step[]
}

function program(trial: Trial): Hex {
  const data = trial.steps.map((step) => step.data).join('')
  // Every instruction has the same length wherever the data is, so a first draft tells where it will be.
  const draft = instructions(trial, 0)
  return `0x${instructions(trial, sizeOf(draft))}${data}`
}

function instructions({ steps, tokens, holder }: Trial, dataAt: number): string {
  const watched = 1 + tokens.length
  const balancesAt = answerAt + word
  const dataTo = balancesAt + 2 * watched * word
  let code = ''
  const emit = (...parts: readonly string[]) => {
    code += parts.join('')
  }
  /** Goes on if the top of the stack is true, else answers with the number of the step and what it said. */
  const unlessFailed = (step: number) => {
    const failed = [
      ...[push(step), push(answerAt), op.mstore],
      ...[op.returndatasize, push(0), push(balancesAt), op.returndatacopy],
      ...[op.returndatasize, push(word), op.add, push(answerAt), op.return],
    ].join('')
    emit(push(sizeOf(code) + sizeOf(push(0) + op.jumpi + failed)), op.jumpi, failed, op.jumpdest)
  }
  const measure = (at: number) => {
    emit(pushAddress(holder), op.balance, push(at), op.mstore)
    emit(pushWord(BigInt(`0x${balanceOf}`) << 224n), push(0), op.mstore)
    emit(pushAddress(holder), push(4), op.mstore)
    tokens.forEach((token, index) => {
      emit(push(word), push(at + (index + 1) * word), push(4 + word), push(0))
      emit(pushAddress(token), op.gas, op.staticcall)
      unlessFailed(steps.length + 1)
    })
  }

  // What others send back in the middle of it is taken, as a plain account takes it.
  const goOnAt = sizeOf(op.caller + op.address + op.eq + push(0) + op.jumpi + op.stop)
  emit(op.caller, op.address, op.eq, push(goOnAt), op.jumpi, op.stop, op.jumpdest)
  measure(balancesAt)
  let from = dataAt
  steps.forEach(({ to, data, value }, index) => {
    const size = sizeOf(data)
    emit(push(size), push(from), push(dataTo), op.codecopy)
    emit(push(0), push(0), push(size), push(dataTo), pushWord(value), pushAddress(to), op.gas, op.call)
    unlessFailed(index + 1)
    from += size
  })
  measure(balancesAt + watched * word)
  emit(push((1 + 2 * watched) * word), push(answerAt), op.return)
  return code
}

function read(answer: unknown, steps: number, tokens: readonly Address[]): Simulation {
  const malformed = () =>
    new LatchkeyError('rpc.failed', { method: 'eth_call', reason: 'the answer is no trial' })
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(answer)) throw malformed()
  const wordAt = (index: number): bigint => {
    const digits = answer.slice(2 + index * 64, 2 + (index + 1) * 64)
    if (digits.length !== 64) throw malformed()
    return BigInt(`0x${digits}`)
  }
  const failed = Number(wordAt(0))
  if (failed > steps) throw malformed()
  if (failed > 0) return { isSuccess: false, failedAt: failed - 1, reason: reasonIn(answer.slice(66)) }
  const watched = 1 + tokens.length
  const changeAt = (index: number) => ({
    before: wordAt(1 + index),
    after: wordAt(1 + watched + index),
  })
  return {
    isSuccess: true,
    native: changeAt(0),
    tokens: tokens.map((_, index) => changeAt(index + 1)),
  }
}

/** The words of `Error(string)`, where the contract gave some that can be shown. */
function reasonIn(data: string): string | undefined {
  const errorSelector = '08c379a0'
  if (!data.startsWith(errorSelector)) return undefined
  const longest = 200
  const size = Number(BigInt(`0x${data.slice(72, 136) || '0'}`))
  const bytes = data.slice(136, 136 + 2 * Math.min(size, longest)).match(/../g) ?? []
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
  return /^[\x20-\x7e]+$/.test(text) ? text : undefined
}
