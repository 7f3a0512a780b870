/** The shapes of an avatar: discs that lie where the bytes of the address put them. */
import { hashOf } from './hues.js'

export interface AvatarShape {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly tone: 'light' | 'deep' | 'second'
}

const tones = ['second', 'deep', 'light'] as const

/** On a field of 64 by 64. Written in any case, an address gives the same shapes. */
export function avatarShapes(address: string): readonly AvatarShape[] {
  return tones.map((tone, index) => {
    const hash = hashOf(`${index}${address.toLowerCase()}`)
    return {
      x: hash % 64,
      y: (hash >>> 6) % 64,
      // The later ones are smaller, so that each stays visible.
      radius: 26 - index * 7 + ((hash >>> 12) % 8),
      tone,
    }
  })
}
