/** What the frame asks of its browser, each with a way out where the browser does not have it. */

/** One at a time over all tabs of this page. Without locks each tab is on its own; the server keeps the order. */
export function lock<T>(name: string, run: () => Promise<T>): Promise<T> {
  // Absent outside of secure contexts, and denied where storage is.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return run()
  let isEntered = false
  return locks
    .request(name, () => {
      isEntered = true
      return run()
    })
    .catch((error: unknown) => {
      if (isEntered) throw error
      return run()
    })
}

/**
 * Whether the browser keeps cookies for this frame, and for no other page's. Some keep none for frames; and where page
 * and wallet are of one site, all pages of that site share them: each would sign the other out. Asked by leaving one,
 * since no browser says so; a strict one stays only where the site is the same.
 */
export function keepsCookies(): boolean {
  return isKept('SameSite=None; Partitioned') && !isKept('SameSite=Strict')
}

function isKept(rules: string): boolean {
  const name = '__Host-probe'
  const place = `Path=/; Secure; ${rules}`
  try {
    document.cookie = `${name}=1; Max-Age=60; ${place}`
    const isThere = document.cookie.includes(`${name}=1`)
    document.cookie = `${name}=; Max-Age=0; ${place}`
    return isThere
  } catch {
    return false
  }
}

export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export function whenVisible(run: () => void): () => void {
  const waiting = new AbortController()
  const look = () => {
    if (document.visibilityState !== 'visible') return
    waiting.abort()
    run()
  }
  document.addEventListener('visibilitychange', look, { signal: waiting.signal })
  look()
  return () => waiting.abort()
}
