/** What the shell shows in place of a view: on its way, not loaded, not part of this release. */
import { type RouteEntry, selectAccount, selectRoute } from '@latchkey/core'
import { back } from '@latchkey/core/screen'
import { type ViewId, viewEntry } from '@latchkey/spec/views'
import type { ReactNode } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Notice } from '../parts/Notice.js'
import { RowSkeletons } from '../parts/Row.js'

export function Waiting() {
  const t = useText()
  return <RowSkeletons count={3} label={t('shell.loading')} />
}

export function LoadFailed({ retry }: { retry(): void }) {
  const t = useText()
  return (
    <Notice icon="alert" tone="bad" title={t('shell.load-failed')} detail={t('shell.load-failed-detail')}>
      <ActionButton onPress={retry}>{t('shell.retry')}</ActionButton>
    </Notice>
  )
}

export function NotBuilt({ view }: { readonly view: ViewId }) {
  const kit = useKitContext()
  const t = useText()
  return (
    <Notice icon="puzzle" title={view} detail={t('shell.not-built-detail')}>
      <ActionButton onPress={() => back(kit)}>{t('shell.back')}</ActionButton>
    </Notice>
  )
}

interface AccountGateProps {
  readonly route: RouteEntry
  readonly children: ReactNode
}

/** A view about an account has nothing to draw without one; while it is on screen, it shows the way out instead. */
export function AccountGate({ route, children }: AccountGateProps) {
  const kit = useKitContext()
  const t = useText()
  const hasAccount = useSelect(selectAccount) !== undefined
  // A modal that closes or slides on to another view is on its way out already.
  const isStaying = useSelect((state) => state.modal.isOpen && selectRoute(state).view === route.view)
  if (hasAccount || !isStaying || !viewEntry(route.view).needsAccount) return children
  return (
    <Notice icon="alert" title={t('connecting.gone')} detail={t('connecting.gone-detail')}>
      <ActionButton onPress={() => kit.open({ view: 'Connect' })}>{t('connect.title')}</ActionButton>
    </Notice>
  )
}
