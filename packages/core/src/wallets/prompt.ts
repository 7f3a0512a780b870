/** Asks a wallet to connect, with never more than one such question open per wallet. */
import type { ConnectInput, Connector, WalletSession } from '../connector.js'
import type { KitContext } from '../context.js'
import { type Prompt, type RunningAttempt, type WalletKey, walletKey } from '../jobs.js'
import { dropSession } from './leave.js'
import { isAbort } from './walletError.js'

/**
 * The wallet's answer for this attempt. A question that an earlier, abandoned attempt left on the wallet's screen is
 * taken over rather than asked twice: wallets refuse a second one, and the person would see two.
 */
export async function promptWallet(
  context: KitContext,
  connector: Connector,
  attempt: RunningAttempt,
  input: Omit<ConnectInput, 'signal'>,
): Promise<WalletSession> {
  const { prompts, lanes, leaving } = context.jobs
  const { signal } = attempt
  const key = walletKey(connector.namespace, connector.id)
  for (;;) {
    await leaving.get(key)
    signal.throwIfAborted()
    let prompt: Prompt | undefined
    try {
      // Other requests to this wallet end first; the wallet is asked when its screen is free.
      return await lanes.run(key, signal, () => {
        prompt = prompts.get(key) ?? openPrompt(context, connector, input)
        return waitFor(context, prompt, key, signal)
      })
    } catch (cause) {
      signal.throwIfAborted()
      // The refusal answers the withdrawal of the earlier attempt, not this one: ask afresh.
      if (!(prompt?.isWithdrawn && isAbort(cause))) throw cause
    }
  }
}

function openPrompt(context: KitContext, connector: Connector, input: Omit<ConnectInput, 'signal'>): Prompt {
  const key = walletKey(connector.namespace, connector.id)
  const { prompts } = context.jobs
  const controller = new AbortController()
  const prompt: Prompt = {
    // An async function, so that a connector that throws at once is a refusal like any other.
    answer: (async () => connector.connect({ ...input, signal: controller.signal }))(),
    waiters: 0,
    isWithdrawn: false,
    withdraw() {
      this.isWithdrawn = true
      controller.abort()
    },
  }
  prompts.set(key, prompt)
  prompt.answer.then(
    (session) => {
      prompts.delete(key)
      if (prompt.waiters === 0) dropSession(context, key, session)
    },
    () => prompts.delete(key),
  )
  return prompt
}

/** Rejects at once when the attempt is given up; the question is then withdrawn if nobody else wants its answer. */
function waitFor(
  context: KitContext,
  prompt: Prompt,
  key: WalletKey,
  signal: AbortSignal,
): Promise<WalletSession> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      prompt.waiters -= 1
      if (prompt.waiters === 0) prompt.withdraw()
      reject(signal.reason)
    }
    prompt.waiters += 1
    signal.addEventListener('abort', onAbort, { once: true })
    prompt.answer.then(
      (session) => {
        signal.removeEventListener('abort', onAbort)
        // Given up in the very moment of the answer, after `openPrompt` counted us as waiting.
        if (signal.aborted) dropSession(context, key, session)
        else resolve(session)
      },
      (cause: unknown) => {
        signal.removeEventListener('abort', onAbort)
        reject(cause)
      },
    )
  })
}
