/** What a backup says about itself. */
import * as v from 'valibot'

export const manifestSchema = v.object({
  format: v.literal(1),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Major version, which the format of the database depends on; absent where the database is elsewhere. */
  postgres: v.optional(v.pipe(v.number(), v.integer())),
  /** The newest migration in it. */
  migrations: v.optional(v.pipe(v.number(), v.integer())),
})
export type Manifest = v.InferOutput<typeof manifestSchema>
