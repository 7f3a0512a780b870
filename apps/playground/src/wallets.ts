/** The wallets of the scenes: actors that answer as a scene wants and sign nothing. */
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

/** Three more accounts of the same mnemonic. */
export const moreAddresses = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const
