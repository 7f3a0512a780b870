/** Gives Node the WebSocket that browsers have, before a kit looks for one. */
import { WebSocket } from 'ws'

globalThis.WebSocket ??= WebSocket as never // the part that the relay client uses is the same
