/** What holds money, in languages that write it differently: the modal says nothing of it in English. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStages, type Stage } from '../a11y/stage.js'
import { type Playground, startPlayground } from '../browse.js'

let playground: Playground
beforeAll(async () => {
  playground = await startPlayground()
}, 180_000)
afterAll(() => playground?.close())

/** What a scene says, with plain spaces; what only turns the direction is left out. */
async function said({ page, play }: Stage, scene: string): Promise<string> {
  await play(scene)
  const text = await page.getByRole('dialog').innerText()
  return text.replaceAll(/\s/g, ' ').replaceAll(/[\u2066-\u2069]/g, '')
}

const within = (code: string, work: (stage: Stage) => Promise<void>) => async () => {
  const onStage = await openStages(playground, 1, { query: `language=${code}`, stride: 1250 })
  await onStage(work)
}

const slow = { timeout: 180_000 }

test(
  '[S5-07] a German account has German amounts, prices and days',
  slow,
  within('de', async (stage) => {
    const tokens = await said(stage, 'Tokens')
    for (const text of ['5.543,10 $', '2.995,22 $', '1,284 ETH', '1.250,500 USDC'])
      expect(tokens).toContain(text)
    // Only numbers of the other kind have a point before three digits and a comma before them.
    expect(tokens).not.toMatch(/\d,\d{3}\.\d|\$\d/)
    const activity = await said(stage, 'Recent activity')
    for (const text of ['+2.985,242 USDC', '−1,000 ETH', '15. Jan.']) expect(activity).toContain(text)
  }),
)

test(
  '[D-14] a German swap shows what is typed and what it gives with German marks',
  slow,
  within('de', async (stage) => {
    const swap = await said(stage, 'Swap: quoted')
    for (const text of ['1.497,61 $', '1 ETH = 2.985,242 USDC', '0,04 %', '1.477,695 USDC', '1 %'])
      expect(swap).toContain(text)
    const [typed, given] = await stage.page.getByRole('dialog').getByRole('textbox').all()
    expect(await typed?.inputValue()).toBe('0,5')
    expect(await given?.inputValue()).toBe('1.492,621')
  }),
)

test(
  'a Hindi form has groups of two digits, and an Arabic one Latin digits with the sign on the left',
  slow,
  async () => {
    const scene = 'Send: more than there is'
    await within('hi', async (stage) => {
      expect(await said(stage, scene)).toContain('$2,99,52,20,000.00')
    })()
    await within('ar', async (stage) => {
      expect(await said(stage, scene)).toContain('US$ 2,995,220,000.00')
      expect(await said(stage, 'Offers')).toMatch(/0\.03286.*ETH/)
    })()
  },
)
