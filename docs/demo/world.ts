/** Whether `npm start` serves this page: then there is a gateway behind it, and a chain. */

/** In milliseconds: the file lies beside the page. */
const patience = 2_000

export async function hasLocalWorld(): Promise<boolean> {
  // Elsewhere there is none, and a question would leave an error in the console.
  if (!['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)) return false
  try {
    const answer = await fetch('/local.json', { signal: AbortSignal.timeout(patience) })
    return answer.ok && answer.headers.get('content-type')?.includes('json') === true
  } catch {
    return false
  }
}
