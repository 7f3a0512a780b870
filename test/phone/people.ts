/** Who the phone's accounts are on the local chain. */
import { chainId, networkId } from '@latchkey/local'

export const local31337 = chainId
export const localId = networkId

/** The first accounts of the test mnemonic. */
export const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
