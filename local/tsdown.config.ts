/** Bundles the processes of the local world: our own code in, npm packages out. */
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    evm: 'src/evm/main.ts',
    solana: 'src/solana/main.ts',
    bitcoin: 'src/bitcoin/main.ts',
    people: 'src/mail/main.ts',
    static: 'src/static/main.ts',
    tether: 'src/tether.ts',
    index: 'src/index.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  sourcemap: true,
  fixedExtension: false,
})
