/** Ends a process of the local world once, cleanly, on the first signal that asks for it. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export function onStop(stop: () => Promise<void>): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, end)
}
