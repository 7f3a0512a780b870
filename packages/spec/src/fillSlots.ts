/** Texts with slots: `'after {n} seconds'`. */

/** Replaces `{slot}` by its value; a slot nobody filled stays visible rather than becoming "undefined". */
export function fillSlots(text: string, context: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (slot, name: string) =>
    Object.hasOwn(context, name) ? String(context[name]) : slot,
  )
}
