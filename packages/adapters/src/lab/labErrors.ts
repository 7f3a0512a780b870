/** What real wallets throw, code and words. */

/** As wallets do it: an ordinary error with a number on it. */
const error = (code: number, message: string, data?: unknown) =>
  Object.assign(new Error(message), data === undefined ? { code } : { code, data })

export const labErrors = {
  rejected: () => error(4001, 'User rejected the request.'),
  unauthorised: () => error(4100, 'The requested account and/or method has not been authorized by the user.'),
  gone: () => error(4900, 'The wallet is disconnected.'),
  unknownChain: () => error(4902, 'Unrecognized chain ID. Try adding the chain first.'),
  missing: (method: string) => error(-32601, `The method "${method}" does not exist / is not available.`),
  pending: (method: string) => error(-32002, `Request of type '${method}' already pending. Please wait.`),
  invalid: (message: string) => error(-32602, message),
  custom: ({ code, message, data }: LabError) => error(code, message, data),
} as const

export interface LabError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}
