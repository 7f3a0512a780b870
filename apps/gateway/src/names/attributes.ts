/** What a name may say about itself: known keys only, each with its own rule (ENSIP-5 and ENSIP-18 name them). */
import { refuse } from '../http/refusal.js'

/** Text for people: nothing that a page could hide or turn around. The contract has bounded its length. */
const plain = (value: string) =>
  !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u.test(value) && value.trim() !== ''

const handle = (value: string) => /^@?[A-Za-z0-9_.-]{1,64}$/.test(value)

/** A web address without a password in it. */
function webAddress(value: string): boolean {
  if (!/^https:\/\/[^\s@]+$/.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

const picture = (value: string) => webAddress(value) || /^ipfs:\/\/[A-Za-z0-9]+(?:\/[\w.~%-]+)*$/.test(value)

const rules: Readonly<Record<string, (value: string) => boolean>> = {
  bio: plain,
  description: plain,
  alias: plain,
  location: plain,
  avatar: picture,
  header: picture,
  url: webAddress,
  'com.discord': handle,
  'com.github': handle,
  'com.twitter': handle,
  'com.x': handle,
  'org.telegram': handle,
  'xyz.farcaster': handle,
}

export function checkAttributes(attributes: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(attributes)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined
    if (!rule)
      throw refuse('attributes', `There is no attribute ${key}; known are ${Object.keys(rules).join(', ')}`)
    if (!rule(value)) throw refuse('attributes', `The value of ${key} is not one that it can have`)
  }
}
