/**
 * Takes the ways out of a worker away from everything that runs in it, so that code that got into a package can neither
 * carry a key off nor put one by. Nothing of ours uses them. The policy of the worker's file denies it the
 * network too; storage and other pages are out of reach by this alone.
 */

const waysOut = [
  // To a server.
  'fetch',
  'fetchLater',
  'Request',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
  // With a beacon, storage, service workers, devices and credentials behind it.
  'navigator',
  'FontFace',
  'fonts',
  'Notification',
  // To a disk.
  'indexedDB',
  'IDBFactory',
  'caches',
  'CacheStorage',
  'cookieStore',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'FileSystemDirectoryHandle',
  // To other code, here or in another page.
  'importScripts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
] as const

/** A browser that does not let go of one keeps it: the standard has all of them deletable. */
export function scuttle(scope: object): void {
  for (let place: object | null = scope; place; place = Reflect.getPrototypeOf(place))
    for (const name of waysOut) Reflect.deleteProperty(place, name)
}
