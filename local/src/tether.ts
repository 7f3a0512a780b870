/**
 * Preloaded into every child of the supervisor: when the supervisor is gone, however it went, the child stops
 * itself. Children live in sessions of their own, so that Ctrl-C reaches only the supervisor; without this they
 * would outlive a supervisor that was killed.
 */
const patience = 15_000

if (process.connected) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), patience).unref()
  })
  // The channel carries no messages and must not keep a child alive that has nothing left to do.
  process.channel?.unref()
}
