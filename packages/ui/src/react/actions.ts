/** Hooks that act: one function that never rejects, one that is a promise, and the state of the last call (S4-11). */
import {
  type ChooseWalletInput,
  type Connected,
  type ConnectWalletInput,
  createMutation,
  type DisconnectInput,
  type Kit,
  type KitMethods,
  type MutationState,
  type SwitchNetworkInput,
} from '@latchkey/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useKit, useSelect } from '../context.js'
import { selectConnectors, selectNetworks } from '../select.js'

export interface ActionState<input, T> extends MutationState<input, T> {
  readonly isIdle: boolean
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
  /** Back to idle. */
  reset(): void
}

type Optional<input> = undefined extends input ? [input?: input] : [input: input]

interface Action<input, T> {
  /** For event handlers: what goes wrong is in `error`, and nothing rejects. */
  readonly act: (...input: Optional<input>) => void
  readonly actAsync: (...input: Optional<input>) => Promise<T>
  readonly state: ActionState<input, T>
}

export function useAction<input, T>(run: (kit: Kit, input: input) => Promise<T>): Action<input, T> {
  const kit = useKit()
  const { mutation, ...actions } = useMemo(() => {
    const made = createMutation((input: input) => run(kit, input))
    // `Optional` leaves the argument out only where `input` may be undefined.
    const actAsync = (...[input]: Optional<input>) => made.run(input as input)
    return {
      mutation: made,
      actAsync,
      act: (...input: Optional<input>) => void actAsync(...input).catch(() => {}),
    }
  }, [kit, run])
  const state = useSyncExternalStore(mutation.subscribe, mutation.get, mutation.get)
  const { status } = state
  return {
    ...actions,
    state: {
      ...state,
      isIdle: status === 'idle',
      isPending: status === 'pending',
      isSuccess: status === 'success',
      isError: status === 'error',
      reset: mutation.reset,
    },
  }
}

// Constants, so that a render does not start the action anew.
const connect = (kit: Kit, input: ConnectWalletInput | ChooseWalletInput | undefined): Promise<Connected> =>
  kit.connect(input)
const disconnect = (kit: Kit, input: DisconnectInput | undefined) => kit.disconnect(input)
const switchNetwork = (kit: Kit, input: SwitchNetworkInput) => kit.switchNetwork(input)
const signMessage = (kit: Kit, input: Input<'signMessage'>) => kit.signMessage(input)
const switchAccount = (kit: Kit, input: Input<'switchAccount'>) => kit.switchAccount(input)
const signTransaction = (kit: Kit, input: Input<'signTransaction'>) => kit.signTransaction(input)
const signTypedData = (kit: Kit, input: Input<'signTypedData'>) => kit.signTypedData(input)
const sendTransaction = (kit: Kit, input: Input<'sendTransaction'>) => kit.sendTransaction(input)
const pay = (kit: Kit, input: Input<'pay'>) => kit.pay(input)

type Input<
  name extends
    | 'pay'
    | 'sendTransaction'
    | 'signMessage'
    | 'signTransaction'
    | 'signTypedData'
    | 'switchAccount',
> = Parameters<KitMethods[name]>[0]

/** Connects: `connect()` opens the modal, `connect({ connectorId })` asks one wallet. The list grows as wallets appear. */
export function useConnect() {
  const { act, actAsync, state } = useAction(connect)
  const connectors = useSelect(selectConnectors)
  return { connect: act, connectAsync: actAsync, connectors, ...state }
}

/** Leaves one wallet, one namespace or all of them. */
export function useDisconnect() {
  const { act, actAsync, state } = useAction(disconnect)
  return { disconnect: act, disconnectAsync: actAsync, ...state }
}

/** Moves the wallet, or without one the page, to another network. */
export function useSwitchNetwork() {
  const { act, actAsync, state } = useAction(switchNetwork)
  const networks = useSelect(selectNetworks)
  return { switchNetwork: act, switchNetworkAsync: actAsync, networks, ...state }
}

/** Another account of the wallets that are connected, where the choice is the page's. */
export function useSwitchAccount() {
  const { act, actAsync, state } = useAction(switchAccount)
  return { switchAccount: act, switchAccountAsync: actAsync, ...state }
}

/** Signs a text, or bytes. */
export function useSignMessage() {
  const { act, actAsync, state } = useAction(signMessage)
  return { signMessage: act, signMessageAsync: actAsync, ...state }
}

/** Signs EIP-712 data. */
export function useSignTypedData() {
  const { act, actAsync, state } = useAction(signTypedData)
  return { signTypedData: act, signTypedDataAsync: actAsync, ...state }
}

/** Signs without sending; `data` is in the words of the namespace. */
export function useSignTransaction() {
  const { act, actAsync, state } = useAction(signTransaction)
  return { signTransaction: act, signTransactionAsync: actAsync, ...state }
}

/** Resolves with the hash, not with the receipt. */
export function useSendTransaction() {
  const { act, actAsync, state } = useAction(sendTransaction)
  return { sendTransaction: act, sendTransactionAsync: actAsync, ...state }
}

/** Asks for a payment in the modal; `data` is the receipt. Needs `features.pay`. On your own screen there is `usePay`. */
export function usePayInModal() {
  const { act, actAsync, state } = useAction(pay)
  return { pay: act, payAsync: actAsync, ...state }
}
