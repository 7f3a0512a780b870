/** Starts the theme editor: a kit in the page, and the form that dresses it. */
import { createLatchkey, createMemoryStorage } from 'latchkey'
import { LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { demoAdapter } from '../demoAdapter.js'
import { languageInAddress } from '../languages.js'
import { networks } from '../networks.js'
import { demoAddress, demoWallets } from '../wallets.js'
import { Editor } from './Editor.js'

const root = document.getElementById('root')
if (!root) throw new Error('theme.html has no #root')
const language = languageInAddress()
const kit = createLatchkey({
  id: 'theme-editor',
  networks,
  storage: createMemoryStorage(),
  adapters: [
    demoAdapter({ wallets: demoWallets, address: demoAddress, balance: 1_250_000_000_000_000_000n }),
  ],
  enableEmbedded: true,
  themeMode: 'auto',
  termsConditionsUrl: '/terms',
  privacyPolicyUrl: '/privacy',
  ...(language && { language }),
})
createRoot(root).render(
  <LatchkeyProvider kit={kit}>
    <Editor />
  </LatchkeyProvider>,
)
