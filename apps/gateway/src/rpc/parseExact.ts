/** Reads JSON without rounding: a whole number that a float cannot hold becomes a text of its digits (D-14). */
import { endOfString } from '../http/body.js'

const quote = 34

/** The text must be JSON; anything else throws as `JSON.parse` does. */
export function parseExact(text: string): unknown {
  return JSON.parse(quoteLargeNumbers(text))
}

function quoteLargeNumbers(text: string): string {
  let written = ''
  let copied = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      index = endOfString(text, index)
      continue
    }
    if (!isDigit(code)) continue
    const start = text[index - 1] === '-' ? index - 1 : index
    const end = endOfNumber(text, index)
    const number = text.slice(start, end)
    if (/^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number))) {
      written += `${text.slice(copied, start)}"${number}"`
      copied = end
    }
    index = end - 1
  }
  return written + text.slice(copied)
}

const isDigit = (code: number) => code >= 48 && code <= 57

function endOfNumber(text: string, start: number): number {
  let end = start
  while (end < text.length && /[\d.eE+-]/.test(text[end] ?? '')) end++
  return end
}
