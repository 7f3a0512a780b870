/** Builds the demo dApp from source. Nothing is inlined, so that it runs under `default-src 'self'` (D-22). */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { cssSheet } from '../../scripts/css-sheet.mjs'

const strictPolicy =
  "default-src 'self'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

export default defineConfig({
  plugins: [cssSheet(), react()],
  resolve: { conditions: ['@latchkey/source', ...defaultClientConditions] },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: ['index.html', 'stage.html', 'theme.html'].map((page) => join(import.meta.dirname, page)),
    },
  },
  // `vite preview` shows the page as the static server of the local world serves it.
  preview: { headers: { 'content-security-policy': strictPolicy } },
})
