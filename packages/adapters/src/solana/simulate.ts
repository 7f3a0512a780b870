/** What transactions would do to somebody's balances, tried as one. */
import type { Simulation, TransactionRequest } from '@latchkey/core'
import { isLatchkeyError } from '@latchkey/spec/errors'
import { type AskNode, type ChainAccount, readAccounts } from './ask.js'
import { buildTransaction } from './build.js'
import { readHolding, readMint, tokenAccountOf } from './tokens.js'
import { type ReadTransaction, readRequest } from './transactions.js'
import { type Recipe, transferRecipe } from './transferRecipe.js'
import { tryTransaction } from './trial.js'

export interface SimulateInput {
  readonly ask: AskNode
  readonly payer: string
  readonly calls: readonly TransactionRequest[]
  readonly tokens: readonly string[]
  readonly holder: string
}

/** `undefined` where it cannot be tried: transactions that an app has made cannot be put together. */
export async function simulate(input: SimulateInput): Promise<Simulation | undefined> {
  const { ask, payer, calls, tokens, holder } = input
  const requests = calls.map(readRequest)
  const mints = await readAccounts(ask, tokens)
  const watched = [holder, ...(await Promise.all(mints.flatMap((mint, i) => held(mint, tokens[i], holder))))]
  const before = await readAccounts(ask, watched)
  if (requests.length === 0) return changes(before, before)
  let bytes: Uint8Array
  try {
    const whole = await bytesOf(requests, { ask, payer })
    if (!whole) return undefined
    bytes = whole
  } catch (cause) {
    if (!isLatchkeyError(cause, 'send.refused')) throw cause
    const { reason } = cause.context
    return { isSuccess: false, failedAt: 0, reason: typeof reason === 'string' ? reason : undefined }
  }
  const trial = await tryTransaction(ask, bytes, watched)
  if (trial.problem !== undefined) return { isSuccess: false, failedAt: 0, reason: trial.problem }
  return trial.accounts ? changes(before, trial.accounts) : undefined
}

/** The account in which `holder` has the token, or would have it. */
function held(mint: ChainAccount | undefined, token: string | undefined, holder: string): Promise<string>[] {
  const program = mint && readMint(mint)?.program
  return token && program ? [tokenAccountOf({ owner: holder, mint: token, program })] : []
}

async function bytesOf(
  requests: readonly ReadTransaction[],
  { ask, payer }: Pick<SimulateInput, 'ask' | 'payer'>,
): Promise<Uint8Array | undefined> {
  const [first] = requests
  if (requests.length === 1 && first?.kind === 'bytes') return first.bytes
  const recipes: Recipe[] = []
  for (const request of requests) {
    if (request.kind === 'bytes') return undefined
    const { transfer, instructions = [] } = request
    recipes.push(transfer ? await transferRecipe(ask, transfer, payer) : { instructions, created: undefined })
  }
  const instructions = recipes.flatMap((recipe) => recipe.instructions)
  const whole = {
    kind: 'recipe',
    instructions,
    transfer: undefined,
    limit: undefined,
    price: undefined,
  } as const
  return (await buildTransaction({ ...whole, options: {} }, { ask, payer, versions: [0] })).bytes
}

function changes(
  before: readonly (ChainAccount | undefined)[],
  after: readonly (ChainAccount | undefined)[],
): Simulation {
  const amount = (account: ChainAccount | undefined) => (account && readHolding(account)?.amount) ?? 0n
  return {
    isSuccess: true,
    native: { before: before[0]?.lamports ?? 0n, after: after[0]?.lamports ?? 0n },
    tokens: before.slice(1).map((account, i) => ({ before: amount(account), after: amount(after[i + 1]) })),
  }
}
