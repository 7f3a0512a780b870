/** What was put together is not this wallet's secret: nothing is signed, and nothing is asked of the person. */
export class KeyMismatch extends Error {
  override readonly name = 'KeyMismatch'
  /** Names the check that failed, never a value that it compared. */
  constructor(readonly check: 'share' | 'check value' | 'recovery key' | 'accounts' | 'epoch') {
    super(`The wallet on this device does not fit together (${check})`)
  }
}
