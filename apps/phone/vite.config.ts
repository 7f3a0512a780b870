/** Builds the phone page; nothing is inlined, so that it runs under `default-src 'self'`. */
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@latchkey/source', ...defaultClientConditions] },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022' },
})
