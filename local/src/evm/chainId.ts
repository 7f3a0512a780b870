/** The chain id of the local EVM chain, apart from EDR so that reading it loads no native code. */
export const chainId = 31337
export const networkId = `eip155:${chainId}` as const
