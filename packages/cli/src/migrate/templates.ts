/** Files whose code stands in a template: they are not rewritten, and what they have of the kit is named. */
export const isTemplate = (name: string): boolean => /\.(vue|svelte|astro)$/.test(name)

/** Lines that name a package of the kit, in words. */
export function mentionsInTemplate(file: string, text: string, packages: RegExp): readonly string[] {
  return text.split('\n').flatMap((line, i) => {
    const named = [...line.matchAll(/['"]([^'"\s]+)['"]/g)].map(([, from = '']) => from)
    const from = named.find((one) => packages.test(one))
    const framework = file.endsWith('.vue') ? 'Vue' : file.endsWith('.svelte') ? 'Svelte' : 'Astro'
    return from === undefined
      ? []
      : [
          `${file}:${i + 1} names ${from}: files of ${framework} are not rewritten; move it by hand, see docs/guide/frameworks.md`,
        ]
  })
}
