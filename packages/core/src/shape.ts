/**
 * Shapes of stored data. A handful of functions instead of a schema library: storage is read before anything is drawn,
 * and a library used here would pull everything that later chunks use of it into the first load.
 */

/** The value if it has the shape, else `undefined`. */
export type Shape<T> = (value: unknown) => T | undefined
export type Shaped<shape> = shape extends Shape<infer T> ? T : never

export const text =
  /* @__NO_SIDE_EFFECTS__ */
    (max: number): Shape<string> =>
    (value) =>
      typeof value === 'string' && value !== '' && value.length <= max ? value : undefined

/** Texts that pass a test, such as ids. */
export const textLike =
  /* @__NO_SIDE_EFFECTS__ */
    <T extends string>(isFine: (value: string) => value is T): Shape<T> =>
    (value) =>
      typeof value === 'string' && isFine(value) ? value : undefined

export const list =
  /* @__NO_SIDE_EFFECTS__ */
    <T>(item: Shape<T>, max: number): Shape<readonly T[]> =>
    (value) => {
      if (!Array.isArray(value) || value.length > max) return undefined
      const items = value.map(item)
      return items.some((each) => each === undefined) ? undefined : (items as T[]) // none is undefined
    }

/** Any of the keys, each with the same shape. */
export const record =
  /* @__NO_SIDE_EFFECTS__ */
    <K extends string, T>(key: Shape<K>, item: Shape<T>): Shape<Readonly<Partial<Record<K, T>>>> =>
    (value) => {
      if (!isPlain(value)) return undefined
      const entries = Object.entries(value).map(([name, each]) => [key(name), item(each)] as const)
      if (entries.some(([name, each]) => name === undefined || each === undefined)) return undefined
      return Object.fromEntries(entries) as Partial<Record<K, T>> // every key and value passed its shape
    }

/** Exactly these fields; others are dropped. */
export const fields =
  /* @__NO_SIDE_EFFECTS__ */
    <F extends Readonly<Record<string, Shape<unknown>>>>(
      shapes: F,
    ): Shape<{ readonly [name in keyof F]: Shaped<F[name]> }> =>
    (value) => {
      if (!isPlain(value)) return undefined
      const read = Object.entries(shapes).map(([name, shape]) => [name, shape(value[name])] as const)
      if (read.some(([, each]) => each === undefined)) return undefined
      return Object.fromEntries(read) as { [name in keyof F]: Shaped<F[name]> } // each field passed its shape
    }

/** Any of these fields; one that is there must have its shape. */
export const optionalFields =
  /* @__NO_SIDE_EFFECTS__ */
    <F extends Readonly<Record<string, Shape<unknown>>>>(
      shapes: F,
    ): Shape<{ readonly [name in keyof F]?: Shaped<F[name]> }> =>
    (value) => {
      if (!isPlain(value)) return undefined
      const present = Object.entries(shapes).filter(([name]) => value[name] !== undefined)
      return fields(Object.fromEntries(present))(value) as { [name in keyof F]?: Shaped<F[name]> } | undefined // some of F
    }

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
