/** `latchkey/languages`: what the interface can speak beside English; an app carries what it imports. */
export * from '@latchkey/ui/languages'
