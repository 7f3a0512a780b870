/** Sends the person through a window of the wallet: the frame shows the button, the window does the rest. */
import type { FrameContext } from './context.js'
import type { WindowPurpose } from './panel/screen.js'
import { rejected } from './rpc/rpcFailure.js'
import { openDoor } from './windows.js'

/** Settles when the window is done; rejects where the person, or the page, gave up. */
export async function throughWindow(
  context: FrameContext,
  purpose: Exclude<WindowPurpose, 'approve'>,
  signal: AbortSignal,
): Promise<void> {
  const door = openDoor(context, { purpose })
  const givenUp = new AbortController()
  const shown = context.panel.show({
    kind: 'window',
    purpose,
    open: door.open,
    cancel: () => givenUp.abort(),
  })
  try {
    await Promise.race([door.done, aborted(AbortSignal.any([signal, givenUp.signal]))])
  } finally {
    shown.close()
    door.close()
  }
}

/** Rejects when it is. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const give = () => reject(rejected())
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
}
