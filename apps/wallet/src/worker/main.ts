/** The worker's script: one desk, which ends with the worker. It has no use for the network, and its own policy denies it. */
import './locked.js'
import { createWorkDesk, type WorkRequest } from './worker.js'

const answer = createWorkDesk()

// Only the page that made a dedicated worker can write to it.
addEventListener('message', ({ data }: MessageEvent<WorkRequest>) => {
  void answer(data).then((told) => postMessage(told))
})
