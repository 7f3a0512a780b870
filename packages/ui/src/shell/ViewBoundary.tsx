/** Keeps one broken view from taking the modal with it: says so, and offers to draw it again. */
import { contextOf } from '@latchkey/core/screen'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { CurrentKit } from '../context.js'
import { LoadFailed } from './placeholders.js'

interface Props {
  readonly name: string
  readonly children: ReactNode
}

export class ViewBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  static override contextType = CurrentKit
  declare context: React.ContextType<typeof CurrentKit>
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    if (this.context)
      contextOf(this.context).log.error(`The view ${this.props.name} failed`, { error, componentStack })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <LoadFailed retry={() => this.setState({ hasFailed: false })} />
  }
}
