/** What the page says that offers the offline kit; the kit itself has words of its own. */
export const copy = {
  'offline.title': 'Take a kit for the worst day?',
  'offline.detail':
    'A file that brings your wallet back with this code, even if this service is gone. It works without a network, and without the code it is worth nothing.',
  'offline.keep':
    'Keep the file and the code in two places. The file goes on working after you remove the code from this list, and your mailbox is told that it was saved.',
  'offline.save': 'Save the file',
  'offline.not-now': 'Not now',
  'offline.done': 'Done',
  'offline.failed': 'The file could not be made. Check the connection, and try again.',
} as const
