/** A page that is used for a long time: whatever is opened and connected, it weighs what it weighed before. */
import { connect, expectFact, modal, test } from '../harness/app.js'
import { countEverywhere, endure, isLong, patience } from '../harness/endure.js'

const often = isLong ? { cycles: 500, opens: 1_000 } : { cycles: 30, opens: 60 }

test(
  '[D-03] a modal that is opened and closed over and over leaves nothing behind',
  async ({ open }) => {
    const { page } = await open({ prepare: countEverywhere })
    await endure({
      what: 'opening the modal',
      times: often.opens,
      page,
      async round() {
        await page.evaluate(() => window.kit.open())
        await modal(page).waitFor()
        await page.evaluate(() => window.kit.close())
        await modal(page).waitFor({ state: 'hidden' })
      },
    })
  },
  patience,
)

test(
  '[D-03] [S4-05] a wallet that connects and leaves over and over leaves nothing behind',
  async ({ open }) => {
    const { page } = await open({ prepare: countEverywhere })
    await endure({
      what: 'connecting and leaving',
      times: often.cycles,
      page,
      async round() {
        await connect(page)
        await page.getByRole('button', { name: 'Leave by hook' }).click()
        await expectFact(page, 'status', 'disconnected')
      },
    })
  },
  patience,
)
