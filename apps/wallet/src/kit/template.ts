/** The kit as one file: a page with its script and style inside, and a policy that lets nothing else in and nothing out. */
export const kitTemplatePath = '/offline-kit.txt'

const place = '__LATCHKEY_KIT__'

interface KitParts {
  readonly script: string
  readonly style: string
  /** As a policy names them: `'sha256-…'`. */
  readonly scriptHash: string
  readonly styleHash: string
}

/** Without data; a window fills it in. */
export function kitTemplate({ script, style, scriptHash, styleHash }: KitParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src ${scriptHash}; style-src ${styleHash}; base-uri 'none'; form-action 'none'">
<title>Offline kit of a wallet</title>
<style>${style}</style>
</head>
<body>
<script type="application/json" id="kit">${place}</script>
<script>${script}</script>
</body>
</html>
`
}

/** Whatever else answers in its place, such as the page of a hotel, has no room for a kit. */
export const isKitTemplate = (text: string): boolean => text.split(place).length === 2

export function fillKit(template: string, kit: unknown): string {
  if (!isKitTemplate(template)) throw new RangeError('A kit has one place for its data')
  // In JSON a bracket may be written otherwise; as itself it could end the element that it stands in.
  return template.replace(place, () => JSON.stringify(kit).replaceAll('<', '\\u003c'))
}
