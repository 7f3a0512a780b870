/** Regtest's CAIP-2 id: the beginning of the hash of its first block. */
export const networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
