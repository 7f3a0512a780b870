/** The cards that the sandbox knows. All others are refused unread, so that nobody's real card is ever taken. */
import { refuse } from '../../http/refusal.js'

export const testCards = { approved: '4242424242424242', declined: '4000000000000002' } as const

/** Refuses every card but the one that pays. */
export function requireApproved(card: string): void {
  const digits = card.replace(/[\s-]/g, '')
  if (digits === testCards.approved) return
  if (digits === testCards.declined) throw refuse('payload', 'The card was declined')
  throw refuse('payload', 'This is a sandbox: only its test cards work here')
}
