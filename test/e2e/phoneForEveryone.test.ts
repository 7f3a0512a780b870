/** Every screen of the phone, for everyone: axe in both colours, nothing sticks out, and time that runs out. */

import type { Page } from 'playwright-core'
import { encodeFunctionData, maxUint256, parseAbi, stringToHex } from 'viem'
import { expectAccessible } from '../harness/axe.js'
import { expectFits } from '../harness/layout.js'
import { type App, expect, type Phone, test } from '../phone/journey.js'
import { alice, bob } from '../phone/people.js'

async function expectForEveryone(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await expectFits(page)
}

const typed = {
  domain: { name: 'App', version: '1', chainId: 1, verifyingContract: bob },
  primaryType: 'Order',
  types: {
    Order: [
      { name: 'lines', type: 'Line[]' },
      { name: 'note', type: 'string' },
    ],
    Line: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  message: {
    lines: Array.from({ length: 12 }, (_, index) => ({ token: bob, amount: String(index) })),
    note: 'x'.repeat(300),
  },
}
const approve = encodeFunctionData({
  abi: parseAbi(['function approve(address spender, uint256 amount)']),
  args: [bob, maxUint256],
})
const questions: readonly (readonly [name: string, method: string, params: unknown[]])[] = [
  ['a long message', 'personal_sign', [stringToHex(`Line\n`.repeat(200)), alice]],
  ['bytes', 'personal_sign', [`0x${'ff'.repeat(400)}`, alice]],
  ['typed data for another network', 'eth_signTypedData_v4', [alice, JSON.stringify(typed)]],
  ['a permission without a limit', 'eth_sendTransaction', [{ from: alice, to: bob, data: approve }]],
  [
    'a call that nobody knows',
    'eth_sendTransaction',
    [{ from: alice, to: bob, data: `0x${'ab'.repeat(500)}` }],
  ],
  [
    'several calls',
    'wallet_sendCalls',
    [
      {
        version: '2.0.0',
        from: alice,
        chainId: '0x7a69',
        calls: [
          { to: bob, value: '0x1' },
          { to: bob, data: '0x01' },
        ],
      },
    ],
  ],
  ['a move', 'wallet_switchEthereumChain', [{ chainId: '0x1' }]],
  [
    'a new network',
    'wallet_addEthereumChain',
    [{ chainId: '0x539', chainName: 'Devnet', nativeCurrency: { name: 'D', symbol: 'DEV', decimals: 18 } }],
  ],
]

async function refuse(app: App, phone: Phone, method: string, params: unknown[], look: () => Promise<void>) {
  const answered = expect(app.ask(method, params)).rejects.toMatchObject({ code: 4001 })
  await phone.question()
  await look()
  await phone.reject()
  await answered
}

test('every question can be read by everyone', { timeout: 180_000 }, async ({ phone, openApp }) => {
  const app = await openApp()
  await app.connect(phone)
  for (const [name, method, params] of questions)
    await refuse(app, phone, method, params, () =>
      expectForEveryone(phone.page).catch((cause: unknown) => {
        throw new Error(name, { cause })
      }),
    )
})

test('so can every other screen', { timeout: 90_000 }, async ({ phone, openApp }) => {
  const app = await openApp()
  await app.connect(phone)
  const { page } = phone
  await expectForEveryone(page)
  for (const opener of [/^Change account/, /^Change network/, 'Scan a code', /Relay app/]) {
    await page.getByRole('button', { name: opener }).click()
    await expectForEveryone(page)
    await page.getByRole('button', { name: 'Back' }).click()
  }
})

test('a question whose time is over goes away by itself', async ({ phone, openApp }) => {
  const app = await openApp()
  await app.connect(phone)
  await phone.page.clock.install()
  await phone.page.reload()
  await phone.page.getByRole('button', { name: 'Scan a code' }).waitFor()
  void app.ask('personal_sign', [stringToHex('too late'), alice]).catch(() => {})
  await phone.question('Sign this message?')
  await phone.page.clock.fastForward(301_000)
  await phone.page.getByRole('button', { name: 'Scan a code' }).waitFor()
})
