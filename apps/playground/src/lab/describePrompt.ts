/** A wallet's question in words a person understands, whatever its namespace calls it. */
import type { LabPrompt } from 'latchkey/testing'

const questions: Readonly<Record<string, string>> = {
  eth_requestAccounts: 'This site wants to see your address.',
  personal_sign: 'Sign this message?',
  eth_signTypedData_v4: 'Sign this data?',
  eth_sendTransaction: 'Send this transaction?',
  wallet_switchEthereumChain: 'Move to another network?',
  wallet_addEthereumChain: 'Add this network?',
  'solana:signMessage': 'Sign this message?',
  'solana:signIn': 'Sign in to this site?',
  'solana:signTransaction': 'Sign this transaction?',
  'solana:signAndSendTransaction': 'Send this transaction?',
  signMessage: 'Sign this message?',
  signPsbt: 'Sign these inputs?',
  sendTransfer: 'Pay this amount?',
  signRaw: 'Sign this message?',
  signPayload: 'Sign this transaction?',
}

export function describePrompt({ method, params }: LabPrompt): {
  readonly question: string
  readonly detail: string
} {
  return { question: questions[method] ?? method, detail: detailOf(method, params) }
}

function detailOf(method: string, params: unknown): string {
  const list: readonly unknown[] = Array.isArray(params) ? params : []
  const [first, second] = list
  if (method === 'eth_requestAccounts') return location.host
  if (method === 'personal_sign') return textOfHex(String(first))
  if (method === 'eth_signTypedData_v4') return String(second)
  if (method === 'solana:signMessage') return textOfBase64(String(fieldOf(params, 'message')))
  if (method === 'signMessage') return String(fieldOf(params, 'message'))
  if (method === 'signRaw') return textOfHex(String(fieldOf(params, 'data')))
  return JSON.stringify(list.length > 0 ? first : params, null, 2)
}

const fieldOf = (params: unknown, field: string): unknown =>
  params instanceof Object ? Reflect.get(params, field) : undefined

const textOfBase64 = (text: string) =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))

function textOfHex(hex: string): string {
  const bytes = hex.slice(2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
}
