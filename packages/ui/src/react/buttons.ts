/** The button elements as components, with props in React's spelling; they follow the kit of the nearest provider. */
import type { Kit } from '@latchkey/core'
import type { Namespace } from '@latchkey/spec/caip'
import { type CSSProperties, createElement, type ReactNode, useCallback } from 'react'
import { useKit } from '../context.js'
import { useAccount, useBalance, useModal, useNetwork, useWallet } from './state.js'

export interface ButtonProps {
  readonly className?: string
  readonly style?: CSSProperties
  readonly id?: string
  readonly disabled?: boolean
  readonly size?: 'sm' | 'md' | 'lg'
  /** Which namespace the button stands for; without it, the active one. */
  readonly namespace?: Namespace
}

export interface ConnectButtonProps extends ButtonProps {
  readonly label?: string
  readonly loadingLabel?: string
}

export interface AccountButtonProps extends ButtonProps {
  readonly balance?: 'show' | 'hide'
  /** How much of the address is shown at either end. */
  readonly charsStart?: number
  readonly charsEnd?: number
}

export interface NetworkButtonProps extends ButtonProps {
  readonly label?: string
}

/** Connects, and then stands for the account. */
export const LatchkeyButton = (props: ConnectButtonProps & AccountButtonProps) =>
  useElement('latchkey-button', props)

/** Hidden while connected. */
export const ConnectButton = (props: ConnectButtonProps) => useElement('latchkey-connect-button', props)

/** Hidden while nobody is connected. */
export const AccountButton = (props: AccountButtonProps) => useElement('latchkey-account-button', props)

/** Shows the network and opens the list of them. */
export const NetworkButton = (props: NetworkButtonProps) => useElement('latchkey-network-button', props)

type AnyProps = ConnectButtonProps & AccountButtonProps

function useElement(tag: string, props: AnyProps): ReactNode {
  const kit = useKit()
  // A property, not an attribute: React 18 would write the kit as text.
  const ref = useCallback(
    (element: (Element & { kit?: Kit }) | null) => void (element && (element.kit = kit)),
    [kit],
  )
  const { className, disabled, loadingLabel, charsStart, charsEnd, ...rest } = props
  return createElement(tag, {
    ...rest,
    // React 18 hands props of custom elements on as they are, so they are spelled as attributes here.
    class: className,
    disabled: disabled ? '' : undefined,
    'loading-label': loadingLabel,
    'chars-start': charsStart,
    'chars-end': charsEnd,
    ref,
    // The element adds its theme to itself, perhaps before React has come to it.
    suppressHydrationWarning: true,
  })
}

export interface CustomButtonState
  extends ReturnType<typeof useAccount>,
    Pick<ReturnType<typeof useNetwork>, 'network' | 'isSupported'> {
  readonly wallet: ReturnType<typeof useWallet>
  readonly balance: ReturnType<typeof useBalance>['balance']
  readonly isOpen: boolean
  /** Opens what fits: the ways to connect, the account, or the request to change the network. */
  readonly open: () => void
  readonly openNetworks: () => void
}

export interface CustomButtonProps {
  readonly namespace?: Namespace
  readonly children: (state: CustomButtonState) => ReactNode
}

/** Draws nothing itself: its child is a function of all that a button needs to know. */
export function CustomButton({ namespace, children }: CustomButtonProps): ReactNode {
  const input = namespace ? { namespace } : {}
  const account = useAccount(input)
  const { network, isSupported } = useNetwork(input)
  const { balance } = useBalance(input)
  const wallet = useWallet(input)
  const { isOpen, open } = useModal()
  return children({
    ...account,
    network,
    isSupported,
    balance,
    wallet,
    isOpen,
    open: () => open(input),
    openNetworks: () => open({ ...input, view: 'Networks' }),
  })
}
