/** What the kit of this page speaks. The page is loaded again, since a kit is made in one language. */
import { languageInAddress, languageSwitch, languages, nameOf } from './languages.js'

export function LanguageSwitch() {
  const speak = (code: string) => {
    const address = new URL(location.href)
    if (code === 'en') address.searchParams.delete(languageSwitch)
    else address.searchParams.set(languageSwitch, code)
    address.hash = 'screens'
    location.assign(address)
  }
  return (
    <select
      className="language"
      aria-label="Language of the kit"
      value={languageInAddress()?.code ?? 'en'}
      onChange={({ target }) => speak(target.value)}
    >
      <option value="en">English</option>
      {languages.map(({ code }) => (
        <option key={code} value={code} lang={code}>
          {nameOf({ code })}
        </option>
      ))}
    </select>
  )
}
