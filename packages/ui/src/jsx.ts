/** Types of our elements in JSX. */
import type { Kit } from '@latchkey/core'
import type { Namespace } from '@latchkey/spec/caip'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Props<Own> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Own & { readonly kit?: Kit }

interface ButtonProps {
  readonly disabled?: boolean
  readonly namespace?: Namespace
  readonly size?: 'sm' | 'md' | 'lg'
}

interface ConnectProps {
  readonly label?: string
  readonly 'loading-label'?: string
}

interface AccountProps {
  readonly balance?: 'show' | 'hide'
  readonly 'chars-start'?: number
  readonly 'chars-end'?: number
}

export interface LatchkeyElementProps {
  'latchkey-modal': Props<object>
  'latchkey-button': Props<ButtonProps & ConnectProps & AccountProps>
  'latchkey-connect-button': Props<ButtonProps & ConnectProps>
  'latchkey-account-button': Props<ButtonProps & AccountProps>
  'latchkey-network-button': Props<ButtonProps & Pick<ConnectProps, 'label'>>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends LatchkeyElementProps {}
  }
}
