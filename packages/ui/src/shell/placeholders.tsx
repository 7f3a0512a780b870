/** What the shell shows in place of a view: on its way, not loaded, not part of this release. */
import { back } from '@latchkey/core'
import type { ViewId } from '@latchkey/spec/views'
import { useKit } from '../context.js'
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
  const kit = useKit()
  const t = useText()
  return (
    <Notice icon="puzzle" title={view} detail={t('shell.not-built-detail')}>
      <ActionButton onPress={() => back(kit)}>{t('shell.back')}</ActionButton>
    </Notice>
  )
}
