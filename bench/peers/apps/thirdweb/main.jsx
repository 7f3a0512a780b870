/** thirdweb as its quick start has it. */
import { createRoot } from 'react-dom/client'
import { createThirdwebClient } from 'thirdweb'
import { ConnectButton, ThirdwebProvider } from 'thirdweb/react'

const client = createThirdwebClient({ clientId: '0123456789abcdef0123456789abcdef' })

createRoot(document.getElementById('root')).render(
  <ThirdwebProvider>
    <ConnectButton client={client} />
  </ThirdwebProvider>,
)
