/** Builds the pages of the wallet origin; nothing inline, every script and style with its hash. */
import { defaultClientConditions, defineConfig } from 'vite'
import { offlineKitPage } from './offlineKitPage.js'
import { subresourceIntegrity } from './subresourceIntegrity.js'
import { wordFiles } from './wordFiles.js'

const conditions = ['@latchkey/source', ...defaultClientConditions]

const windows = [
  'approve',
  'device',
  'email',
  'enrol',
  'export',
  'handoff',
  'keep',
  'passkey',
  'recover',
  'settings',
]

export default defineConfig({
  resolve: { conditions },
  plugins: [wordFiles(), subresourceIntegrity(), offlineKitPage(conditions)],
  // One file without imports, which has a policy of its own.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The home page, the frame, and the windows: one file each, since no page of the wallet loads code later.
    rolldownOptions: { input: ['index.html', 'sdk.html', ...windows.map((name) => `${name}.html`)] },
  },
})
