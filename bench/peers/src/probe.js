/**
 * Runs in the page before anything else: finds elements through shadow roots, notes when the button and the first wallet
 * become visible and what blocked the page meanwhile, and installs one wallet, the same for every app.
 */
;(() => {
  const { button } = globalThis.peerPage
  const probe = { longTasks: [], violations: [], buttonAt: undefined, clickAt: undefined, rowAt: undefined }
  globalThis.peerProbe = probe

  const isVisible = (element) => {
    const { width, height, top, left } = element.getBoundingClientRect()
    const isInside = top < innerHeight && left < innerWidth && top + height > 0 && left + width > 0
    const how = { opacityProperty: true, visibilityProperty: true }
    return width > 1 && height > 1 && isInside && element.checkVisibility(how)
  }

  /** The first element that is visible; with `any`, whether it is or not. */
  probe.find = (selectors, any = false) => {
    for (const alternative of selectors.split(' || ')) {
      const steps = alternative.split(' >>> ')
      let roots = [document]
      let found = []
      for (const step of steps) {
        found = roots.flatMap((root) => [...root.querySelectorAll(step)])
        roots = found.flatMap((element) => element.shadowRoot ?? [])
      }
      const [first] = any ? found : found.filter(isVisible)
      if (first) return first
    }
    return undefined
  }

  probe.focused = () => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element
  }

  /** Through slots' hosts and shadow roots. */
  probe.contains = (outer, inner) => {
    for (let node = inner; node; node = node.parentNode ?? node.host) if (node === outer) return true
    return false
  }

  const whenVisible = (selectors, tell) => {
    const look = () => {
      if (document.body && probe.find(selectors)) tell(performance.now())
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    probe.violations.push(`${effectiveDirective} ${blockedURI}`),
  )
  whenVisible(button, (at) => {
    probe.buttonAt = at
  })

  probe.awaitClick = (row) => {
    probe.clickAt = undefined
    probe.rowAt = undefined
    const heard = ({ timeStamp }) => {
      probe.clickAt = timeStamp
      whenVisible(row, (at) => {
        probe.rowAt = at
      })
    }
    addEventListener('click', heard, { capture: true, once: true })
  }

  const icon = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" fill="#35f"/></svg>')}`
  const answers = { eth_chainId: '0x1', net_version: '1', eth_accounts: [], eth_getBalance: '0x0' }
  const provider = {
    async request({ method }) {
      if (method in answers) return answers[method]
      throw Object.assign(new Error('Unsupported method'), { code: 4200 })
    },
    on: () => provider,
    removeListener: () => provider,
  }
  const info = {
    uuid: '9c4d3a52-0d2e-4f0c-9a9b-0c1f5d1b7a11',
    name: 'Peer Wallet',
    icon,
    rdns: 'org.peer.wallet',
  }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()

  const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] }
  const solanaWallet = {
    version: '1.0.0',
    name: 'Peer Wallet',
    icon,
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => {} },
      'standard:events': { version: '1.0.0', on: () => () => {} },
      'solana:signTransaction': { ...versions, signTransaction: async () => [] },
      'solana:signAndSendTransaction': { ...versions, signAndSendTransaction: async () => [] },
    },
  }
  const register = (api) => api.register(solanaWallet)
  addEventListener('wallet-standard:app-ready', (event) => register(event.detail))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
})()
