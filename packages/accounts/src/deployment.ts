/** Where the contracts are: on every network at the same addresses, because their bytecode decides them. */
import type { Hex } from './hex.js'

export interface Deployment {
  readonly entryPoint: Hex
  readonly factory: Hex
  /** What every account is a clone of. */
  readonly implementation: Hex
  /** The module that lets an app act for an account within a session. */
  readonly sessionValidator: Hex
}

export const deployment: Deployment = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  factory: '0x783403ecAE7773847fb39b7c9457957AA3fce454',
  implementation: '0xB7453C64d0EbED4092Bc1f8Ee41cccAAB537fF1c',
  sessionValidator: '0x995A2B4F50034d901A8c83c111b4ff3A0Da66156',
}
