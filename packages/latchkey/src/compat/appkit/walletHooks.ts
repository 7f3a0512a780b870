/** `useAppKitWallet` and `useAppKitUpdateEmail` of AppKit's wallet buttons, and `usePay` of its payments. */
'use client'

import { type Connected, createMutation, type Namespace } from '@latchkey/core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { currentAppKit } from './createAppKit.js'
import { type AppKitPayment, toPayRequest } from './payment.js'
import { readState } from './read.js'
import type { UpdatedEmail } from './updateEmail.js'
import { type Told, useTelling } from './useTelling.js'

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

/** Leads a person who signed in by email to another address; `data` has it once both mailboxes have answered. */
export function useAppKitUpdateEmail(told: Told<UpdatedEmail> = {}) {
  const { kit } = currentAppKit()
  const mutation = useMemo(
    () =>
      createMutation(async (_: undefined) => {
        const { updateEmail } = await import('./updateEmail.js')
        return updateEmail(kit)
      }),
    [kit],
  )
  const { run, ...state } = useTelling(mutation, told)
  const updateEmail = useCallback(() => run(undefined), [run])
  return { ...state, updateEmail }
}
