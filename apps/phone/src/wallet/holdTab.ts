/** One tab has the wallet at a time: two would answer the same question twice. The newest takes over. */

/** Resolves when this tab has it; `lost` is called when another one took it. */
export function holdTab(name: string, lost: () => void): Promise<void> {
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { steal: true }, () => {
        resolve()
        // Held until the page is closed or another one takes it.
        return new Promise<never>(() => {})
      })
      .catch(lost)
  })
}
