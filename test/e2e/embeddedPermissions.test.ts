/** A permission of the embedded wallet, from the question of a page to the button that takes it back: the page acts in between, and not after. */
import { addresses } from '@latchkey/local'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { inject } from 'vitest'
import { button, inModal, modal } from '../harness/app.js'
import { expect } from '../harness/browse.js'
import { approveWithPin, lockWithPin, openWindow, walletFrame } from '../harness/embedded.js'
import { ask, isGone, test } from '../harness/embeddedApp.js'
import { anybody, balanceOf, fund } from '../harness/ledger.js'

const { gateway } = inject('origins')
const patience = { timeout: 20_000 }

interface Prepared {
  readonly preparedCalls: object
  readonly signatureRequest: { readonly hash: Hex }
}

async function rpc(method: string, params: unknown): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [params] })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${gateway}/v1/wallet`, { method: 'POST', headers, body })
  const { result, error } = (await answer.json()) as { result: unknown; error?: { message: string } } // JSON-RPC
  if (error) throw new Error(error.message)
  return result
}

test('[S6-03] [D-04] a page is permitted to send a little, does so without asking, and stops when it is revoked', {
  timeout: 90_000,
}, async ({ enter }) => {
  const { page } = await enter({ options: { features: { analytics: false, smartSessions: true } } })
  await isGone(page)
  const account = (await page.getByTestId('account').textContent()) as Hex
  await fund(account, ['usdc'])
  const somebody = anybody()
  const app = privateKeyToAccount(generatePrivateKey())

  const capabilities = await ask(page, 'wallet_getCapabilities', [account])
  expect(capabilities.result).toMatchObject({
    '0x7a69': {
      permissions: { supported: true, permissionTypes: expect.arrayContaining(['contract-call']) },
    },
  })

  const granting = ask(page, 'wallet_grantPermissions', [
    {
      chainId: '0x7a69',
      expiry: Math.floor(Date.now() / 1000) + 3600,
      signer: { type: 'key', data: { type: 'secp256k1', publicKey: app.publicKey } },
      permissions: [
        { type: 'erc20-token-transfer', data: { address: addresses.usdc, allowance: '0x4c4b40' } },
      ],
    },
  ])
  await walletFrame(page).getByRole('heading', { name: 'Let this page act without asking' }).waitFor()
  const tab = await openWindow(page)
  await lockWithPin(tab)
  await tab.getByText('5 USDC').waitFor()
  await tab.getByText(app.address.toLowerCase().slice(0, 21)).first().waitFor()
  // What lasts is approved with the warning read.
  await tab.getByRole('checkbox').check()
  await approveWithPin(tab)
  const { result, message } = await granting
  expect(message).toBeUndefined()
  const { id, context } = result as { id: string; context: string } // as the guide has it
  expect(context).toMatch(new RegExp(`^0x[0-9a-f]{40}${id.slice(0, 8)}$`))
  await isGone(page)

  async function act(amount: bigint): Promise<unknown> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [somebody, amount] })
    const capabilities = { permissions: { context: id }, paymasterService: { optional: true } }
    const calls = [{ to: addresses.usdc, data }]
    const [prepared] = (await rpc('wallet_prepareCalls', {
      from: account,
      chainId: '0x7a69',
      calls,
      capabilities,
    })) as [Prepared] // as the contract has it
    const signature = await app.sign({ hash: prepared.signatureRequest.hash })
    return rpc('wallet_sendPreparedCalls', { preparedCalls: prepared.preparedCalls, signature, context: id })
  }
  await act(3_000_000n)
  await expect.poll(() => balanceOf('usdc', somebody), patience).toBe(3_000_000n)
  await expect(act(3_000_000n)).rejects.toThrow('the allowance is used up')

  await button(page).click()
  await inModal(page, 'Account details').click()
  await inModal(page, 'Permissions').click()
  await modal(page).getByText('5 USDC').waitFor()
  await modal(page).getByRole('button', { name: 'Revoke' }).click()
  await walletFrame(page).getByRole('heading', { name: 'Take rights back' }).waitFor()
  // What is signed is a number; the person reads whose it is, and what it may.
  await walletFrame(page).getByText('5 USDC').waitFor()
  await walletFrame(page).getByText('Whose they are').waitFor()
  // Whoever has a PIN types it in the window.
  await approveWithPin(await openWindow(page))
  await modal(page).getByText('No permissions').waitFor()
  await expect(act(1n)).rejects.toThrow('The session is revoked')
})
