/** Opens a window while a press still allows it, before anybody knows where it will go. */
import type { ProviderPage } from '@latchkey/core/screen'

/** `undefined` where the browser does not let it. */
export function openPage(): ProviderPage | undefined {
  const page = window.open('', '_blank', 'popup,width=480,height=780')
  if (!page) return undefined
  // The provider must not be able to steer the app that opened it.
  page.opener = null
  return {
    go(url) {
      page.location.href = url
    },
    close: () => page.close(),
  }
}
