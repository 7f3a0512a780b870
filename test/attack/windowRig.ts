/** A real browser on the windows of a real wallet origin; the frame beside it is its own code, in this process. */
import { randomUUID } from 'node:crypto'
import {
  type ApprovalPayload,
  approvalPayloadText,
  type WalletAnswerOf,
  type windowPurposes,
} from '@latchkey/spec/walletApi'
import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  page as shop,
  startWalletWorld,
  type WalletWorld,
} from '../../apps/gateway/src/testing/walletWorld.js'
import type { KeptShare } from '../../apps/wallet/src/device/deviceStore.js'
import {
  createParcelKey,
  openParcel,
  sealParcel,
  shareToParcel,
} from '../../apps/wallet/src/device/parcel.js'
import { digestOf } from '../../apps/wallet/src/worker/approved.js'
import { test as browse, phone } from '../harness/browse.js'
import { walletDist } from '../harness/paths.js'
import { type Problems, watchProblems } from '../harness/problems.js'
import { openRealFrame, type RealFrame, signInByEmail } from './realFrame.js'

export const startWindowWorld = (): Promise<WalletWorld> =>
  startWalletWorld({ LATCHKEY_WALLET_DIR: walletDist })

/** Another site on the same machine. */
export const shopOf = ({ origin }: WalletWorld): string => origin.replace('localhost', 'shop.localhost')

export interface Opened {
  readonly page: Page
  readonly problems: Problems
  readonly passkeys: Authenticator
}

/** Opens a window in a browser context of its own, with an authenticator that is there before the page is. */
export type OpenWindow = (
  world: WalletWorld,
  address: string,
  authenticator?: Parameters<typeof addAuthenticator>[1],
) => Promise<Opened>

/** The wallet of a test has an origin of its own, so its pages are watched by rules of their own. */
export const test = browse.extend('openWindow', async ({ browser }, { onCleanup }): Promise<OpenWindow> => {
  const all: Opened[] = []
  onCleanup(async () => {
    for (const { page } of all) await page.context().close()
    const complaints = all.flatMap(({ problems }) => problems.unexpected())
    expect(complaints, 'complaints of the page that the test did not announce').toEqual([])
  })
  return async (world, address, authenticator) => {
    const context = await browser.newContext({ viewport: phone })
    // Several browsers at once on a busy machine take their time for an element.
    context.setDefaultTimeout(20_000)
    const origins = [world.origin, shopOf(world)]
    const problems = await watchProblems(context, { origins })
    const page = await context.newPage()
    await page.goto(`${world.origin}/`)
    const passkeys = await addAuthenticator(page, authenticator)
    const opened = { page, problems, passkeys }
    all.push(opened)
    await page.goto(address)
    return opened
  }
})

export interface Person {
  readonly email: string
  readonly frame: RealFrame
  readonly userId: string
  share(): Promise<KeptShare>
  /** The frame writes down what it was asked for. */
  ask(
    payload?: (address: string) => Partial<ApprovalPayload>,
  ): Promise<{ id: string; payload: string; digest: string }>
  /** Makes a window and gives its address, with what the frame puts behind it. */
  openWindow(purpose: (typeof windowPurposes)[number], approvalId?: string): Promise<OpenedWindow>
}

export interface OpenedWindow {
  readonly address: string
  readonly windowId: string
  /** What the window left for its frame. */
  result(): Promise<
    { state: WalletAnswerOf<'windowWait'>['state'] } & Awaited<ReturnType<typeof openParcel<'frame'>>>
  >
}

let people = 0

/** Signed in by email, with a wallet, through the frame's own messages. */
export async function createPerson(world: WalletWorld, frame?: RealFrame, as?: string): Promise<Person> {
  people += 1
  const email = as ?? `window${people}@example.com`
  const own = frame ?? (await openRealFrame(world))
  await signInByEmail(world, own, email)
  const { api, store } = own.context
  const userId = own.context.session.require().userId
  const share = async () => {
    const kept = await store.share(userId)
    if (!kept) throw new Error('The frame has no share')
    return kept
  }
  return {
    email,
    frame: own,
    userId,
    share,
    async ask(given = () => ({})) {
      const { marks } = await share()
      const account = marks.accounts.find(({ type, namespace }) => type === 'eoa' && namespace === 'eip155')
      const address = account?.address ?? ''
      const payload = approvalPayloadText({
        v: 1,
        origin: shop,
        account: address,
        namespace: 'eip155',
        chainId: 'eip155:31337',
        method: 'personal_sign',
        params: [`0x${Buffer.from('An order of two lamps').toString('hex')}`, address],
        ...given(address),
      })
      const id = randomUUID()
      const digest = digestOf(payload)
      const body = { id, walletId: marks.walletId, payload, digest }
      await api.call('approvalCreate', { body })
      return { id, payload, digest }
    },
    async openWindow(purpose, approvalId) {
      const key = createParcelKey()
      const kept = await store.share(userId)
      const parcel = await sealParcel(key, 'window', kept ? { share: shareToParcel(kept) } : {})
      const body = { purpose, parcel, ...(approvalId === undefined ? {} : { approvalId }) }
      const { url, windowId } = await api.call('windowCreate', { body })
      return {
        address: `${url}.${key}`,
        windowId,
        async result() {
          const { state, parcel: sealed } = await api.call('windowWait', {
            params: { id: windowId },
            query: {},
          })
          return { state, ...(sealed === undefined ? {} : await openParcel(key, 'frame', sealed)) }
        },
      }
    },
  }
}

export interface Authenticator {
  readonly session: CDPSession
  /** The person does not answer. */
  refuse(): Promise<void>
  accept(): Promise<void>
}

/** A platform authenticator of the browser's own making. */
export async function addAuthenticator(
  page: Page,
  options: { hasPrf?: boolean; hasUserVerification?: boolean } = {},
): Promise<Authenticator> {
  const { hasPrf = true, hasUserVerification = true } = options
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification,
      isUserVerified: true,
      hasPrf,
      automaticPresenceSimulation: true,
    },
  })
  const verified = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return {
    session,
    refuse: async () => void (await verified(false)),
    accept: async () => void (await verified(true)),
  }
}

/** As a person presses: the mouse comes, the button wakes, down and up. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  await page.mouse.move(20, 20)
  await page.locator('button:not([aria-disabled])', { hasText: name }).waitFor()
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error(`The button ${String(name)} has no place`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
  await page.mouse.down()
  await page.mouse.up()
}
