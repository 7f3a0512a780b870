import { walletErrors } from '@latchkey/spec/walletApi'
import { expect, test, vi } from 'vitest'
import { WalletRefusal } from '../../api/walletRefusal.js'
import { openTestFrame } from '../testFrame.js'
import { waitForGrant } from './waitForGrant.js'

const network = 'eip155:31337'
const grant = { id: '0123abcd-0000-4000-8000-000000000000', operation: `0x${'ab'.repeat(32)}` } as const
const refusal = (code: 'NOT_APPROVED' | 'UNAVAILABLE') =>
  new WalletRefusal({ code, message: walletErrors[code].text })

/** A network that has the operation after so many seconds, and a gateway that answers like this. */
function open(after: number, activate: () => { context: string }, isSuccess = true) {
  let passed = 0
  const asked = vi.fn(activate)
  const { context } = openTestFrame(
    {
      walletRpcCall: () => ({
        result: passed < after ? null : { success: isSuccess, receipt: { transactionHash: '0x1' } },
      }),
      permissionActivate: asked,
    },
    {
      after(ms, run) {
        passed += ms / 1000
        run()
        return () => {}
      },
    },
  )
  return { asked, wait: () => waitForGrant(context, network, grant) }
}
const active = () => ({ context: `0x${'0'.repeat(48)}` })

test('[S6-03] a session is activated when the network has it', async () => {
  const { asked, wait } = open(3, active)
  await wait()
  expect(asked).toHaveBeenCalledOnce()
})

test.each<[string, number, () => never]>([
  [
    'the network takes longer than a minute',
    61,
    () => {
      throw refusal('NOT_APPROVED')
    },
  ],
  [
    'the gateway cannot be reached',
    3,
    () => {
      throw refusal('UNAVAILABLE')
    },
  ],
])('what is paid for is not lost where %s', async (_, after, activate) => {
  const { asked, wait } = open(after, activate)
  await expect(wait()).resolves.toBeUndefined()
  expect(asked).toHaveBeenCalledOnce()
})

test('what the network has reverted is told, and permits nothing', async () => {
  const { asked, wait } = open(3, active, false)
  await expect(wait()).rejects.toMatchObject({ code: -32_000 })
  expect(asked).not.toHaveBeenCalled()
})
