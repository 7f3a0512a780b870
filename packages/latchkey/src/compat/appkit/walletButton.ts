/** `<appkit-wallet-button wallet="metamask">`: our connect button, for one wallet. */
import type { Kit } from '@latchkey/core'
import { isNamespace } from '@latchkey/spec/caip'

/** What a button says before the wallet is known; others are their name with a capital. */
const written: Readonly<Record<string, string>> = {
  walletConnect: 'WalletConnect',
  metamask: 'MetaMask',
  okx: 'OKX Wallet',
  github: 'GitHub',
}

const labelOf = (wallet: string): string =>
  written[wallet] ?? wallet.slice(0, 1).toUpperCase() + wallet.slice(1)

export function walletButton(Connect: CustomElementConstructor): CustomElementConstructor {
  // The button says which attributes it reads and what a press does; the type of a constructor does not.
  const observed = Reflect.get(Connect, 'observedAttributes') as readonly string[]
  const pressAny = Reflect.get(Connect.prototype, 'press') as () => void
  return class extends Connect {
    static readonly observedAttributes = [...observed, 'wallet']

    get restingText(): string | null {
      const wallet = this.getAttribute('wallet')
      return this.getAttribute('label') ?? (wallet === null ? null : labelOf(wallet))
    }

    press(): void {
      const wallet = this.getAttribute('wallet')
      // Our elements hold the kit that they follow.
      const kit = Reflect.get(this, 'kit') as Kit | undefined
      if (wallet === null || !kit) return pressAny.call(this)
      const asked = this.getAttribute('namespace')
      const namespace = asked !== null && isNamespace(asked) ? asked : undefined
      // Nobody holds the promise of an element; that it was refused is in the state.
      import('./connectByName.js').then((one) => one.connectByName(kit, wallet, namespace)).catch(() => {})
    }
  }
}
