/** What plain TypeScript makes of a component: editors with Vue's plug-in know more. */
declare module '*.vue' {
  const component: import('vue').Component
  export default component
}
