/** The provider and the buttons of AppKit 1.8 as components of React. */
'use client'

import { type CSSProperties, createElement, type ReactNode } from 'react'
import { ensureAppKit } from './createAppKit.js'
import type { AppKitElementProps } from './jsx.js'
import type { AppKitOptions } from './options.js'

export type AppKitProviderProps = AppKitOptions & { readonly children?: ReactNode }

/**
 * Makes the instance of the page at its first paint, from the options of `createAppKit`. Where there is one already it
 * is kept, and so it is when the options change or the provider leaves.
 */
export function AppKitProvider({ children, ...options }: AppKitProviderProps): ReactNode {
  ensureAppKit(options)
  return children
}

type Own =
  | 'disabled'
  | 'namespace'
  | 'size'
  | 'label'
  | 'loadingLabel'
  | 'balance'
  | 'charsStart'
  | 'charsEnd'

type ButtonProps<tag extends keyof AppKitElementProps> = Pick<
  AppKitElementProps[tag],
  Own & keyof AppKitElementProps[tag]
> & { readonly className?: string; readonly style?: CSSProperties; readonly id?: string }

/** Connects, and then stands for the account. */
export const AppKitButton = (props: ButtonProps<'appkit-button'>) => toElement('appkit-button', props)

/** Hidden while connected. */
export const AppKitConnectButton = (props: ButtonProps<'appkit-connect-button'>) =>
  toElement('appkit-connect-button', props)

/** Hidden while nobody is connected. */
export const AppKitAccountButton = (props: ButtonProps<'appkit-account-button'>) =>
  toElement('appkit-account-button', props)

/** Shows the network and opens the list of them. */
export const AppKitNetworkButton = (props: ButtonProps<'appkit-network-button'>) =>
  toElement('appkit-network-button', props)

function toElement(
  tag: keyof AppKitElementProps,
  { className, disabled, ...rest }: ButtonProps<'appkit-button'>,
): ReactNode {
  return createElement(tag, {
    ...rest,
    // React 18 hands props of custom elements on as they are: `false` would be the text of an attribute.
    class: className,
    disabled: disabled ? '' : undefined,
    // The element adds its theme to itself, perhaps before React has come to it.
    suppressHydrationWarning: true,
  })
}
