/** Builds the gateway: its own code and the workspace's, npm packages left outside. */
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/main.ts', 'src/cli.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outDir: 'dist',
  fixedExtension: false,
  dts: false,
  sourcemap: true,
  deps: { alwaysBundle: [/^@latchkey\//] },
  inputOptions: { resolve: { conditionNames: ['@latchkey/source', 'import', 'node', 'default'] } },
  logLevel: 'warn',
})
