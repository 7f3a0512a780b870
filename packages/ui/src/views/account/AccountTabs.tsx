/** What the account holds and did, in tabs; each is fetched when it is first looked at (S2-03). */
import type { KitContext } from '@latchkey/core/screen'
import type { AccountTab } from '@latchkey/spec/views'
import { type ComponentType, useEffect, useState } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { type Tab, Tabs } from '../../parts/Tabs.js'
import { LoadFailed } from '../../shell/placeholders.js'
import styles from './account.sheet.css'
import { tabsOn } from './accountTabs.js'
import { copy } from './copy.js'
import { LineSkeletons } from './LineSkeletons.js'
import type { ShownTokens } from './useTokens.js'

export interface TabProps {
  readonly tokens: ShownTokens
}

const panels = {
  Tokens: () => import('./TokensTab.js'),
  NFTs: () => import('./NftsTab.js'),
  Activity: () => import('./ActivityTab.js'),
} satisfies Record<AccountTab, () => Promise<{ readonly Panel: ComponentType<TabProps> }>>

export function AccountTabs({ asked, tokens }: TabProps & { readonly asked: AccountTab | undefined }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const namespace = useSelect((state) => state.activeNamespace)
  const tabs: readonly Tab<AccountTab>[] = tabsOn(kit, namespace).map(({ text, ...tab }) => ({
    ...tab,
    text: t(text),
  }))
  const chosen = tabs.find(({ id }) => id === asked)?.id ?? tabs[0]?.id
  if (!chosen) return null
  return (
    <div className={styles.held}>
      <Tabs label={t('tabs.label')} tabs={tabs} chosen={chosen} onChoose={(tab) => choose(kit, tab)}>
        <LazyPanel key={chosen} tab={chosen} tokens={tokens} />
      </Tabs>
    </div>
  )
}

/** Kept in the route: whoever comes back finds the tab they left. No other view is shown, so nobody is told of one. */
function choose(kit: KitContext, tab: AccountTab) {
  kit.store.set(({ router }) => {
    const last = router.history.at(-1)
    if (last?.view !== 'Account') return {}
    const entry = { ...last, data: { ...last.data, tab } }
    return { router: { ...router, history: [...router.history.slice(0, -1), entry] } }
  })
}

function LazyPanel({ tab, tokens }: TabProps & { readonly tab: AccountTab }) {
  const { log } = useKitContext()
  const t = useWords(copy)
  const [tries, setTries] = useState(0)
  const [found, setFound] = useState<{ readonly Panel: ComponentType<TabProps> } | 'failed'>()
  useEffect(() => {
    let isStale = false
    const settle = (next: typeof found) => {
      if (!isStale) setFound(next)
    }
    if (tries > 0) settle(undefined)
    panels[tab]().then(settle, (cause: unknown) => {
      log.error(`The tab ${tab} could not be loaded`, cause)
      settle('failed')
    })
    return () => {
      isStale = true
    }
  }, [log, tab, tries])
  if (found === 'failed') return <LoadFailed retry={() => setTries((count) => count + 1)} />
  if (!found) return <LineSkeletons count={5} label={t('tokens.loading')} />
  return <found.Panel tokens={tokens} />
}
