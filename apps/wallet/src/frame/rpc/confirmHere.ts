/** Approves in the frame itself, on the lower rungs of the ladder: a click, and a passkey where the person has one (D-30). */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import type { FrameContext } from '../context.js'

export async function confirmHere(
  { api, showPasskey }: FrameContext,
  { id, digest, factor }: WalletAnswerOf<'approvalRead'>,
): Promise<void> {
  const params = { id }
  const decision = { decision: 'approve', digest } as const
  if (factor === 'none') {
    await api.call('approvalDecide', { params, body: { ...decision, proof: { kind: 'none' } } })
    return
  }
  const { options } = await api.call('approvalOptions', { params, body: {} })
  const credential = await showPasskey(options)
  await api.call('approvalDecide', { params, body: { ...decision, proof: { kind: 'passkey', credential } } })
}
