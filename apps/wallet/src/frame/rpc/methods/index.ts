/** Which method is prepared by whom. What needs approval and is not here is not signed by this wallet. */
import type { Namespace } from '@latchkey/spec/caip'
import type { FrameContext } from '../../context.js'
import type { Prepared } from '../prepared.js'
import { bitcoinMessage } from './bip122.js'
import { grantPermissions, requestExecutionPermissions, revokePermissions } from './permissions.js'
import { sendCalls } from './sendCalls.js'
import { sendTransaction } from './sendTransaction.js'
import { sendUserOperation } from './sendUserOperation.js'
import { personalSign, signTypedData } from './signMessages.js'
import { solanaMessage, solanaSend, solanaTransaction, solanaTransactions } from './solana.js'

export interface Asked {
  readonly network: string
  readonly method: string
  readonly params: unknown
}

export type Prepare = (context: FrameContext, asked: Asked) => Promise<Prepared>

interface Entry {
  readonly namespace: Namespace
  readonly prepare: Prepare
}

const methods: Readonly<Record<string, Entry>> = {
  personal_sign: { namespace: 'eip155', prepare: personalSign },
  eth_signTypedData_v4: { namespace: 'eip155', prepare: signTypedData },
  eth_sendTransaction: { namespace: 'eip155', prepare: sendTransaction },
  wallet_sendCalls: { namespace: 'eip155', prepare: sendCalls },
  eth_sendUserOperation: { namespace: 'eip155', prepare: sendUserOperation },
  wallet_grantPermissions: { namespace: 'eip155', prepare: grantPermissions },
  wallet_requestExecutionPermissions: { namespace: 'eip155', prepare: requestExecutionPermissions },
  wallet_revokePermissions: { namespace: 'eip155', prepare: revokePermissions },
  solana_signMessage: { namespace: 'solana', prepare: solanaMessage },
  solana_signTransaction: { namespace: 'solana', prepare: solanaTransaction },
  solana_signAllTransactions: { namespace: 'solana', prepare: solanaTransactions },
  solana_signAndSendTransaction: { namespace: 'solana', prepare: solanaSend },
  signMessage: { namespace: 'bip122', prepare: bitcoinMessage },
}

/** Undefined for a method that this wallet does not sign, and for one of another namespace. */
export function prepareFor(method: string, namespace: Namespace): Prepare | undefined {
  const entry = Object.hasOwn(methods, method) ? methods[method] : undefined
  return entry?.namespace === namespace ? entry.prepare : undefined
}
