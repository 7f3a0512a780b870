/**
 * Breaks a connection to Redis whose answers stay away although it talks. An answer whose length was spoiled on its way
 * takes everything after it for its own rest; the socket is never silent, so nobody else would notice.
 */
import type { Redis } from 'ioredis'

/** @param late answers in a row that may be missing before it is made anew */
export function keepSteady(redis: Redis, late: number): Redis {
  let missing = 0
  let isBreaking = false
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    const answer = send(command, stream)
    command.promise.then(
      () => {
        missing = 0
      },
      (cause: unknown) => {
        missing = isLate(cause) ? missing + 1 : 0
        // Those that time out together break it once; a server that hangs lets go of it late.
        if (missing < late || isBreaking || redis.status !== 'ready') return
        isBreaking = true
        redis.disconnect(true)
      },
    )
    return answer
  }
  return redis
    .on('close', () => {
      isBreaking = false
    })
    .on('ready', () => {
      missing = 0
    })
}

/** Of `commandTimeout`. */
const isLate = (cause: unknown) => cause instanceof Error && cause.message === 'Command timed out'
