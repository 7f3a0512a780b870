/** Builds the pages of the wallet origin; nothing inline, every script and style with its hash. */
import { defaultClientConditions, defineConfig } from 'vite'
import { subresourceIntegrity } from './subresourceIntegrity.js'

export default defineConfig({
  resolve: { conditions: ['@latchkey/source', ...defaultClientConditions] },
  plugins: [subresourceIntegrity()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'sdk.html'] },
  },
})
