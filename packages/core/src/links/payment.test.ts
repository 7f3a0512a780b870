/** Payment links: what we make reads back as it was meant, and what somebody pastes is believed only where it is clear. */
import { networkId } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { formatUnits } from '@latchkey/spec/validation'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makePaymentLink, type PaymentLink, parsePaymentLink } from './payment.js'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const usdc = '0x0162c4eb1539e0123DA26D8a6747f3dEB2e01fE2'
const sol = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

describe('EIP-681', () => {
  test('[D-19] every amount of 256 bits, native or of a token, on any network, reads back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: limits.maxUint256 }),
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.boolean(),
        (units, chain, isToken) => {
          const link: PaymentLink = {
            namespace: 'eip155',
            networkId: networkId({ namespace: 'eip155', reference: chain }),
            recipient: ada,
            ...(isToken && { token: usdc }),
            amount: { units },
          }
          expect(parsePaymentLink(makePaymentLink(link))).toEqual(link)
        },
      ),
    )
  })

  test.each([
    [`ethereum:${ada}`, { recipient: ada }],
    [`ETHEREUM:${ada}@1`, { recipient: ada, networkId: 'eip155:1' }],
    [
      `ethereum:pay-${ada}@10?value=2.014e18`,
      { recipient: ada, amount: { units: 2_014_000_000_000_000_000n } },
    ],
    [` ethereum:${ada}?value=1E3&gas=21000 `, { amount: { units: 1000n } }],
    ['ethereum:ada.latch.id?value=1', { recipient: 'ada.latch.id', amount: { units: 1n } }],
    [
      `ethereum:${usdc}@1/transfer?address=${ada}&uint256=1.5e6`,
      { token: usdc, recipient: ada, amount: { units: 1_500_000n } },
    ],
    [`ethereum:${usdc}/transfer?address=ada.latch.id`, { token: usdc, recipient: 'ada.latch.id' }],
  ])('[D-19] %s is read', (text, expected) => expect(parsePaymentLink(text)).toMatchObject(expected))

  test.each([
    ['another function', `ethereum:${usdc}/approve?address=${ada}&uint256=1`],
    ['a value beside a token', `ethereum:${usdc}/transfer?address=${ada}&uint256=1&value=1`],
    ['a token without a receiver', `ethereum:${usdc}/transfer?uint256=1`],
    ['a fraction of the smallest unit', `ethereum:${ada}?value=1.5`],
    ['a fraction that its exponent does not lift', `ethereum:${ada}?value=1.234e2`],
    ['a negative amount', `ethereum:${ada}?value=-1`],
    ['more than 256 bits', `ethereum:${ada}?value=1e78`],
    ['one more than 256 bits', `ethereum:${ada}?value=${limits.maxUint256 + 1n}`],
    ['an endless exponent', `ethereum:${ada}?value=1e999999999`],
    ['an amount that comes twice', `ethereum:${ada}?value=1&value=2`],
    ['two queries', `ethereum:${ada}?value=1?value=2`],
    ['chain 0', `ethereum:${ada}@0`],
    ['a chain that is no number', `ethereum:${ada}@0x1`],
    ['a short address', `ethereum:${ada.slice(0, 41)}`],
    ['broken escapes', `ethereum:${ada}?value=%E0%A4%A`],
    ['a scheme of another kind', `https://pay.example/${ada}`],
    ['nothing', 'ethereum:'],
    ['a text beyond every link', `ethereum:${ada}?a=${'x'.repeat(3000)}`],
    ['too many parameters', `ethereum:${ada}?${Array.from({ length: 21 }, (_, i) => `p${i}=1`).join('&')}`],
  ])('[D-19] [D-10] %s is no payment', (_, text) => expect(parsePaymentLink(text)).toBeUndefined())
})

describe('Solana Pay', () => {
  test('[D-19] amounts of SOL and of a token read back, with their words', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.integer({ min: 0, max: 9 }),
        fc.boolean(),
        (units, decimals, isToken) => {
          const link: PaymentLink = {
            namespace: 'solana',
            recipient: sol,
            token: isToken ? mint : undefined,
            amount: { decimal: formatUnits(units, decimals) },
            label: 'Café & Söhne',
            message: 'Order #1?=',
          }
          expect(parsePaymentLink(makePaymentLink(link))).toEqual(link)
        },
      ),
    )
  })

  test('[D-19] several references are for the shop, and change nothing', () => {
    expect(parsePaymentLink(`solana:${sol}?amount=.5&reference=${sol}&reference=${mint}`)).toMatchObject({
      amount: { decimal: '0.5' },
    })
  })

  test.each([
    ['a request to a server', 'solana:https%3A%2F%2Fshop.example%2Fpay'],
    ['an address of another length', `solana:${sol.slice(2)}`],
    ['a mint that is none', `solana:${sol}?spl-token=usdc`],
    ['an exponent', `solana:${sol}?amount=1e9`],
    ['a sign', `solana:${sol}?amount=-1`],
  ])('[D-19] %s is no payment', (_, text) => expect(parsePaymentLink(text)).toBeUndefined())
})

describe('BIP-21', () => {
  test('[D-19] amounts read back to the satoshi', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }), (units) => {
        const amount = { decimal: formatUnits(units, 8) }
        const made = makePaymentLink({ namespace: 'bip122', recipient: bitcoin, amount })
        expect(parsePaymentLink(made)).toMatchObject({ namespace: 'bip122', recipient: bitcoin, amount })
      }),
    )
  })

  test('[D-19] a code in capitals means the same', () => {
    expect(parsePaymentLink(`BITCOIN:${bitcoin.toUpperCase()}?amount=0.1`)).toMatchObject({
      recipient: bitcoin,
    })
  })

  test.each([
    ['less than a satoshi', `bitcoin:${bitcoin}?amount=0.000000001`],
    ['something required that nobody knows', `bitcoin:${bitcoin}?req-lock=1`],
    ['a broken checksum', `bitcoin:${bitcoin.slice(0, -1)}q`],
  ])('[D-19] %s is no payment', (_, text) => expect(parsePaymentLink(text)).toBeUndefined())
})

test('[D-19] a polkadot address stands for itself', () => {
  const recipient = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  expect(makePaymentLink({ namespace: 'polkadot', recipient })).toBe(recipient)
})

test('[D-10] whatever is pasted is read or refused, and never throws', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('ethereum', 'solana', 'bitcoin'),
      (text, scheme) => {
        expect(() => parsePaymentLink(`${scheme}:${text}`)).not.toThrow()
      },
    ),
    { numRuns: 2000 },
  )
})
