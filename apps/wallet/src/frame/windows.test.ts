/** Doors to the wallet's windows: one address ahead, none that nobody wants, and a press that is never lost. */
import { expect, test, vi } from 'vitest'
import { refusedByPerson, unavailable, WalletRefusal } from '../api/walletRefusal.js'
import { sealParcel } from '../device/parcel.js'
import { openTestFrame, type TestServer } from './testFrame.js'
import { openDoor } from './windows.js'

/** A door whose addresses come when the test says so. */
function open(windowWait: TestServer['windowWait'] = () => new Promise(() => {})) {
  const asked: { give: (n: number) => void; refuse: (reason: Error) => void }[] = []
  const timers = new Set<() => void>()
  const waits: number[] = []
  const page = { isVisible: true, whenSeen: () => {} }
  const opened: string[] = []
  const { context } = openTestFrame(
    {
      windowCreate: () =>
        new Promise((resolve, reject) => {
          const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
          const give = (n: number) =>
            resolve({ windowId: id(n), url: `https://wallet.example/recover#${n}`, expiresAt: 1, now: 0 })
          asked.push({ give, refuse: reject })
        }),
      windowWait,
    },
    {
      after(ms, run) {
        waits.push(ms)
        timers.add(run)
        return () => timers.delete(run)
      },
      whenVisible(run) {
        if (page.isVisible) run()
        else page.whenSeen = run
        return () => {
          page.whenSeen = () => {}
        }
      },
      openWindow: (url) => opened.push(url),
    },
  )
  const door = openDoor(context, { purpose: 'recover' })
  const fire = () => {
    for (const run of [...timers]) {
      timers.delete(run)
      run()
    }
  }
  return { context, door, asked, timers, waits, page, opened, fire }
}

const later = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a press before there is an address opens the window as soon as there is one', async () => {
  const { door, asked, opened } = open()
  door.open()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.give(1)
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  door.close()
})

test('a door that was closed opens no window and leaves no timer, though an address was under way', async () => {
  const { door, asked, opened, timers } = open()
  door.open()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  door.close()
  asked[0]?.give(1)
  await later()
  expect(opened).toEqual([])
  expect(timers.size).toBe(0)
  door.open()
  await later()
  expect(asked).toHaveLength(1)
})

test('a press while the address is renewed starts no second renewal', async () => {
  const { door, asked, opened, timers, fire } = open()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.give(1)
  await vi.waitFor(() => expect(timers.size).toBe(1))
  fire()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  door.open()
  await later()
  expect(opened).toHaveLength(1)
  expect(asked).toHaveLength(2)
  asked[1]?.give(2)
  await vi.waitFor(() => expect(timers.size).toBe(1))
  door.close()
  expect(timers.size).toBe(0)
})

test('a refusal for good is told, and the next press tries again', async () => {
  const { door, asked, opened } = open()
  const told = expect(door.done).rejects.toMatchObject({ code: refusedByPerson().code })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.refuse(refusedByPerson())
  await told
  door.open()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.give(2)
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  door.close()
})

test('a server that is away is asked again after a while', async () => {
  const { door, asked, timers, fire } = open()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.refuse(unavailable())
  await vi.waitFor(() => expect(timers.size).toBe(1))
  fire()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  door.close()
})

test('a server that counts is asked again when it said, and not before', async () => {
  const { door, asked, waits } = open()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.refuse(new WalletRefusal({ code: 'RATE', message: 'Later', retryAfter: 90 }))
  await vi.waitFor(() => expect(waits).toEqual([90_000]))
  door.close()
})

test('in the background no address is renewed; whoever comes back gets a new one', async () => {
  const { door, asked, timers, page, opened, fire } = open()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.give(1)
  await vi.waitFor(() => expect(timers.size).toBe(1))
  page.isVisible = false
  fire()
  await later()
  expect(asked).toHaveLength(1)
  page.isVisible = true
  page.whenSeen()
  door.open()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(opened).toEqual([])
  asked[1]?.give(2)
  await vi.waitFor(() => expect(opened).toEqual([expect.stringContaining('#2.')]))
  door.close()
})

test('a door that is closed in the background waits for nobody to come back', async () => {
  const { door, asked, timers, page, fire } = open()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.give(1)
  await vi.waitFor(() => expect(timers.size).toBe(1))
  page.isVisible = false
  fire()
  door.close()
  page.whenSeen()
  await later()
  expect(asked).toHaveLength(1)
})

test('the server holds one question, however often the person presses; and the window that they finish is heard', async () => {
  const questions: { id: string; isHeld: boolean }[] = []
  let isFirstDone = false
  const { door, asked, opened, fire } = open(({ params, query }) => {
    const isHeld = query.known !== undefined
    questions.push({ id: params.id.slice(-1), isHeld })
    if (isHeld) return new Promise(() => {})
    return { state: isFirstDone && params.id.endsWith('1') ? 'done' : 'open', now: 0 }
  })
  for (const press of [1, 2, 3]) {
    await vi.waitFor(() => expect(asked).toHaveLength(press))
    asked[press - 1]?.give(press)
    door.open()
    await vi.waitFor(() => expect(opened).toHaveLength(press))
  }
  // A window is asked after once more only when the question before was given up.
  await vi.waitFor(() => expect(questions).toContainEqual({ id: '2', isHeld: false }))
  const lastOf = (id: string) => questions.findLast((each) => each.id === id)?.isHeld
  expect([lastOf('1'), lastOf('2'), lastOf('3')]).toEqual([false, false, true])
  isFirstDone = true
  await vi.waitFor(() => {
    fire()
    expect(questions.filter(({ id, isHeld }) => id === '1' && !isHeld).length).toBeGreaterThan(1)
  })
  await door.done
  door.close()
})

test.each([
  ['by itself', false],
  ['while another window is opened', true],
])('what could not be taken over is taken over when it can be, %s', async (_, isPressedAgain) => {
  const { context, door, asked, opened, fire } = open(async ({ params }) => {
    if (!params.id.endsWith('1')) return new Promise(() => {})
    const key = opened[0]?.split('.').at(-1) ?? ''
    return { state: 'done', parcel: await sealParcel(key, 'frame', {}), now: 0 }
  })
  // The last step of taking over.
  const step = vi.spyOn(context.account, 'forget')
  step.mockImplementationOnce(() => {
    if (isPressedAgain) door.open()
    throw unavailable()
  })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.give(1)
  door.open()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.give(2)
  await vi.waitFor(() => {
    fire()
    expect(step).toHaveBeenCalledTimes(2)
  })
  await door.done
  door.close()
})
