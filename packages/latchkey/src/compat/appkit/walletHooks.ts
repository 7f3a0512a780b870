/** `useAppKitWallet` of `@reown/appkit-wallet-button`, and `usePay` of `@reown/appkit-pay`. */
'use client'

import { type Connected, createMutation, type Mutation, type Namespace } from '@latchkey/core'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { currentAppKit } from './createAppKit.js'
import { type AppKitPayment, toPayRequest } from './payment.js'
import { readState } from './read.js'

interface Told<T> {
  readonly onSuccess?: (data: T) => void
  readonly onError?: (error: Error) => void
}

/** Nothing rejects: what went wrong is in `error`, and `onError` is told. `run` is the same at every render. */
function useTelling<input, T>(mutation: Mutation<input, T>, told: Told<T>) {
  const { status, data, error } = useSyncExternalStore(mutation.subscribe, mutation.get, mutation.get)
  const latest = useRef(told)
  useEffect(() => {
    latest.current = told
  })
  const run = useCallback(
    async (input: input): Promise<void> => {
      let answer: T
      try {
        answer = await mutation.run(input)
      } catch (cause) {
        latest.current.onError?.(cause instanceof Error ? cause : new Error(String(cause), { cause }))
        return
      }
      // Outside: what the app throws here is no failure of what was asked.
      latest.current.onSuccess?.(answer)
    },
    [mutation],
  )
  return {
    run,
    data,
    error,
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
  }
}

/** An account as AppKit takes CAIP-10 apart. */
export interface AppKitConnectedAccount {
  readonly chainNamespace: Namespace
  readonly chainId: string | undefined
  readonly address: string | undefined
}

const toAccount = ({ namespace, networkId, accounts }: Connected): AppKitConnectedAccount => ({
  chainNamespace: namespace,
  chainId: networkId?.slice(namespace.length + 1),
  address: accounts[0]?.address,
})

/** Connects one wallet by its name: `connect('metamask')`. */
export function useAppKitWallet({
  namespace,
  ...told
}: { readonly namespace?: Namespace } & Told<AppKitConnectedAccount> = {}) {
  const { kit } = currentAppKit()
  const mutation = useMemo(
    () =>
      createMutation(async (wallet: string) => {
        const { connectByName } = await import('./connectByName.js')
        return toAccount(await connectByName(kit, wallet, namespace))
      }),
    [kit, namespace],
  )
  const { run, ...state } = useTelling(mutation, told)
  const isReady = useSyncExternalStore(
    kit.store.subscribe,
    () => readState(kit.store.get()).initialized,
    () => false,
  )
  return { ...state, isReady, connect: run }
}

/** Asks for a payment in the modal; `data` is the hash of the transaction. Needs `features: { pay: true }`. */
export function usePay(told: Told<string> = {}) {
  const { kit } = currentAppKit()
  const mutation = useMemo(
    () =>
      createMutation(async (payment: AppKitPayment) => {
        const { hash } = await kit.pay(toPayRequest(payment))
        return hash
      }),
    [kit],
  )
  const { run, ...state } = useTelling(mutation, told)
  return { ...state, open: run }
}
