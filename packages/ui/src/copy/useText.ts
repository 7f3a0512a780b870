/** The words of the interface, for components. */
import { createContext, useContext } from 'react'
import { en } from './en.js'
import { createTranslate } from './text.js'

const english = createTranslate(en)

export type Text = typeof english

const TextContext = createContext<Text>(english)

/** `const t = useText()`, then `t('connect.title')`. */
export const useText = (): Text => useContext(TextContext)
