/** A source file as a codemod sees it: its syntax tree, its imports, the changes so far, and what is left to a person. */
import { type Program, parseSync, Visitor, type VisitorObject } from 'oxc-parser'
import { applyEdits, type Edit } from './edit.js'
import { mentionsIn, type Use, usesIn } from './names.js'

export interface Imported {
  /** The name in the package. */
  readonly name: string
  /** The name in this file. */
  readonly local: string
  readonly isType: boolean
}

interface ImportStatement {
  readonly start: number
  readonly end: number
  readonly from: string
  /** What stands in braces. */
  readonly names: readonly Imported[]
  /** What this file calls its default. */
  readonly byDefault: string | undefined
  /** What this file calls all of it. */
  readonly asWhole: string | undefined
}

interface Need {
  readonly from: string
  readonly name: string
}

export interface Source {
  readonly file: string
  readonly text: string
  /** The statements of the file itself, not of its functions. */
  readonly body: Program['body']
  readonly imports: readonly ImportStatement[]
  /** What this file calls a name of a package. */
  localOf(name: string, packages: RegExp): string | undefined
  walk(visitor: VisitorObject): void
  slice(node: { readonly start: number; readonly end: number }): string
  replace(node: { readonly start: number; readonly end: number }, text: string): void
  /** Takes a statement out, with its line. */
  remove(statement: { readonly start: number; readonly end: number }): void
  /** Whether anything in this file has this name, imported or not. */
  knows(name: string): boolean
  /** Whether a name is used in what has not been replaced so far. */
  stillUses(local: string): boolean
  /** Gives a name of this file another one everywhere; `false`, and nothing done, where that would change a key. */
  rename(local: string, next: string): boolean
  /** Left to a person, with the line it is about. */
  note(node: { readonly start: number }, words: string): void
  /** Leaves to a person what names a package in another way than by importing names of it. */
  noteOthers(packages: RegExp): void
  /** A name that the file will need, whoever imports it. */
  need(from: string, name: string, local?: string, isType?: boolean): void
  /** Takes a name out of the import it comes from. */
  drop(statement: ImportStatement, name: string): void
  finish(): { readonly text: string; readonly notes: readonly string[]; readonly needs: readonly Need[] }
}

