/** Plays scenes on bare pages, several at once, each page loaded one time; its clock stands still between steps. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { during } from '../../../scripts/a11y/checks.mjs'
import { movements } from '../../../scripts/a11y/measure.mjs'
import type { Playground } from '../browse.js'

/** Where the checks look. What acts in the modal is told from text by its shape alone; a row has a picture, too. */
export const modal = { host: 'latchkey-modal', box: 'dialog', shaped: '[part~=action]' } as const

/** The buttons that an app puts into its page. */
export const pageButtons = {
  host: 'latchkey-button, latchkey-connect-button, latchkey-account-button, latchkey-network-button',
  shaped: 'button',
} as const

export interface Stage {
  readonly page: Page
  /** What the page complained about since the last scene began. */
  readonly complaints: string[]
  /** What moved on it since then, although the person asked for none. */
  readonly moved: ReadonlySet<string>
  /** Plays a scene until nothing on it moves any more. */
  play(name: string): Promise<void>
  /** Waits for what the page does, and moves its clock meanwhile. */
  during<T>(work: Promise<T>): Promise<T>
}

export interface StageOptions {
  /** What stands after the `?` of its address. */
  readonly query?: string
  readonly context?: BrowserContextOptions
  /** How far the clock goes at a time, in milliseconds; far where nobody looks at what moves meanwhile. */
  readonly stride?: number
  /** What is played; the modal unless told otherwise. */
  readonly place?: Place
}

interface Place {
  readonly host: string
  readonly box?: string
  readonly shaped: string
}

/** A day on which nothing happened, so that dates read the same in every run. */
const noon = new Date('2026-01-15T12:00:00Z')

const step = 250
/** So long without a change is rest: longer than any scene takes to answer or to ask again. */
const restful = 2500
/** Drawn so often without a change, in real time, it has come to rest there, too. */
const restfulFrames = 3
/** A part that does not come in this time does not come: a test has longer, so that it says which. */
const patience = 90_000
/** A message goes away by itself before that. */
const brief = 750

async function openStage(
  playground: Playground,
  { query = '', context, stride = step, place = modal }: StageOptions = {},
): Promise<Stage> {
  const { page, complaints, underWay } = await playground.open(
    { reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC', ...context },
    { path: `stage.html${query && `?${query}`}`, now: noon },
  )
  const moved = new Set<string>()

  async function settle(name: string): Promise<void> {
    const isBrief = name in briefScenes
    const asked: Asked = { name, isBrief, ...place }
    const [wanted, far] = isBrief ? [brief, step] : [restful, stride]
    let before = ''
    let same = 0
    let steps = 0
    const until = performance.now() + patience
    while (steps < 200 && performance.now() < until) {
      // On a busy machine the page waits for its parts longer than for anything it does itself.
      if (underWay.size === 0) steps++
      // Nor does a message go away meanwhile.
      await page.clock.runFor(isBrief && (underWay.size > 0 || before === '') ? 1 : far)
      // Both in one question: views that come and go are looked at while they do.
      const [now, moves] = await page.evaluate<[string, string[]]>(
        `[(${outline})(${JSON.stringify(asked)}), (${movements})(${JSON.stringify(place)})]`,
      )
      for (const move of moves) moved.add(move)
      same = now !== '' && now === before && underWay.size === 0 ? same + far : 0
      before = now
      if (same < wanted) continue
      // What has come may not be run yet, nor what is laid out reported: the clock of the page tells nothing of either.
      for (let frame = 0; frame < restfulFrames; frame++) await page.evaluate(nextFrame)
      if ((await page.evaluate<string>(`(${outline})(${JSON.stringify(asked)})`)) === before) return
      same = 0
    }
    const awaited = [...underWay].map((request) => request.url()).join(', ')
    throw new Error(`“${name}” does not come to rest${awaited && `, and waits for ${awaited}`}`)
  }

  return {
    page,
    complaints,
    moved,
    async play(name) {
      complaints.length = 0
      moved.clear()
      await page.evaluate((wanted) => {
        location.hash = encodeURIComponent(wanted)
      }, name)
      await settle(name)
    },
    during: (work) => during(page, work),
  }
}

/** Scenes about messages that go away: without its message none of them is there. */
const briefScenes = { Success: true, Error: true, Loading: true } as const

/** Resolves when the browser has drawn once more, by no clock that a test can stop. Runs in the page. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(document.documentElement)
  })

interface Asked extends Place {
  readonly name: string
  readonly isBrief: boolean
}

/** What the scene shows, as text; nothing while it is on its way. Countdowns go on for ever. Runs in the page. */
function outline({ name, host, box, isBrief }: Asked): string {
  if (document.body.dataset.scene !== name) return ''
  const roots = Array.from(document.querySelectorAll(host), ({ shadowRoot }) => shadowRoot)
  if (box === undefined) return roots.map((root) => root?.innerHTML).join('\n')
  const dialog = roots[0]?.querySelector(`${box}[open]`)
  if (isBrief && !dialog?.querySelector('[part=toast]')) return ''
  return dialog?.querySelector('h2') ? dialog.innerHTML.replaceAll(/\d+/g, '') : ''
}

/** So many stages, each used by one scene at a time. */
export async function openStages(playground: Playground, count: number, options?: StageOptions) {
  const free = await Promise.all(Array.from({ length: count }, () => openStage(playground, options)))
  const waiting: ((stage: Stage) => void)[] = []
  return async <T>(work: (stage: Stage) => Promise<T>): Promise<T> => {
    const stage = free.pop() ?? (await new Promise<Stage>((resolve) => waiting.push(resolve)))
    try {
      return await work(stage)
    } finally {
      const next = waiting.shift()
      if (next) next(stage)
      else free.push(stage)
    }
  }
}
