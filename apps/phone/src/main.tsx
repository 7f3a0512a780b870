/** Opens the wallet and draws the phone; a link in the page's address is followed at once. */
import { createRoot } from 'react-dom/client'
import { Phone } from './Phone.js'
import './phone.css'
import { WalletProvider } from './parts/useWallet.js'
import { linkOfAddress } from './relay/readLink.js'
import { home } from './screens/place.js'
import { createWallet } from './wallet/createWallet.js'

const link = linkOfAddress(location.href)
// A link serves once: a reload must not follow it again, and nobody should find its key in the history.
if (link !== undefined) history.replaceState(null, '', '/')

const wallet = createWallet({ origin: location.origin, storage: localStorage })
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <WalletProvider value={wallet}>
    <Phone start={link === undefined ? home : { name: 'scan' }} />
  </WalletProvider>,
)
void wallet.start().then(() => (link === undefined ? undefined : wallet.pair(link)))
