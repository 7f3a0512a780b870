/**
 * Who said what in the files that do not say it row by row: by file and field, `*` for a whole row. `wallets.json` says
 * it per wallet in `provenance`, `networks.json` in `source` for all but the pictures. `curated` is what we wrote or drew.
 */

/** @satisfies {Record<string, Record<string, readonly (import('./sources.mjs').SourceKey | 'curated')[]>>} */
const fileSources = {
  'networks.json': { image: ['web3icons', 'web3iconsNames'], imageAliases: ['appkit'] },
  'tokens.json': { '*': ['ledger'] },
  'images.json': {
    connectors: ['appkit', 'web3icons', 'curated'],
    tokens: ['web3icons', 'web3iconsNames'],
    currencies: ['curated'],
  },
}

export const fileSourcesText = () => `${JSON.stringify(fileSources, null, 1)}\n`
