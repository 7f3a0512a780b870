/** Where a lab wallet of any namespace takes its questions: scripts decide first, then the person, then the wallet answers. */
import { labErrors } from './labErrors.js'
import { createLabPrompts, type LabPrompt } from './labPrompts.js'
import { createLabScripts, type LabNext } from './labScripts.js'

export interface LabDeskInput {
  /** Of the wallet, for the words of errors. */
  readonly name: string
  /** Methods that wait for `approve()` or `reject()`, or `true` for every question a person would see. */
  readonly asks?: readonly string[] | true
  /** Methods it does not have. */
  readonly lacks?: readonly string[]
}

/** What a test can do with the questions of a wallet. */
export interface LabControls {
  /** Decides what becomes of the next question. */
  readonly next: LabNext
  /** Everything that was ever asked, oldest first. */
  readonly requests: readonly LabRequest[]
  /** Those of them that came before a person, or would have. */
  readonly seen: readonly LabRequest[]
  /** Questions on the screen, oldest first. */
  readonly prompts: readonly LabPrompt[]
  /** Resolves when a question is on the screen. */
  asked(method?: string): Promise<LabPrompt>
  approve(method?: string): void
  reject(method?: string, error?: unknown): void
  /** The page was closed or reloaded: its questions disappear unanswered. */
  pageLeft(): void
}

export interface LabRequest {
  readonly method: string
  readonly params?: unknown
}

export interface LabQuestion extends LabRequest {
  /** A person would see it; others are answered without a word. */
  readonly isPrompt: boolean
  /** A second one is refused while the first is open, as real wallets do with connection questions. */
  readonly isSingle?: boolean
  /** What a locked wallet answers. */
  readonly locked: unknown
  answer(how: LabAnswerOptions): unknown
}

export interface LabAnswerOptions {
  readonly signsWrongly: boolean
}

export interface LabDesk extends LabControls {
  ask(question: LabQuestion): Promise<unknown>
  /** From now on nothing is answered. */
  vanish(): void
}

export function createLabDesk({ name, asks = [], lacks = [] }: LabDeskInput): LabDesk {
  const prompts = createLabPrompts(name)
  const scripts = createLabScripts()
  const requests: LabRequest[] = []
  const seen: LabRequest[] = []
  let isGone = false

  async function ask({ method, params, isPrompt, isSingle = false, locked, answer }: LabQuestion) {
    requests.push({ method, params })
    if (isPrompt) seen.push({ method, params })
    if (isGone) return never()
    const script = scripts.take(method, isPrompt)
    if (script?.do === 'hang') return never()
    if (script?.do === 'reject') throw labErrors.rejected()
    if (script?.do === 'sayPending') throw labErrors.pending(method)
    if (script?.do === 'forgetChain') throw labErrors.unknownChain()
    if (script?.do === 'answerLocked') return locked
    if (script?.do === 'fail') throw labErrors.custom(script.error)
    if (lacks.includes(method)) throw labErrors.missing(method)
    if (isPrompt && isSingle && prompts.list().some((each) => each.method === method)) {
      throw labErrors.pending(method)
    }
    const isAsked = isPrompt && (asks === true || asks.includes(method))
    if (script?.do === 'wait' || isAsked) await prompts.open(method, params)
    return answer({ signsWrongly: script?.do === 'signWrongly' })
  }

  return {
    ask,
    next: scripts.next,
    requests,
    seen,
    get prompts() {
      return prompts.list()
    },
    asked: prompts.asked,
    approve: (method) => prompts.find(method).approve(),
    reject: (method, error) => prompts.find(method).reject(error),
    pageLeft: prompts.clear,
    vanish() {
      isGone = true
      prompts.clear()
    },
  }
}

const never = () => new Promise<never>(() => {})
