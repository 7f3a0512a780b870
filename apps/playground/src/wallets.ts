/** The demo wallets of the page: one accepts, one declines, one fails, one never answers. */
import type { DemoWallet } from './demoAdapter.js'
import { brassIcon, demoIcon, harborIcon } from './icons.js'

export const demoWallet: DemoWallet = { id: 'demo', name: 'Demo Wallet', icon: demoIcon, answer: 'accept' }

export const demoWallets: readonly DemoWallet[] = [
  demoWallet,
  { id: 'brass', name: 'Brass Demo', icon: brassIcon, answer: 'decline' },
  { id: 'harbor', name: 'Harbor Demo', icon: harborIcon, answer: 'fail' },
  { id: 'quiet', name: 'Quiet Demo', answer: 'never' },
]

/** The first account of the local chain's test mnemonic: known to everybody, worth nothing. */
export const demoAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
