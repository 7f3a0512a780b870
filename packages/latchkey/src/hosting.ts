/** `latchkey/hosting`: the content security policy that a page with a kit needs; for servers and build scripts. */
export * from '@latchkey/spec/hosting'
