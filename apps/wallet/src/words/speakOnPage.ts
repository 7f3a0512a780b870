/** A page in another language than its HTML: its words, its direction, and its title. */
import { directionOf } from '@latchkey/spec/words'
import { speak, type Tongue } from './words.js'

export function speakOnPage(tongue: Tongue, titleKey: string): void {
  speak(tongue)
  document.documentElement.lang = tongue.code
  document.documentElement.dir = directionOf(tongue.code)
  const title = tongue.words[titleKey]
  if (title !== undefined) document.title = title
}
