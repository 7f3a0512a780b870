/** One call makes the kit, one listener keeps the page up to date; the button in the page finds the kit by itself. */
import { createLatchkey, selectAccount } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'viem/chains'

const kit = createLatchkey({ networks: [mainnet, base], adapters: [eip155()], themeMode: 'auto' })

const account = document.querySelector('#account')
kit.watch(
  (state) => selectAccount(state)?.address,
  (address) => {
    if (account) account.textContent = address ?? 'none'
  },
)
