import type { SmartAccount, UserOperation } from '@latchkey/accounts'
import { walletErrors } from '@latchkey/spec/walletApi'
import { expect, test } from 'vitest'
import { WalletRefusal } from '../../api/walletRefusal.js'
import { openTestFrame } from '../testFrame.js'
import { RpcFailure } from './rpcFailure.js'
import { operationHash, sendOperation } from './sendOperation.js'

const network = 'eip155:31337'
const operation: UserOperation = {
  sender: `0x${'11'.repeat(20)}`,
  nonce: 0n,
  callData: '0x',
  callGasLimit: 1n,
  verificationGasLimit: 1n,
  preVerificationGas: 1n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  signature: '0x12',
}
const hash = operationHash(operation, 31_337)
const silence = () => new WalletRefusal({ code: 'UNAVAILABLE', message: walletErrors.UNAVAILABLE.text })

/** A bundler that does this with each try, and knows the operation by these methods. */
function bundler(tries: readonly (() => Promise<unknown>)[], knows: readonly string[]) {
  const sent: UserOperation[] = []
  const asked: unknown[] = []
  const account = {
    chainId: 31_337,
    async sendUserOperation(given: UserOperation) {
      sent.push(given)
      await tries[sent.length - 1]?.()
      return hash
    },
  } as unknown as SmartAccount // what is used of it
  const { context } = openTestFrame(
    {
      walletRpcCall({ body }) {
        asked.push([body.method, body.params])
        return { result: knows.includes(body.method) ? { success: true } : null }
      },
    },
    {
      after(_, run) {
        run()
        return () => {}
      },
    },
  )
  return { sent, asked, send: () => sendOperation(context, network, { account, operation }) }
}

test.each(['eth_getUserOperationByHash', 'eth_getUserOperationReceipt'])(
  '[F-C] an answer that was lost is looked up by the hash, and nothing is sent again: %s',
  async (method) => {
    const { send, sent, asked } = bundler([() => Promise.reject(silence())], [method])
    expect(await send()).toBe(hash)
    expect(sent).toHaveLength(1)
    expect(asked.at(-1)).toEqual([method, [hash]])
  },
)

test('[F-C] what the bundler has not heard of is handed to it once more, the very same', async () => {
  const { send, sent } = bundler([() => Promise.reject(silence()), async () => {}], [])
  expect(await send()).toBe(hash)
  expect(sent).toEqual([operation, operation])
})

test('a refusal of the bundler is told, and not tried again', async () => {
  const refusal = new RpcFailure(-32_507, 'the signature is not the account’s')
  const { send, sent } = bundler([() => Promise.reject(refusal)], [])
  await expect(send()).rejects.toBe(refusal)
  expect(sent).toHaveLength(1)
})

test('[D-10] a bundler that never answers is given up after a few tries', async () => {
  const never = () => Promise.reject(silence())
  const { send, sent } = bundler([never, never, never, never], [])
  await expect(send()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(sent).toHaveLength(3)
})
