/** Says on the console what of AppKit's options and calls does nothing here. */
export function warn(name: string, why = 'it has no counterpart'): void {
  // oxlint-disable-next-line no-console -- There is no log before there is a kit, and a lost option must not stay unseen.
  console.warn(`latchkey/compat/appkit: ${name} does nothing: ${why}.`)
}
