/** The events section 8 names; the rest of the event list belongs to the room that sends it (S8-31). */
export const trackedEvents = [
  'SIWX_AUTH_ERROR',
  'SIWX_AUTH_SUCCESS',
  'CLICK_CANCEL_SIWX',
  'ERROR_FETCH_TRANSACTIONS',
  'SEND_INITIATED',
  'SEND_SUCCESS',
] as const
export type TrackedEvent = (typeof trackedEvents)[number]
