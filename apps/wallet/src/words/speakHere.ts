/** Finds out what the reader of this page reads, and fetches it. Never fails: without it the page speaks English. */

import { type WordFile, wordFiles } from 'virtual:word-files'
import { seconds } from '@latchkey/spec/limits'
import { chooseLanguage } from '@latchkey/spec/words'
import * as v from 'valibot'
import { speakOnPage } from './speakOnPage.js'
import { wantedFrom } from './wantedFrom.js'

/** Longer than a person should look at an empty page. */
const patience = seconds(4)
const most = { texts: 2000, length: 2000 }

const wordBook = v.pipe(
  v.record(v.string(), v.pipe(v.string(), v.maxLength(most.length))),
  v.check((words) => Object.keys(words).length <= most.texts),
)

/**
 * `asked`: the language of the page that opened this one. It is followed where the browser says that its reader knows it;
 * otherwise an app could have people approve what they cannot read.
 */
export async function speakHere(asked: string | undefined = askedFor(location.search)): Promise<void> {
  const file = chooseLanguage(wordFiles, wantedFrom(asked, navigator.languages))
  if (!file) return
  const words = await fetchWords(file).catch(() => undefined)
  if (!words) return
  speakOnPage({ code: file.code, words }, `page.${location.pathname.slice(1)}`)
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
