/** What this example needs beyond Next's defaults, which is nothing of Latchkey's. */
import type { NextConfig } from 'next'

const config: NextConfig = {
  // The other examples build into `dist` as well, and the gates know it.
  distDir: 'dist',
  // This repository checks types itself.
  typescript: { ignoreBuildErrors: true },
  // Packages of this repository are linked, so they lie outside this folder.
  turbopack: { root: new URL('../..', import.meta.url).pathname },
}

export default config
