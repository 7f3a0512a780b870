/** An operation from its preparation to its broadcast: what happens when, and what of it can still be taken back. */
import type { SmartAccount, UserOperation } from '@latchkey/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import type { KeyWorker } from '../../worker/runWork.js'
import { openTestFrame } from '../testFrame.js'
import { carryOut } from './carryOut.js'
import { prepareOperation } from './prepareCalls.js'
import { createRequests } from './requests.js'
import { operationHash } from './sendOperation.js'

const network = 'eip155:31337'
const address = `0x${'11'.repeat(20)}` as const
const operation: UserOperation = {
  sender: address,
  nonce: 0n,
  callData: '0x',
  callGasLimit: 1n,
  verificationGasLimit: 1n,
  preVerificationGas: 1n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  signature: '0x',
}
const signature = '0x12'
const hash = operationHash({ ...operation, signature }, 31_337)

let did: string[]
beforeEach(() => {
  did = []
})

async function open(resultOf: () => Promise<unknown> = async () => 'done') {
  const worker = {
    publicKey: 'hpke',
    run: async () => ({ kind: 'signature', signature }),
    end: () => {},
  } as unknown as KeyWorker // what is used of it
  const { context } = openTestFrame(
    {
      keyRelease() {
        did.push('release')
        return { s: '', epoch: 1, proof: {} } as never // nobody opens it here
      },
      approvalResult({ body }) {
        did.push(`note ${body.state}`)
        return {} as never // nobody reads it
      },
    },
    { startWorker: async () => worker },
  )
  context.account.wallet = async () => ({ marks: {} }) as never // handed on only
  context.account.share = async () => ({ pins: { seal: 'sealed' } }) as never // handed on only
  const account = {
    address,
    chainId: 31_337,
    async sendUserOperation() {
      did.push('send')
      return hash
    },
  } as unknown as SmartAccount // what is used of it
  const prepare = async () => operation as never // complete but for what is not looked at
  const prepared = await prepareOperation(context, { account, prepare } as never, {
    network,
    method: 'wallet_revokePermissions',
    calls: [],
    paramsFor: (fees) => [{ from: address, id: '0123abcd-0000-4000-8000-000000000000', ...fees }],
    begin: async () => void did.push('begin'),
    resultOf,
  })
  const requests = createRequests()
  const request = requests.open()
  return { requests, run: () => carryOut(context, { approvalId: 'a', prepared, request }), prepared }
}

test('what cannot be undone begins when the page can take nothing back, and before anything is sent', async () => {
  const { run } = await open()
  expect(await run()).toBe('done')
  expect(did.filter((what) => !what.startsWith('note'))).toEqual(['release', 'begin', 'send'])
})

test('[I-13] what the page gives up in time is refused to it, and nothing of it was done', async () => {
  const { requests, run } = await open()
  requests.abort()
  await expect(run()).rejects.toMatchObject({ code: 4001 })
  expect(did.filter((what) => !what.startsWith('note'))).toEqual([])
})

test('what was sent is never noted as failed, though nobody saw it confirmed', async () => {
  const { run } = await open(() => Promise.reject(new Error('not confirmed in time')))
  await expect(run()).rejects.toThrow('not confirmed in time')
  await vi.waitFor(() => expect(did).toContain('note broadcast'))
  expect(did).not.toContain('note failed')
})
