/** React bindings: provider, hooks, and types of the custom elements in JSX. */
export * from '@latchkey/ui/react'
