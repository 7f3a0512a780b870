/**
 * Values that are mostly at hand. A promise costs little, and a path that makes thirty of them for every request is twice
 * as long: what is at hand is handed over as it is, and only who has to wait gets a promise.
 */
export type Soon<value> = value | Promise<value>

/** Goes on at once where nobody has to be waited for. What `next` throws is then thrown here. */
export function whenHere<value, result>(
  soon: Soon<value>,
  next: (value: value) => Soon<result>,
): Soon<result> {
  return soon instanceof Promise ? soon.then(next) : next(soon)
}
