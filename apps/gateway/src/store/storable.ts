/** Makes what a stranger wrote fit for the database, which takes neither U+0000 nor half a surrogate pair. */

export function storableText(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD')
}

/** The same for every text and every key of a JSON object, whose depth its schema has bounded; longer texts are cut. */
export function storableRecord(record: object, textLength: number): Record<string, unknown> {
  const fit = (text: string) => storableText(text.slice(0, textLength))
  const fitValue = (value: unknown): unknown => {
    if (typeof value === 'string') return fit(value)
    if (Array.isArray(value)) return value.map(fitValue)
    return typeof value === 'object' && value !== null ? fitRecord(value) : value
  }
  const fitRecord = (object: object) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [fit(key), fitValue(value)]))
  return fitRecord(record)
}
