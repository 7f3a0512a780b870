/** Buying a token with a card or a bank: what is on sale, what each provider gives for it, and the way until it arrives. */
import { onrampOptions } from '@latchkey/spec/endpoints'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { KitContext } from '../../context.js'
import { typedDecimal } from '../../money.js'
import { selectAccount, selectNetwork } from '../../select.js'
import { createStore } from '../../store.js'
import { within } from '../../within.js'
import { namespaceOf } from '../subject.js'
import { type BuyWish, choiceOf, methodOf, tokensFor, tokenWanted } from './choice.js'
import { followPurchase } from './followPurchase.js'
import { readHoldings } from './holdings.js'
import { noPurchase, type Onramp } from './onrampHandle.js'
import { openProvider, openReason } from './openProvider.js'
import { type BuyOptions, builtInOptions, checkBuyAmount, readOptions } from './options.js'
import { forgetPurchase, isFinal, keepPurchase, keptPurchase, nothingYet, type Purchase } from './purchase.js'
import { estimateOf, quotesAfter, readQuotes } from './quotes.js'

export function start(context: KitContext): Onramp {
  const { clock, log, services, jobs } = context
  const store = createStore(noPurchase)
  let lookers = 0
  let stopQuotes = () => {}
  /** What somebody would like, from before the options were there. */
  let wish: Pick<BuyWish, 'token' | 'fiat'> = {}
  let stopFollowing = () => {}
  const addressFor = (bought: Pick<Purchase, 'networkId'>) =>
    selectAccount(context.store.get(), namespaceOf(bought))?.address

  async function load(): Promise<void> {
    const { networks } = context.store.get()
    const offer = (options: BuyOptions) => {
      const here = selectNetwork(context.store.get())?.caipNetworkId
      store.set({ options, ...choiceOf(options, store.get(), here) })
      grant()
    }
    try {
      const api = await services.api()
      if (!api) return offer(builtInOptions(networks))
      // Young answers come from the browser's cache; a silent service is not waited for long, as there are others to show.
      const answer = await within(api.call(onrampOptions, {}), {
        clock,
        ms: limits.onrampOptions,
        timeout: () => new LatchkeyError('http.timeout', { url: api.baseUrl, n: limits.onrampOptions }),
      })
      offer(readOptions(answer, networks))
    } catch (cause) {
      if (jobs.scope.isClosed) return
      log.warn('What can be bought could not be read; built-in options are shown', cause)
      offer(builtInOptions(networks))
    }
  }

  const networkInUse = () => selectNetwork(context.store.get())?.caipNetworkId

  /** What is not on sale is left as it is. */
  function grant(): void {
    const { options } = store.get()
    if (!options) return
    const { token, fiat } = wish
    // What is built in is not all that is on sale.
    if (!options.isBuiltIn) wish = {}
    if (fiat !== undefined) onramp.chooseFiat(fiat.toUpperCase())
    const wanted = token === undefined ? undefined : tokenWanted(onramp.tokens(), token)
    if (wanted) store.set({ token: wanted })
  }

  async function refresh(): Promise<void> {
    await jobs.flights.join('onramp/options', load)
    if (store.get().step === 'quote') quote()
  }

  /** Asks now, and again as long as somebody looks; they may have gone while something was waited for. */
  function quote(): void {
    stopQuotes()
    if (lookers === 0) return
    const { amount, options } = store.get()
    // D-18: what is built in cannot be bought, and is never quoted.
    if (options?.isBuiltIn)
      return store.set({ quotes: { status: 'estimate', estimate: estimateOf(finished(amount)) } })
    const stopped = new AbortController()
    let cancel = () => {}
    const round = () => {
      cancel = clock.after(limits.onrampQuoteRefresh, round)
      void ask(stopped.signal)
    }
    stopQuotes = () => {
      stopped.abort()
      cancel()
    }
    round()
  }

  async function ask(signal: AbortSignal): Promise<void> {
    const { fiat, method, token, quotes } = store.get()
    const address = token && addressFor(token)
    if (!fiat || !method || !token || !address) return
    const amount = finished(store.get().amount)
    store.set({ quotes: { status: 'loading', items: 'items' in quotes ? quotes.items : [] } })
    try {
      const api = await services.api()
      if (!api) return
      const input = { amount, currency: fiat.code, method: method.id, token, address }
      const items = await readQuotes(api, input, signal)
      if (!signal.aborted) store.set({ quotes: { status: 'ready', items } })
    } catch (cause) {
      if (signal.aborted) return
      log.info('Nobody could say what it costs', cause)
      store.set({ quotes: quotesAfter(cause, amount) })
    }
  }

  function change(part: Partial<Purchase>): void {
    const { purchase } = store.get()
    // Most answers say that nothing happened.
    if (!purchase || keysOf(part).every((key) => part[key] === purchase[key])) return
    const next = { ...purchase, ...part }
    store.set({ purchase: next })
    keepPurchase(context, next)
  }

  function follow(): void {
    stopFollowing()
    // Whoever lets go of a purchase stops following it first.
    stopFollowing = followPurchase(context, { read: () => store.get().purchase as Purchase, change })
  }

  function compare(): void {
    const { amount, method, token } = store.get()
    if (!method || !token || checkBuyAmount(amount, method)) return
    store.set({ step: 'quote', problem: undefined, quotes: { status: 'idle' } })
    quote()
  }

  function letGo(): void {
    stopFollowing()
    forgetPurchase(context)
    store.set({ purchase: undefined })
  }

  const kept = keptPurchase(context)
  if (kept) {
    store.set({ step: 'progress', purchase: kept })
    follow()
  }
  jobs.scope.add(() => stopQuotes())

  const onramp: Onramp = {
    store,
    open() {
      lookers += 1
      return refresh()
    },
    refresh,
    fill(wanted) {
      const typed = wanted.amount === undefined ? undefined : typedDecimal(wanted.amount)
      if (typed !== undefined) store.set({ amount: typed })
      wish = wanted
      if (store.get().step === 'quote') onramp.back()
      grant()
    },
    close() {
      lookers = Math.max(0, lookers - 1)
      if (lookers === 0) stopQuotes()
    },
    setAmount: (amount) => store.set({ amount }),
    amountProblem: ({ amount, method } = store.get()) => method && checkBuyAmount(amount, method),
    tokens({ options, networkId } = { ...store.get(), networkId: networkInUse() }) {
      return options ? tokensFor(options, networkId) : []
    },
    chooseFiat(code) {
      const fiat = store.get().options?.fiats.find((each) => each.code === code)
      if (fiat) store.set({ fiat, method: methodOf(fiat, store.get().method?.id) })
    },
    chooseMethod(id) {
      const method = store.get().fiat?.methods.find((each) => each.id === id)
      if (method) store.set({ method })
    },
    chooseToken(id) {
      wish = {}
      const token = store.get().options?.tokens.find((each) => each.id === id)
      if (token) store.set({ token })
    },
    compare,
    back() {
      stopQuotes()
      store.set({ step: 'amount', problem: undefined, quotes: { status: 'idle' } })
    },
    async buy({ provider, page }) {
      const { quotes, token, fiat, method, step } = store.get()
      const offer = 'items' in quotes ? quotes.items.find((each) => each.provider === provider) : undefined
      const address = token && addressFor(token)
      if (step !== 'quote' || !offer || !token || !fiat || !method || !address) return page?.close()
      stopQuotes()
      const { symbol, contract, networkId, networkName } = token
      const { name: providerName, isSandbox, pays, gets } = offer
      const bought = { symbol, contract, networkId, networkName, address }
      const currency = fiat.code
      const purchase = { ...nothingYet, ...bought, providerName, isSandbox, pays, gets, currency }
      store.set({ step: 'progress', problem: undefined, purchase })
      // What is held before anything is paid; the window does not wait for it.
      const held = readHoldings(context, bought, { isFresh: false }).catch(() => undefined)
      try {
        const input = { quote: offer, token, currency, method: method.id, address }
        const { url, orderId } = await openProvider(context, input)
        change({ url, orderId, status: 'created', isBlocked: !page })
        page?.go(url)
        follow()
        const before = await held
        if (store.get().purchase?.url === url) change({ before })
      } catch (cause) {
        log.warn(`The page of ${providerName} could not be had`, cause)
        page?.close()
        store.set({ step: 'quote', purchase: undefined, problem: openReason(cause) })
        quote()
      }
    },
    checkAgain() {
      const { purchase } = store.get()
      if (!purchase || isFinal(purchase.status) || purchase.status === 'opening') return
      change({ isSlow: false })
      follow()
    },
    finish() {
      letGo()
      store.set({ step: 'amount', amount: '', quotes: { status: 'idle' } })
    },
    again() {
      letGo()
      store.set({ step: 'amount' })
      compare()
    },
  }
  return onramp
}

// A part of a purchase is made of its keys.
const keysOf = (part: Partial<Purchase>) => Object.keys(part) as (keyof Purchase)[]

/** A decimal that is not being typed any more. */
const finished = (amount: string): string => amount.replace(/\.$/, '')
