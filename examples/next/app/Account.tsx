/** A client component with a hook. The server draws the dots: it cannot know who has a wallet. */
'use client'

import { useAccount } from 'latchkey/react'

export function Account() {
  const { address, isConnecting } = useAccount()
  return <output>{isConnecting ? '…' : (address ?? 'none')}</output>
}
