/** A client of the local Solana chain as an app would make it, for tests. */
import {
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  type Blockhash,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  type Instruction,
  type KeyPairSigner,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import type { Solana } from './startSolana.js'

export type TestClient = ReturnType<typeof testClient>

export function testClient({ url, webSocketUrl }: Pick<Solana, 'url' | 'webSocketUrl'>) {
  const rpc = createSolanaRpc(url)
  const rpcSubscriptions = createSolanaRpcSubscriptions(webSocketUrl)
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })

  async function sign(
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    lifetime?: { blockhash: Blockhash; lastValidBlockHeight: bigint },
  ) {
    const until = lifetime ?? (await rpc.getLatestBlockhash().send()).value
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(payer, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(until, draft),
      (draft) => appendTransactionMessageInstructions(instructions, draft),
    )
    const signed = await signTransactionMessageWithSigners(message)
    assertIsTransactionWithBlockhashLifetime(signed)
    return signed
  }

  return { rpc, rpcSubscriptions, sendAndConfirm, sign }
}

/** One plain call, for what a typed client would not say. */
export async function call(url: string, method: string, params: unknown, init: RequestInit = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    ...init,
  })
  // A shape that the tests look into.
  return (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: unknown }
  }
}
