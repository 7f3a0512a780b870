/** What a swap reads besides its quote: the list of tokens, balances, prices, and what an earlier visit left. */
import type { KitContext } from '../../context.js'
import type { Store } from '../../store.js'
import type { Subject } from '../subject.js'
import type { SwapChain } from './chain.js'
import type { Exchange } from './exchange.js'
import { problemOf } from './problems.js'
import type { SwapsState } from './state.js'
import { SwapError, type SwapToken } from './types.js'
import type { Unfinished } from './unfinished.js'

export interface Loads {
  /** Whether the list is there now. */
  tokens(fresh: boolean): Promise<boolean>
  /** Balances and prices of what is chosen. */
  chosen(): Promise<void>
  /** Whether what an earlier visit approved is on the chain by now. */
  unfinished(): Promise<void>
  /** A token of the list by its id, its address or its symbol. */
  find(wanted: string): SwapToken | undefined
  /** Runs for the account of this moment; what comes for an earlier one must be dropped by `signal`. */
  forSubject(run: (subject: Subject, signal: AbortSignal) => Promise<void>): Promise<void>
}

export interface LoadsInput {
  readonly context: KitContext
  readonly store: Store<SwapsState>
  readonly exchange: Exchange
  readonly chain: SwapChain
  readonly unfinished: Unfinished
  /** Ends with the account or the network. */
  scope(): AbortSignal
}

export function createLoads({ context, store, exchange, chain, unfinished, scope }: LoadsInput): Loads {
  const loads: Loads = {
    async forSubject(run) {
      const { subject } = store.get()
      const signal = scope()
      if (!subject) return
      try {
        await run(subject, signal)
      } catch (cause) {
        if (!signal.aborted) context.log.info('A part of a swap could not be read', cause)
      }
    },

    async tokens(fresh) {
      const { subject, list: before } = store.get()
      const signal = scope()
      if (!subject) return false
      if (before.status === 'failed') {
        store.set({ list: { ...before, status: 'loading', problem: undefined } })
      }
      try {
        const tokens = await exchange.tokens(subject.networkId, { fresh })
        if (signal.aborted) return false
        // A gateway that lists nothing has nothing to swap here.
        if (tokens.length === 0) throw new SwapError({ code: 'unsupported' })
        store.set({ list: { status: 'ready', tokens, problem: undefined } })
        return true
      } catch (cause) {
        if (signal.aborted) return false
        store.set({ list: { ...before, status: 'failed', problem: problemOf(cause) } })
        return false
      }
    },

    async chosen() {
      const { from, to } = store.get()
      const chosen = [from, to].filter((token) => token !== undefined)
      if (chosen.length === 0) return
      await Promise.all([
        loads.forSubject(async (subject, signal) => {
          const found = await chain.balances(subject, chosen, signal)
          if (signal.aborted) return
          const entries = chosen.flatMap(({ id }, index) => {
            const balance = found[index]
            return balance === undefined ? [] : [[id, balance] as const]
          })
          store.set(({ balances }) => ({ balances: { ...balances, ...Object.fromEntries(entries) } }))
        }),
        loads.forSubject(async (_, signal) => {
          // Fees are shown in money too.
          const native = store.get().list.tokens.find(({ isNative }) => isNative)
          const ids = [...chosen, ...(native ? [native] : [])].map(({ id }) => id)
          const prices = await exchange.prices([...new Set(ids)].toSorted())
          if (!signal.aborted) store.set((state) => ({ prices: { ...state.prices, ...prices } }))
        }),
      ])
    },

    unfinished: () =>
      loads.forSubject(async (subject, signal) => {
        const found = unfinished.read(subject)
        if (!found) return store.set({ unfinished: undefined })
        const token = loads.find(found.from)
        const allowed = token && (await chain.allowance(subject, token.address, found.spender, signal))
        if (signal.aborted || store.get().progress.status === 'running') return
        const isApproved = allowed === undefined ? undefined : allowed >= BigInt(found.amount)
        store.set({ unfinished: { ...found, isApproved } })
      }),

    find(wanted) {
      const text = wanted.toLowerCase()
      const { tokens } = store.get().list
      return (
        tokens.find(({ id, address }) => [id.toLowerCase(), address.toLowerCase()].includes(text)) ??
        tokens.find(({ symbol }) => symbol.toLowerCase() === text)
      )
    },
  }
  return loads
}
