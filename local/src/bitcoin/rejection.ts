/** Why a transaction is not taken, with the code and the words of a node. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}
