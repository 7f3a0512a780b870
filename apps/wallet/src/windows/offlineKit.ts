/** Offers the offline kit to a person who has just written down a recovery code: a file that works without this server. */
import { wipe } from '../keys/bytes.js'
import { fillKit, isKitTemplate, kitTemplatePath } from '../kit/template.js'
import { h } from '../look/draw.js'
import { copy } from '../words/en/offline.js'
import { tongueOf, wordsOf } from '../words/words.js'
import { busy, button, head } from './parts.js'
import type { WindowSession } from './session.js'
import { type Stage, textOf, WindowProblem } from './stage.js'
import { makeKit } from './work.js'

const t = wordsOf(copy)

const fileName = 'wallet-offline-kit.html'
/** The browser has read the file by then. */
const addressLife = 60_000

/** Settles when the person is done with it, saved or not. `code` is wiped. */
export function offerKit(stage: Stage, session: WindowSession, code: Uint8Array<ArrayBuffer>): Promise<void> {
  return new Promise((resolve) => {
    const problem = h('p', { class: 'problem', role: 'alert' })
    const save = button(t('offline.save'), () => void keep(), { look: 'accent', icon: 'key' })
    const leave = button(t('offline.not-now'), done, { look: 'plain' })
    let file: string | undefined
    let isOver = false
    function done(): void {
      isOver = true
      wipe(code)
      resolve()
    }
    async function keep(): Promise<void> {
      problem.replaceChildren()
      try {
        // Made once: the level that it takes is used up.
        file ??= await busy(save, () => kitFile(session, code))
        if (isOver) return
        download(file)
        leave.replaceChildren(t('offline.done'))
      } catch (error) {
        problem.replaceChildren(textOf(error))
      }
    }
    stage.show(
      ...head({
        icon: 'key',
        title: t('offline.title'),
        text: t('offline.detail'),
      }),
      h('p', { class: 'lead' }, t('offline.keep')),
      problem,
      h('div', { class: 'actions' }, save, leave),
    )
  })
}

async function kitFile(session: WindowSession, code: Uint8Array<ArrayBuffer>): Promise<string> {
  // The code is wiped with the page, which may be left meanwhile.
  const taken = code.slice()
  try {
    // First, since the other is told to the mailbox.
    const template = await readTemplate()
    const { kit, waits } = await makeKit(session, taken)
    await new Promise((resolve) => setTimeout(resolve, waits))
    return fillKit(template, { ...kit, tongue: tongueOf('kit') })
  } finally {
    wipe(taken)
  }
}

async function readTemplate(): Promise<string> {
  const answer = await fetch(kitTemplatePath, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  const text = answer?.ok ? await answer.text().catch(() => '') : ''
  if (!isKitTemplate(text)) throw new WindowProblem(t('offline.failed'))
  return text
}

function download(html: string): void {
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  h('a', { href: url, download: fileName }).click()
  setTimeout(() => URL.revokeObjectURL(url), addressLife)
}
