/** Ids of headings as GitHub makes them, so that a link works in both places. */

/** @param {string} text */
export function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/**
 * @param {string} id
 * @param {Set<string>} taken grows
 */
export function unique(id, taken) {
  let free = id
  for (let n = 1; taken.has(free); n += 1) free = `${id}-${n}`
  taken.add(free)
  return free
}
