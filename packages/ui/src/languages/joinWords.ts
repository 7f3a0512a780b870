/** The words of a language lie in two files: those of the interface, and those of what arrives as a sentence. */
import type { Words } from '@latchkey/core'

export async function joinWords(
  interfaceWords: Promise<{ readonly words: Words }>,
  sentences: Promise<{ readonly errors: Words }>,
): Promise<Words> {
  const [{ words }, { errors }] = await Promise.all([interfaceWords, sentences])
  return { ...words, ...errors }
}
