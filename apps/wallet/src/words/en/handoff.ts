/** What the page says where a sign-in with another service ends. */
export const copy = {
  'handoff.done': 'You are signed in',
  'handoff.done-detail': 'Go on at {host}. This window closes by itself.',
  'handoff.nothing': 'Nothing to do here',
  'handoff.nothing-detail': 'Sign-ins with other services end on this page. Begin one in an app.',
  'handoff.failed': 'You were not signed in',
  'handoff.failed-detail': '{problem} Close this window and try again in the app.',
} as const
