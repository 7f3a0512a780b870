/** A server component: the frame of every page, with the provider inside. */
import type { ReactNode } from 'react'
import { Providers } from './Providers'

export const metadata = { title: 'Latchkey in Next.js' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
