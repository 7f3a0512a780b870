/** The one client component that knows the kit. Made at module level: once in the browser, and once on the server. */
'use client'

import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { LatchkeyProvider } from 'latchkey/react'
import type { ReactNode } from 'react'
import { base, mainnet } from 'viem/chains'

const kit = createLatchkey({ networks: [mainnet, base], adapters: [eip155()] })

export function Providers({ children }: { readonly children: ReactNode }) {
  return <LatchkeyProvider kit={kit}>{children}</LatchkeyProvider>
}
