/** Smart accounts for the two rooms that sign or carry their operations: the wallet origin and the gateway. */
export { counterfactualAddress, deploymentCall, type Ownership } from './address.js'
export { type Call, encodeCalls } from './calls.js'
export { type Capabilities, capabilitiesOf, type EnabledNetwork } from './capabilities.js'
export { type Deployment, deployment } from './deployment.js'
export type { Hex } from './hex.js'
export {
  closeSessionCall,
  hasSessionsData,
  openSessionCall,
  type Session,
  sessionContext,
  sessionNumber,
} from './session.js'
export {
  hashMessage,
  type Message,
  type Sign,
  signMessage,
  signTypedData,
  wrapUndeployed,
} from './signatures.js'
export {
  createSmartAccount,
  type PrepareInput,
  type Request,
  type SmartAccount,
  type SmartAccountInput,
} from './smartAccount.js'
export { hashTypedData, type TypedData } from './typedData.js'
export { hashUserOperation, toWire, type UserOperation } from './userOperation.js'
