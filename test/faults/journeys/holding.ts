/** Journeys of somebody who is connected: what they hold, what they did, and what they do with it. */
import { randomUUID } from 'node:crypto'
import { localAccounts } from '@latchkey/local'
import type { Page } from 'playwright-core'
import { generatePrivateKey } from 'viem/accounts'
import { connect, inModal, modal, titled } from '../../harness/app.js'
import { anybody, fundedKey } from '../../harness/ledger.js'
import { opening } from './connecting.js'
import type { Course, Journey, Move, Stage } from './journey.js'

/** Of the seed: tokens and a history. */
const [alice] = localAccounts().people

const says = (page: Page, text: string | RegExp) => modal(page).getByText(text).first().isVisible()

async function asAlice({ open }: Stage): Promise<Page> {
  const { page } = await open({ keys: alice ? [alice.privateKey] : [] })
  await connect(page)
  return page
}

/** Opens a view as an app does, once and whenever the modal is closed. */
function openingView(page: Page, view: string, data: object = {}): Move {
  return {
    when: page.locator('body'),
    rest: 500,
    act: async () => {
      if (!(await modal(page).isVisible()))
        // Views of the kit are typed where they are known; here they come from a table.
        await page.evaluate((input) => window.kit.open(input as Parameters<typeof window.kit.open>[0]), {
          view,
          data,
        })
    },
  }
}

const balances: Journey = {
  name: 'see balances',
  uses: ['gateway', 'chain', 'database', 'redis'],
  async begin(stage) {
    const page = await asAlice(stage)
    return { page, moves: [opening(page)], done: () => says(page, 'Local USD Coin') }
  },
}

const activity: Journey = {
  name: 'see activity',
  uses: ['gateway', 'chain', 'database', 'redis'],
  async begin(stage) {
    const page = await asAlice(stage)
    return { page, moves: [openingView(page, 'Transactions')], done: () => says(page, 'Received') }
  },
}

const receive: Journey = {
  name: 'receive',
  uses: ['gateway', 'chain'],
  async begin(stage) {
    const page = await asAlice(stage)
    return {
      page,
      moves: [openingView(page, 'WalletReceive')],
      done: () =>
        modal(page)
          .getByRole('img', { name: /^QR code to pay/ })
          .isVisible(),
    }
  },
}

const send: Journey = {
  name: 'send',
  uses: ['gateway', 'chain', 'database', 'redis'],
  async begin({ open }) {
    const { page } = await open({ keys: [await fundedKey()] })
    await connect(page)
    return {
      page,
      moves: [
        { when: inModal(page, 'Review') },
        { when: modal(page).getByRole('button', { name: 'Send', exact: true }) },
        openingView(page, 'WalletSend', { send: { to: anybody(), amount: '1' } }),
      ],
      done: () => modal(page).getByText('Sent', { exact: true }).isVisible(),
    }
  },
}

const swap: Journey = {
  name: 'swap',
  uses: ['gateway', 'chain', 'redis'],
  async begin({ open }) {
    const { page } = await open({ keys: [await fundedKey()] })
    await connect(page)
    return {
      page,
      moves: [
        { when: inModal(page, 'Review swap') },
        { when: modal(page).getByRole('button', { name: 'Swap', exact: true }) },
        openingView(page, 'Swap', { swap: { from: 'ETH', to: 'USDC', amount: '0.1' } }),
      ],
      done: () => says(page, 'Swapped'),
    }
  },
}

const buy: Journey = {
  name: 'buy',
  uses: ['gateway', 'chain', 'database', 'redis'],
  async begin({ open }) {
    const { page } = await open({ keys: [generatePrivateKey()] })
    await connect(page)
    return { page, moves: buying(page), done: () => says(page, /ETH arrived$/) }
  },
}

function buying(page: Page): Move[] {
  const form = () =>
    page
      .context()
      .pages()
      .find((each) => each !== page) ?? page
  const amount = modal(page).getByRole('textbox', { name: 'Amount to pay' })
  let isFilled = false
  const inForm = (): Move[] => {
    const pay = form().getByRole('button', { name: /^Pay 100/ })
    return [
      {
        when: form().getByLabel('Card number'),
        act: async (card) => {
          await card.fill('4242 4242 4242 4242')
          await pay.click({ timeout: 1500 })
        },
      },
    ]
  }
  return [
    {
      when: page.locator('body'),
      rest: 500,
      if: () => form() !== page,
      act: async () => {
        for (const { when, act } of inForm()) if (await when.isVisible()) await act?.(when)
      },
    },
    { when: inModal(page, /from Sandbox/), if: () => form() === page },
    {
      when: amount,
      if: () => !isFilled,
      act: async (field) => {
        await field.fill('100')
        isFilled = true
      },
    },
    { when: inModal(page, 'Compare offers'), if: () => isFilled },
    openingView(page, 'OnRampProviders'),
  ]
}

const name: Journey = {
  name: 'register a name',
  uses: ['gateway', 'database', 'redis', 'chain'],
  async begin({ open }) {
    const { page } = await open({ keys: [generatePrivateKey()] })
    await connect(page)
    const label = `fault-${randomUUID().slice(0, 8)}`
    const field = modal(page).getByRole('textbox', { name: 'Your name' })
    let isFilled = false
    const fill: Move = {
      when: field,
      if: () => !isFilled,
      act: async () => {
        await field.fill(label)
        isFilled = true
      },
    }
    return {
      page,
      moves: [
        { when: inModal(page, `Register ${label}.latch.id`) },
        fill,
        { when: inModal(page, /^Get a/) },
        { when: inModal(page, 'Account details') },
        opening(page),
      ],
      done: async () =>
        (await says(page, 'This name is yours')) || (await titled(page, `${label}.latch.id`).isVisible()),
    } satisfies Course
  },
}

export const holdingJourneys = [balances, activity, receive, send, swap, buy, name]
