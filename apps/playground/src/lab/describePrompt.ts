/** A wallet's question in words a person understands. */
import type { LabPrompt } from 'latchkey/testing'

const questions: Readonly<Record<string, string>> = {
  eth_requestAccounts: 'This site wants to see your address.',
  personal_sign: 'Sign this message?',
  eth_signTypedData_v4: 'Sign this data?',
  eth_sendTransaction: 'Send this transaction?',
  wallet_switchEthereumChain: 'Move to another network?',
  wallet_addEthereumChain: 'Add this network?',
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
  if (method === 'personal_sign') return textOf(String(first))
  if (method === 'eth_signTypedData_v4') return String(second)
  return JSON.stringify(first, null, 2)
}

function textOf(hex: string): string {
  const bytes = hex.slice(2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
}