/** `undefined` where the file is not code that can be read. */
export function openSource(file: string, text: string): Source | undefined {
  const { program, module, errors } = parseSync(file, text)
  if (errors.length > 0) return undefined
  const edits: Edit[] = []
  const notes: string[] = []
  const wanted = new Map<string, Map<string, { name: string; isType: boolean }>>()
  const dropped = new Map<ImportStatement, Set<string>>()
  const imports = module.staticImports.map(({ start, end, moduleRequest, entries }) => {
    const locals = new Map<string, string>(
      entries.map(({ importName, localName }) => [importName.kind, localName.value]),
    )
    return {
      start,
      end,
      from: moduleRequest.value,
      byDefault: locals.get('Default'),
      asWhole: locals.get('NamespaceObject'),
      names: entries.flatMap(({ importName, localName, isType }) =>
        importName.name == null ? [] : [{ name: importName.name, local: localName.value, isType }],
      ),
    }
  })
  let uses: readonly Use[] | undefined
  const usesOf = (name: string) => {
    uses ??= usesIn(program)
    return uses.filter((one) => one.name === name)
  }
  const note = ({ start }: { readonly start: number }, words: string) =>
    void notes.push(`${file}:${text.slice(0, start).split('\n').length} ${words}`)

  return {
    file,
    text,
    body: program.body,
    imports,
    localOf: (name, packages) =>
      imports
        .filter(({ from }) => packages.test(from))
        .flatMap(({ names }) => names)
        .find((one) => one.name === name)?.local,
    walk: (visitor) => new Visitor(visitor).visit(program),
    slice: ({ start, end }) => text.slice(start, end),
    replace: ({ start, end }, next) => void edits.push({ start, end, text: next }),
    remove: (statement) => void edits.push(removal(statement)),
    knows: (name) => usesOf(name).length > 0,
    stillUses: (local) =>
      usesOf(local).some((use) => ![...imports, ...edits].some((other) => isInside(use, other))),
    rename(local, next) {
      const meant = usesOf(local).filter((use) => !imports.some((other) => isInside(use, other)))
      if (meant.some(({ isShorthand }) => isShorthand)) return false
      edits.push(...meant.map(({ start, end }) => ({ start, end, text: next })))
      return true
    },
    note,
    noteOthers(packages) {
      const words = 'move it by hand'
      for (const { from, byDefault, asWhole, ...statement } of imports)
        if (packages.test(from) && (byDefault ?? asWhole) !== undefined)
          note(statement, `${[byDefault, asWhole].filter(Boolean).join(', ')} of ${from}: ${words}`)
      for (const mention of mentionsIn(program, packages)) note(mention, `names the kit here too: ${words}`)
    },
    need(from, name, local = name, isType = false) {
      const names = wanted.get(from) ?? new Map<string, { name: string; isType: boolean }>()
      wanted.set(from, names.set(local, { name, isType }))
    },
    drop: (statement, name) => void dropped.set(statement, (dropped.get(statement) ?? new Set()).add(name)),
    finish() {
      const next = applyEdits(text, [...edits, ...importEdits()])
      const broken = next === text ? undefined : newProblem(file, text, next)
      if (broken !== undefined)
        return { text, notes: [`${file} would not be code any more (${broken}): move it by hand`], needs: [] }
      const needs = [...wanted].flatMap(([from, names]) =>
        [...names.values()].map(({ name }) => ({ from, name })),
      )
      return { text: next, notes, needs }
    },
  }

  function importEdits(): Edit[] {
    const added = [...wanted].map(([from, names]) => [from, [...names]] as const)
    const kept = added.flatMap(([from, names]) => {
      const statement = imports.find((one) => one.from === from && one.names.length > 0)
      return statement ? [[statement, names] as const] : []
    })
    const changed = [...new Set([...dropped.keys(), ...kept.map(([one]) => one)])].map((statement) => {
      const gone = dropped.get(statement) ?? new Set()
      const left = statement.names.filter(({ name }) => !gone.has(name))
      const more = kept.filter(([one]) => one === statement).flatMap(([, names]) => names)
      const known = new Set(left.map(({ local }) => local))
      const list = [
        ...left.map(written),
        ...more.filter(([local]) => !known.has(local)).map(([local, one]) => written({ ...one, local })),
      ]
      if (list.length === 0 && statement.byDefault === undefined) return removal(statement)
      const { start, end, from, byDefault } = statement
      return { start, end, text: `${line(list, from, byDefault)}${endOf(statement)}` }
    })
    const fresh = added
      .filter(([from]) => !kept.some(([statement]) => statement.from === from))
      .map(([from, names]) => {
        const list = names.map(([local, one]) => written({ ...one, local }))
        return `${line(list, from)}${imports[0] ? endOf(imports[0]) : ''}\n`
      })
    // Beside the other imports, so that a first line such as "use client" stays the first.
    const at = imports[0]?.start ?? 0
    return fresh.length > 0 ? [...changed, { start: at, end: at, text: fresh.join('') }] : changed
  }

  function endOf({ end }: { readonly end: number }): string {
    return text[end - 1] === ';' ? ';' : ''
  }

  function removal({ start, end }: { readonly start: number; readonly end: number }): Edit {
    return { start, end: end + (/^\r?\n/.exec(text.slice(end, end + 2))?.[0].length ?? 0), text: '' }
  }
}

/** What is wrong with a text that was not wrong before: no syntax, or a name that is declared twice. */
function newProblem(file: string, before: string, after: string): string | undefined {
  const problemsOf = (text: string) =>
    parseSync(file, text, { showSemanticErrors: true }).errors.map(({ message }) => message)
  const known = new Set(problemsOf(before))
  return problemsOf(after).find((problem) => !known.has(problem))
}

const isInside = (inner: Use, outer: { readonly start: number; readonly end: number }) =>
  inner.start >= outer.start && inner.end <= outer.end

const written = ({ name, local, isType }: { name: string; local: string; isType: boolean }) =>
  `${isType ? 'type ' : ''}${name === local ? name : `${name} as ${local}`}`

function line(names: readonly string[], from: string, byDefault?: string): string {
  const braces = names.length > 0 ? `{ ${names.join(', ')} }` : undefined
  return `import ${[byDefault, braces].filter(Boolean).join(', ')} from '${from}'`
}
