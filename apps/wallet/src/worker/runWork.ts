/** One worker for one piece of work: started, asked, and ended, whatever came of it. Keys never outlive it. */
import type { WorkAnswer, WorkName, WorkRequests, WorkResult } from './worker.js'

/** Long enough for a slow phone, and for nothing else: no person is waited for here. */
const deadline = 15_000

export interface KeyWorker {
  /** What S is to be sealed to. */
  readonly publicKey: string
  run<name extends WorkName>(name: name, ...input: WorkRequests[name]): Promise<WorkResult<name>>
  end(): void
}

/** `create` makes the worker; its address is a constant that the page's policy knows. */
export async function startKeyWorker(create: () => Worker): Promise<KeyWorker> {
  const worker = create()
  const end = () => worker.terminate()
  const ask = (message: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const listening = new AbortController()
      const settle = (done: () => void) => {
        listening.abort()
        clearTimeout(timer)
        done()
      }
      const fail = (reason: string) =>
        settle(() => {
          end()
          reject(new Error(reason))
        })
      const timer = setTimeout(() => fail('The wallet took too long'), deadline)
      const once = { signal: listening.signal }
      worker.addEventListener('error', () => fail('The wallet stopped'), once)
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<WorkAnswer>) =>
          data.isDone ? settle(() => resolve(data.result)) : fail(data.reason),
        once,
      )
      worker.postMessage(message, [])
    })
  try {
    const publicKey = await ask({ name: 'receive', input: [] })
    return {
      publicKey: String(publicKey),
      // The worker's table says what each name answers; the compiler cannot follow it through a message.
      run: (name, ...input) => ask({ name, input }) as Promise<never>,
      end,
    }
  } catch (error) {
    end()
    throw error
  }
}
