/** The questions on a lab wallet's screen. */
import { labErrors } from './labErrors.js'

export interface LabPrompt {
  readonly method: string
  readonly params: unknown
  approve(): void
  /** Without an error: the person says no. */
  reject(error?: unknown): void
}

export interface LabPrompts {
  list(): readonly LabPrompt[]
  /** Resolves when the person approves, rejects when not. */
  open(method: string, params: unknown): Promise<void>
  /** The oldest question, of a method if one is named; throws when there is none. */
  find(method?: string): LabPrompt
  /** Resolves when such a question is open, now or later. */
  asked(method?: string): Promise<LabPrompt>
  /** The page is gone and its questions with it. */
  clear(): void
}

export function createLabPrompts(wallet: string): LabPrompts {
  let prompts: readonly LabPrompt[] = []
  const waiters = new Set<() => void>()
  const match = (method: string | undefined) => prompts.find((each) => !method || each.method === method)
  return {
    list: () => prompts,
    open: (method, params) =>
      new Promise((resolve, reject) => {
        const close = () => {
          prompts = prompts.filter((each) => each !== prompt)
        }
        const prompt: LabPrompt = {
          method,
          params,
          approve() {
            close()
            resolve()
          },
          reject(error = labErrors.rejected()) {
            close()
            reject(error)
          },
        }
        prompts = [...prompts, prompt]
        for (const look of [...waiters]) look()
      }),
    find(method) {
      const found = match(method)
      if (!found) throw new Error(`${wallet} has not been asked: ${method ?? 'anything'}`)
      return found
    },
    asked: (method) =>
      new Promise((resolve) => {
        const look = () => {
          const found = match(method)
          if (!found) return
          waiters.delete(look)
          resolve(found)
        }
        waiters.add(look)
        look()
      }),
    clear() {
      prompts = []
    },
  }
}
