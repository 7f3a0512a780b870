/** What a lab wallet does with the next question instead of what it is asked. */

export type LabScript =
  | {
      readonly do: 'reject' | 'hang' | 'wait' | 'answerLocked' | 'sayPending' | 'forgetChain' | 'signWrongly'
    }
  | {
      readonly do: 'fail'
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown }
    }

/** Each line holds for one question: the next one a person would see, or the next of the method that is named. */
export interface LabNext {
  /** The person says no (4001). */
  reject(method?: string): void
  /** Nobody ever answers. */
  hang(method?: string): void
  /** The question stays open until `approve()` or `reject()`, however late. */
  wait(method?: string): void
  /** The wallet is locked: it shares no accounts. */
  answerLocked(method?: string): void
  /** An earlier question is still open (-32002). */
  sayPending(method?: string): void
  /** The wallet does not know the network (4902). */
  forgetChain(method?: string): void
  /** The signature comes from a key the page never saw. */
  signWrongly(method?: string): void
  /** Any error at all. */
  fail(
    error: { readonly code: number; readonly message: string; readonly data?: unknown },
    method?: string,
  ): void
}

export interface LabScripts {
  readonly next: LabNext
  /** Takes the script for this question off the list. */
  take(method: string, isPrompt: boolean): LabScript | undefined
}

export function createLabScripts(): LabScripts {
  let queue: readonly { readonly script: LabScript; readonly method: string | undefined }[] = []
  const push = (script: LabScript, method: string | undefined) => {
    queue = [...queue, { script, method }]
  }
  const simple = (name: Exclude<LabScript['do'], 'fail'>) => (method?: string) => push({ do: name }, method)
  return {
    next: {
      reject: simple('reject'),
      hang: simple('hang'),
      wait: simple('wait'),
      answerLocked: simple('answerLocked'),
      sayPending: simple('sayPending'),
      forgetChain: simple('forgetChain'),
      signWrongly: simple('signWrongly'),
      fail: (error, method) => push({ do: 'fail', error }, method),
    },
    take(method, isPrompt) {
      const found = queue.find((each) => (each.method === undefined ? isPrompt : each.method === method))
      queue = queue.filter((each) => each !== found)
      return found?.script
    },
  }
}
