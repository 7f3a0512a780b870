/** Finds out what the reader of this page reads, and fetches it. Never fails: without it the page speaks English. */

import { type WordFile, wordFiles } from 'virtual:word-files'
import { seconds } from '@latchkey/spec/limits'
import { chooseLanguage } from '@latchkey/spec/words'
import * as v from 'valibot'
import { speak } from './words.js'

/** Longer than a person should look at an empty page. */
const patience = seconds(4)
const most = { texts: 2000, length: 2000 }

const wordBook = v.pipe(
  v.record(v.string(), v.pipe(v.string(), v.maxLength(most.length))),
  v.check((words) => Object.keys(words).length <= most.texts),
)

/** `asked`: the language of the page that opened this one; what the browser prefers comes after it. */
export async function speakHere(asked: string | undefined = askedFor(location.search)): Promise<void> {
  const wanted = [...(asked === undefined ? [] : [asked]), ...navigator.languages]
  const file = chooseLanguage(wordFiles, wanted)
  if (!file) return
  const words = await fetchWords(file).catch(() => undefined)
  if (!words) return
  speak({ code: file.code, direction: file.direction, words })
  document.documentElement.lang = file.code
  document.documentElement.dir = file.direction
  const title = words[`page.${location.pathname.slice(1)}`]
  if (title !== undefined) document.title = title
}

async function fetchWords({ path, integrity }: WordFile): Promise<Record<string, string>> {
  const answer = await fetch(path, {
    integrity,
    credentials: 'omit',
    signal: AbortSignal.timeout(patience),
  })
  if (!answer.ok) throw new Error(`no words: ${answer.status}`)
  return v.parse(wordBook, await answer.json())
}

const askedFor = (search: string): string | undefined => new URLSearchParams(search).get('lang') ?? undefined
