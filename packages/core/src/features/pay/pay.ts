/** Payments that a page asks for: one at a time, shown before it is signed, followed until it is in a block. */
import type { Address } from '@latchkey/spec/caip'
import { isLatchkeyError } from '@latchkey/spec/errors'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { limits } from '@latchkey/spec/limits'
import { push } from '../../actions/navigate.js'
import { open } from '../../actions/open.js'
import type { KitContext } from '../../context.js'
import { selectAccount, selectView } from '../../select.js'
import { createStore, type ReadonlyStore } from '../../store.js'
import { carryOut, errorOf, problemOf, type SentPayment, settled } from './carryOut.js'
import { findEarlier, inOneWindow } from './earlier.js'
import type { PayOrder, PayReceipt, PayRequest } from './payRequest.js'
import { noPayment, type PayAsset, type PayProblem, type PayStage, type PayState } from './payState.js'
import { prepare } from './prepare.js'
import { readAsset } from './readAsset.js'
import { checkRecipient, readOrder } from './readOrder.js'

export interface Pay {
  readonly store: ReadonlyStore<PayState>
  /** Asks for a payment on the app's own screen; the same request, asked again, is the same payment. */
  ask(request: PayRequest): Promise<PayReceipt>
  /** For the modal, with which it is given up. Throws `pay.invalid` and `pay.busy`, so that it is not opened in vain. */
  askInModal(request: PayRequest): Promise<PayReceipt>
  /** Whoever asked has left. Once the wallet has sent it, it is followed all the same. */
  withdraw(request: PayRequest): void
  /** Pays as the screen says. Never rejects: `stage` says how it went. */
  confirm(): Promise<void>
  /** Swaps this one for what is missing. */
  chooseSource(id: string): void
  /** Finds out again what it takes. */
  retry(): void
  /** Lets the person choose a wallet, and comes back. */
  connect(): void
  /** Gives it up. What the wallet has sent already is followed all the same. */
  cancel(): void
  /** Somebody draws payments that are not in the modal, until the returned function is called. */
  watch(): () => void
}

interface Running {
  readonly order: PayOrder
  readonly isInModal: boolean
  readonly receipt: Promise<PayReceipt>
  resolve(receipt: PayReceipt): void
  reject(cause: unknown): void
  /** Ends with the payment. */
  readonly scope: AbortController
  /** Read once; again where the chain did not answer. */
  asset: Promise<PayAsset> | undefined
  isSettled: boolean
}

