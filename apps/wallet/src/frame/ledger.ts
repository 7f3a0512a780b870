/**
 * Which messages were heard already. An id is asked once; only where a person is waited for (D-12) may it be asked
 * again, after the answer "not yet", and only as the very same question.
 */

export interface Ledger {
  /** False for an id that is being answered, was answered, or now means something else. */
  admits(id: string, question: string): boolean
  settle(id: string, isPending: boolean): void
}

/** Far more than are in flight, and still not without end. */
const mostRemembered = 2_000

export function createLedger(): Ledger {
  const questions = new Map<string, { readonly question: string; isPending: boolean }>()
  return {
    admits(id, question) {
      const known = questions.get(id)
      if (known) {
        const isAskedAgain = known.isPending && known.question === question
        known.isPending = false
        return isAskedAgain
      }
      const [oldest] = questions.keys()
      if (oldest !== undefined && questions.size >= mostRemembered) questions.delete(oldest)
      questions.set(id, { question, isPending: false })
      return true
    },
    settle(id, isPending) {
      const known = questions.get(id)
      if (known) known.isPending = isPending
    },
  }
}
