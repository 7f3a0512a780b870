/** Which of the lines on a screen tells a person what is wrong. */

const speaksOfTrouble =
  /could not|cannot be|can’t|does not answer|did not|no answer from|not what was agreed|no connection|unavailable|not available|failed|went wrong|try again|too many|not reach|is away|nothing was|refused:|not be loaded|offline|http status code|internal server error|too many requests|^error (?:resolving|fetching|registering) name/i

/** Buttons, one small number that no journey is about, and what a window always says. */
const besideThePoint =
  /^(try again( in \d+ s)?|(token )?balance unavailable|you did not come from this page\?.*)$/i

export function reasonIn(lines: readonly string[]): string | undefined {
  return lines.find((line) => speaksOfTrouble.test(line) && !besideThePoint.test(line))
}