export function start(context: KitContext): Pay {
  const { clock, jobs, log } = context
  const store = createStore<PayState>(noPayment)
  let running: Running | undefined
  let preparing: AbortController | undefined
  let cancelTimer = () => {}
  let sourceId: string | undefined
  /** Why the last try stopped, for whoever asked, should the person give up now. */
  let lastProblem: PayProblem | undefined
  /** The person went to connect; a sign-in may follow, and the payment waits for both. */
  let isAway = false
  let watchers = 0

  const put = (stage: PayStage) => store.set({ stage })
  const isPaying = () => store.get().stage.status === 'paying'
  const payerOf = (order: PayOrder): Address | undefined =>
    selectAccount(context.store.get(), order.namespace)?.address

  function begin(order: PayOrder, isInModal: boolean): Running {
    let settle: Pick<Running, 'resolve' | 'reject'> | undefined
    const receipt = new Promise<PayReceipt>((resolve, reject) => {
      settle = { resolve, reject }
    })
    // Whoever asked hears of it; a view that opened by itself has nobody to tell.
    receipt.catch(() => {})
    const own: Running = {
      order,
      isInModal,
      receipt,
      scope: new AbortController(),
      asset: undefined,
      isSettled: false,
      resolve(value) {
        own.isSettled = true
        settle?.resolve(value)
      },
      reject(cause) {
        own.isSettled = true
        settle?.reject(cause)
      },
    }
    return own
  }

  /** Ends what is asked for; what the wallet has sent is with the transaction centre. */
  function end(cause: LatchkeyError): void {
    running?.reject(cause)
    running?.scope.abort(cause)
    running = undefined
    preparing?.abort()
    cancelTimer()
    sourceId = undefined
    lastProblem = undefined
    isAway = false
    // Otherwise what was shown stays while the window fades out.
    if (isPaying()) store.set(noPayment)
  }

  async function assetOf(own: Running): Promise<PayAsset> {
    own.asset ??= readAsset(context, own.order)
    try {
      const asset = await own.asset
      if (running === own) store.set({ asset })
      return asset
    } catch (cause) {
      own.asset = undefined
      throw cause
    }
  }

  async function refresh(isQuiet = false): Promise<void> {
    cancelTimer()
    preparing?.abort()
    const own = running
    if (!own || own.isSettled || isPaying()) return
    const { order } = own
    const payer = payerOf(order)
    store.set({ payer })
    if (!isQuiet) put({ status: 'loading' })
    const flight = new AbortController()
    preparing = flight
    const { signal } = flight
    const isOver = () => signal.aborted || running !== own || isPaying()
    try {
      await checkRecipient(context, order)
      // Where that cannot be told, nothing is offered: it might be paid twice.
      const earlier = await findEarlier(context, order)
      if (isOver()) return
      if (earlier) return void attempt(own, () => finish(own, earlier))
      if (!payer) return put({ status: 'connect' })
      const asset = await assetOf(own)
      const found = await prepare(context, { order, asset, payer, sourceId, signal })
      if (isOver()) return
      store.set(found)
      lastProblem = found.stage.status === 'stopped' ? found.stage.problem : undefined
      // What is shown stays true: fees and prices move.
      cancelTimer = clock.after(limits.payReady, () => void refresh(true))
    } catch (cause) {
      if (isOver()) return
      log.info('A payment could not be prepared', cause)
      if (isLatchkeyError(cause, 'pay.invalid')) {
        own.reject(cause)
        return put({ status: 'stopped', problem: { code: 'failed', reason: String(cause.context.reason) } })
      }
      // Why is for the log: addresses of nodes help nobody who pays.
      put({ status: 'unknown', reason: '' })
    }
  }

  /** Goes on with what the wallet has sent, whoever asked it to. */
  function finish(own: Running, sent: SentPayment): Promise<PayReceipt> {
    if (running === own) put({ status: 'paying', step: 'confirming', hash: sent.hash })
    return settled({ context, order: own.order, signal: own.scope.signal }, sent)
  }

  function succeed(own: Running, receipt: PayReceipt): void {
    own.resolve(receipt)
    if (running === own) store.set({ stage: { status: 'paid', receipt }, payer: receipt.payer })
    context.events.emit('PAY_SUCCESS', { networkId: receipt.networkId })
  }

  async function attempt(own: Running, work: () => Promise<PayReceipt>): Promise<void> {
    try {
      succeed(own, await work())
    } catch (cause) {
      const problem = problemOf(cause)
      log.info('A payment was not made', cause)
      context.events.emit('PAY_ERROR', { networkId: own.order.networkId, code: problem.code })
      // With nobody at the screen there is nobody to try again.
      if (!(own.isInModal ? isOnScreen(context) : watchers > 0)) own.reject(errorOf(problem))
      if (running !== own || own.scope.signal.aborted) return
      if (own.isSettled) return end(errorOf(problem))
      lastProblem = problem
      put({ status: 'stopped', problem })
    }
  }

  jobs.scope.add(
    context.store.subscribe((state, before) => {
      if (!running) return
      if (selectView(state) === 'Pay') isAway = false
      // Closed, or something else was opened in its place. What the wallet was asked for is waited for.
      if (running.isInModal && !isOnScreen(context) && !isPaying() && !isAway) {
        if (running.isSettled) running = undefined
        else end(lastProblem ? errorOf(lastProblem) : new LatchkeyError('pay.closed'))
        return
      }
      const { namespace } = running.order
      if (selectAccount(state, namespace)?.address !== selectAccount(before, namespace)?.address)
        void refresh()
    }),
  )
  jobs.scope.add(
    context.events.on(({ name }) => {
      if (name !== 'MODAL_CLOSE' || !running || !isAway) return
      const { order } = running
      isAway = false
      if (payerOf(order)) open(context, { view: 'Pay', data: { pay: order.request } })
      else end(new LatchkeyError('pay.closed'))
    }),
  )
  jobs.scope.add(() => end(new LatchkeyError('kit.destroyed')))

  function take(request: PayRequest, isInModal: boolean): Promise<PayReceipt> {
    if (running?.order.request === request) return running.receipt
    const order = readOrder(context, request)
    if (isPaying()) throw new LatchkeyError('pay.busy')
    if (running) end(new LatchkeyError('pay.closed'))
    const own = begin(order, isInModal)
    running = own
    store.set({ ...noPayment, order, stage: { status: 'loading' } })
    context.events.emit('PAY_STARTED', { networkId: order.networkId })
    assetOf(own).catch(() => {})
    void refresh()
    return own.receipt
  }

  const pay: Pay = {
    store,
    ask: async (request) => take(request, false),
    askInModal: (request) => take(request, true),
    withdraw(request) {
      if (running?.order.request === request) end(new LatchkeyError('request.aborted'))
    },
    async confirm() {
      const own = running
      const { stage, asset, payer } = store.get()
      if (!own || stage.status !== 'ready' || !asset || !payer) return
      const { way } = stage
      const { order, scope } = own
      preparing?.abort()
      cancelTimer()
      put({ status: 'paying', step: way.kind === 'swap' ? 'check' : 'wallet', hash: undefined })
      const tell = (step: Extract<PayStage, { status: 'paying' }>['step'], hash?: string) => {
        if (running === own) put({ status: 'paying', step, hash })
      }
      const { signal } = scope
      const input = { context, order, asset, payer, way, signal, tell }
      await attempt(own, async () => {
        const sent = await inOneWindow(
          order,
          async () => (await findEarlier(context, order)) ?? carryOut(input),
        )
        return finish(own, sent)
      })
    },
    chooseSource(id) {
      sourceId = id
      void refresh()
    },
    retry() {
      lastProblem = undefined
      void refresh()
    },
    connect() {
      if (running?.isInModal === false) return open(context, { view: 'Connect' })
      isAway = true
      push(context, { view: 'Connect' })
    },
    cancel: () => end(new LatchkeyError('pay.closed')),
    watch() {
      watchers += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watchers -= 1
        if (watchers === 0 && running?.isInModal === false && !isPaying()) pay.cancel()
      }
    },
  }
  return pay
}

/** The payment is what the person looks at, or came from: to connect, to fill up, to look something up. */
function isOnScreen(context: KitContext): boolean {
  const { modal, router } = context.store.get()
  return modal.isOpen && router.history.some(({ view }) => view === 'Pay')
}
