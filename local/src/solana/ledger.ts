/** The chain itself: one virtual machine, slots that advance, block hashes that expire, and the transactions it remembers. */
import {
  type Address,
  type Blockhash,
  type EncodedAccount,
  getBase58Decoder,
  type MaybeEncodedAccount,
  type Signature,
} from '@solana/kit'
// CommonJS whose classes are not named exports for Node's ESM.
import litesvm, { type LiteSVM } from 'litesvm'
import { type DecodedTransaction, feeOf, loadedKeys } from './decode.js'
import { readTokenAccount, type TokenBalance } from './tokenAccount.js'
import { readError, type TransactionError } from './transactionError.js'

/** Blocks for which a hash is good (MAX_PROCESSING_AGE of the validators). */
const hashLifetime = 150n
/** Where the machine's built-in programs have been deployed for a while. */
const firstSlot = 440_210_000n
export const slotTime = 400
export const slotsPerEpoch = 432_000n
/** Older ones are forgotten, as nodes do; some hundreds of bytes each. */
const mostTransactions = 10_000

export type Commitment = 'processed' | 'confirmed' | 'finalized'

export interface InnerInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly stackHeight: number
}

export interface RecordedTransaction {
  readonly signature: Signature
  readonly slot: bigint
  readonly blockTime: bigint
  readonly error: TransactionError | null
  readonly fee: bigint
  readonly decoded: DecodedTransaction
  /** Static keys, then those of lookup tables: writable, readonly. */
  readonly keys: readonly Address[]
  readonly loaded: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
  readonly balances: { readonly before: readonly bigint[]; readonly after: readonly bigint[] }
  readonly tokens: { readonly before: readonly TokenBalance[]; readonly after: readonly TokenBalance[] }
  readonly logs: readonly string[]
  readonly inner: readonly { readonly index: number; readonly instructions: readonly InnerInstruction[] }[]
  readonly computeUnits: bigint
  readonly returnData: { readonly program: Address; readonly data: Uint8Array } | null
}

export interface Trial {
  readonly error: TransactionError | null
  readonly logs: readonly string[]
  readonly computeUnits: bigint
  readonly accounts: ReadonlyMap<Address, EncodedAccount>
  readonly returnData: RecordedTransaction['returnData']
}

export interface LedgerEvents {
  /** A transaction has reached a commitment; once for each of the three, in order. */
  onReached(transaction: RecordedTransaction, commitment: Commitment): void
  onSlot(slot: bigint): void
}

export type Ledger = ReturnType<typeof createLedger>

