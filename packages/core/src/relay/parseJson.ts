/** Text from elsewhere as a value; what is no JSON is no value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
