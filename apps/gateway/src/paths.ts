/** Folders of this package. This file lies one level below the package, like `dist/main.js`, so both find the same. */
import { fileURLToPath } from 'node:url'

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
export const vaultMigrationsFolder = fileURLToPath(new URL('../migrations/vault', import.meta.url))
export const directoryFolder = fileURLToPath(new URL('../data/directory', import.meta.url))
export const fontsFolder = fileURLToPath(new URL('../data/fonts', import.meta.url))
