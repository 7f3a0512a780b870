/** Changes to a text by place. What is not changed keeps its bytes: an app's own formatting is its own. */

export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const isInsertion = ({ start, end }: Edit) => start === end

/** Where two edits overlap, the outer one was made with the inner one in mind; insertions come before what they stand at. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort(
    (a, b) => a.start - b.start || Number(isInsertion(b)) - Number(isInsertion(a)) || b.end - a.end,
  )
  let done = ''
  let at = 0
  for (const { start, end, text: next } of ordered) {
    if (start < at) continue
    done += text.slice(at, start) + next
    at = end
  }
  return done + text.slice(at)
}
