/** Blocks that no compiler reads: JSON is JSON, and HTML is closed and holds nothing that a strict policy refuses. */

const fence = /^```(json|html)[^\n]*\n(.*?)^```$/gms
const tag = /<(\/?)([a-z][\w-]*)((?:\s+[\w:@-]+(?:="[^"]*")?)*)\s*(\/?)>/gi
const importMap = /<script type="importmap">(.*?)<\/script>/gs
const inline = /<script(?![^>]*\b(?:src=|type="(?:importmap|module)"))[^>]*>|\sstyle="|\son[a-z]+="/i

/** These have no end. */
const alone = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
])

/**
 * @param {string} file
 * @param {string} markdown
 * @returns {string[]}
 */
export function blockBreaches(file, markdown) {
  return [...markdown.matchAll(fence)].flatMap(({ index, 1: language, 2: body = '' }) => {
    const line = markdown.slice(0, index).split('\n').length + 1
    const breaches = language === 'json' ? jsonBreaches(body) : htmlBreaches(body)
    return breaches.map((breach) => `${file}:${line}: ${breach}`)
  })
}

/** @param {string} text */
function jsonBreaches(text) {
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    return [`not JSON: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** @param {string} html */
function htmlBreaches(html) {
  const maps = [...html.matchAll(importMap)].flatMap(([, map = '']) => jsonBreaches(map))
  const refused = inline.exec(html)?.[0]
  return [
    ...maps,
    ...(refused === undefined ? [] : [`a strict policy refuses ${refused.trim()}`]),
    ...unclosed(html.replaceAll(/(<script[^>]*>).*?(<\/script>)/gs, '$1$2').replaceAll(/<!--.*?-->/gs, '')),
  ]
}

/** @param {string} html */
function unclosed(html) {
  /** @type {string[]} */
  const open = []
  for (const [, end, name = '', , closed] of html.matchAll(tag)) {
    if (closed || alone.has(name)) continue
    if (!end) open.push(name)
    else if (open.pop() !== name) return [`</${name}> closes something else`]
  }
  return open.map((name) => `<${name}> is not closed`)
}
