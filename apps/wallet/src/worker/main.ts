/** Entry of the worker bundle. */
import { createWorkDesk, type WorkRequest } from './worker.js'

const answer = createWorkDesk()
// The types of this room are those of pages, where `postMessage` asks for an origin; a worker has one parent.
const parent = self as unknown as { postMessage(message: unknown, transfer: Transferable[]): void }

self.addEventListener('message', ({ data }: MessageEvent<WorkRequest>) => {
  void answer(data).then((told) => parent.postMessage(told, []))
})