/** `finality`: slots until a transaction is final; 32 on the public networks. */
export function createLedger(options: { finality: bigint; genesisTime: number; events: LedgerEvents }) {
  const { finality, genesisTime, events } = options
  const svm: LiteSVM = new litesvm.LiteSVM()
    // The machine knows one hash at a time; the window of 150 is kept here.
    .withBlockhashCheck(false)
    .withTransactionHistory(BigInt(mostTransactions))
    .withNativeMints()
  const bySignature = new Map<Signature, RecordedTransaction>()
  const byAddress = new Map<Address, RecordedTransaction[]>()
  /** Those that are not final yet, with what has been told of them. */
  const open = new Map<RecordedTransaction, Commitment>()
  /** Block hashes that are good, with the last height at which they are. */
  const hashes = new Map<Blockhash, bigint>()
  let height = 0n
  let count = 0n

  const slot = () => svm.getClock().slot
  const slotAt = (time: number) =>
    firstSlot + BigInt(Math.max(0, Math.floor((time - genesisTime) / slotTime)))

  /** The next block, at a time in milliseconds; slots never go back and never stand still. */
  function advance(time: number): void {
    const due = slotAt(time)
    const next = due > slot() ? due : slot() + 1n
    svm.warpToSlot(next)
    svm.expireBlockhash()
    const clock = svm.getClock()
    clock.epoch = next / slotsPerEpoch
    clock.unixTimestamp = BigInt(Math.floor(time / 1000))
    svm.setClock(clock)
    height++
    hashes.set(svm.latestBlockhash(), height + hashLifetime)
    for (const [hash, lastHeight] of hashes) if (lastHeight < height) hashes.delete(hash)
    for (const [transaction, told] of open) {
      if (told === 'processed') events.onReached(transaction, 'confirmed')
      const isFinal = transaction.slot + finality <= next
      if (isFinal) events.onReached(transaction, 'finalized')
      if (isFinal) open.delete(transaction)
      else open.set(transaction, 'confirmed')
    }
    events.onSlot(next)
  }

  function commitmentOf(transaction: RecordedTransaction): Commitment {
    if (transaction.slot + finality <= slot()) return 'finalized'
    return transaction.slot < slot() ? 'confirmed' : 'processed'
  }

  const getAccount = (address: Address): EncodedAccount | undefined => {
    const found: MaybeEncodedAccount = svm.getAccount(address)
    // An account without lamports is one that was closed.
    return found.exists && found.lamports > 0n ? found : undefined
  }

  const balancesOf = (keys: readonly Address[]) => keys.map((key) => svm.getBalance(key) ?? 0n)
  const tokensOf = (keys: readonly Address[]): TokenBalance[] =>
    keys.flatMap((key, accountIndex) => {
      const held = readTokenAccount(getAccount(key), getAccount)
      return held ? [{ accountIndex, ...held }] : []
    })

  function remember(transaction: RecordedTransaction): void {
    bySignature.set(transaction.signature, transaction)
    for (const key of new Set(transaction.keys)) {
      const list = byAddress.get(key)
      if (list) list.push(transaction)
      else byAddress.set(key, [transaction])
    }
    count++
    if (bySignature.size <= mostTransactions) return
    const [oldest] = bySignature.values()
    if (!oldest) return
    bySignature.delete(oldest.signature)
    for (const key of new Set(oldest.keys)) {
      const list = byAddress.get(key)
      // The oldest of all is the oldest of every list that it is in.
      list?.shift()
      if (list?.length === 0) byAddress.delete(key)
    }
  }

  /** What is wrong with it before it is run at all. */
  function precheck(decoded: DecodedTransaction): TransactionError | undefined {
    if (bySignature.has(decoded.signature)) return 'AlreadyProcessed'
    // Nonce accounts are not looked for: a durable transaction is refused like an expired one.
    return hashes.has(decoded.blockhash) ? undefined : 'BlockhashNotFound'
  }

  /** Runs it; a failure of a program is recorded and pays its fee, anything else leaves no trace. */
  function send(decoded: DecodedTransaction): RecordedTransaction | TransactionError {
    const early = precheck(decoded)
    if (early) return early
    const loaded = loadedKeys(decoded, getAccount)
    const keys = [...decoded.message.staticAccounts, ...loaded.writable, ...loaded.readonly]
    const [balancesBefore, tokensBefore] = [balancesOf(keys), tokensOf(keys)]
    const outcome = svm.sendTransaction(decoded.transaction)
    const isFailed = outcome instanceof litesvm.FailedTransactionMetadata
    const error = isFailed ? readError(outcome) : null
    // Before any instruction ran: nothing was charged, and the network would not have kept it.
    if (typeof error === 'string') return error
    const meta = isFailed ? outcome.meta() : outcome
    const transaction: RecordedTransaction = {
      signature: decoded.signature,
      slot: slot(),
      blockTime: svm.getClock().unixTimestamp,
      error,
      fee: feeOf(decoded),
      decoded,
      keys,
      loaded,
      balances: { before: balancesBefore, after: balancesOf(keys) },
      tokens: { before: tokensBefore, after: tokensOf(keys) },
      logs: meta.logs(),
      inner: meta.innerInstructions().flatMap((list, index) =>
        list.length === 0
          ? []
          : [
              {
                index,
                instructions: list.map((item) => ({
                  programIdIndex: item.instruction().programIdIndex(),
                  accounts: [...item.instruction().accounts()],
                  data: item.instruction().data(),
                  stackHeight: item.stackHeight(),
                })),
              },
            ],
      ),
      computeUnits: meta.computeUnitsConsumed(),
      returnData: readReturn(meta.returnData()),
    }
    remember(transaction)
    open.set(transaction, 'processed')
    events.onReached(transaction, 'processed')
    return transaction
  }

  /** Runs it and forgets what it did. */
  function simulate(
    decoded: DecodedTransaction,
    { verify, replaceBlockhash }: { verify: boolean; replaceBlockhash: boolean },
  ): Trial {
    const nothing = { logs: [], computeUnits: 0n, accounts: new Map(), returnData: null }
    const early = precheck(decoded)
    if (early && !(early === 'BlockhashNotFound' && replaceBlockhash)) return { error: early, ...nothing }
    svm.withSigverify(verify)
    try {
      const outcome = svm.simulateTransaction(decoded.transaction)
      const isFailed = outcome instanceof litesvm.FailedTransactionMetadata
      const meta = outcome.meta()
      const after = isFailed ? [] : outcome.postAccounts()
      return {
        error: isFailed ? readError(outcome) : null,
        logs: meta.logs(),
        computeUnits: meta.computeUnitsConsumed(),
        accounts: new Map(after.map((account) => [account.address, account])),
        returnData: readReturn(meta.returnData()),
      }
    } finally {
      svm.withSigverify(true)
    }
  }

  return {
    advance,
    slot,
    height: () => height,
    count: () => count,
    time: () => svm.getClock().unixTimestamp,
    /** Milliseconds since 1970 at which a slot began. */
    timeOf: (at: bigint) => genesisTime + Number(at - firstSlot) * slotTime,
    latestHash: () => ({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: height + hashLifetime }),
    isHashGood: (hash: string) => hashes.has(hash as Blockhash), // a text that is none is not found
    commitmentOf,
    isReached: (transaction: RecordedTransaction, commitment: Commitment) =>
      rank[commitmentOf(transaction)] >= rank[commitment],
    getAccount,
    setAccount: (account: EncodedAccount) => svm.setAccount(account),
    programAccounts: (program: Address) => svm.getProgramAccounts(program),
    rentFor: (size: bigint) => svm.minimumBalanceForRentExemption(size),
    find: (signature: string) => bySignature.get(signature as Signature), // a text that is none is not found
    /** Oldest first. */
    of: (address: Address): readonly RecordedTransaction[] => byAddress.get(address) ?? [],
    send,
    simulate,
  }
}

export const rank: Readonly<Record<Commitment, number>> = { processed: 0, confirmed: 1, finalized: 2 }

const base58 = getBase58Decoder()

function readReturn(told: { programId(): Uint8Array; data(): Uint8Array }) {
  const data = told.data()
  if (data.length === 0) return null
  return { program: base58.decode(told.programId()) as Address, data } // 32 bytes, from the machine
}
