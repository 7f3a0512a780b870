/** Events that an app has chosen to send to its own gateway (D-21). */
import * as v from 'valibot'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery } from './endpoint.js'
import { boundedRecord, listOf, text, uuid, webUrl } from './fields.js'

export const analyticsEventBody = v.object({
  eventId: uuid,
  url: webUrl,
  domain: text(255),
  /** Milliseconds since 1970. */
  timestamp: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  props: v.object({
    type: v.literal('track'),
    event: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'Expected an event name')),
    address: v.optional(text(bounds.address)),
    properties: v.optional(boundedRecord),
  }),
})

/** 403 means that the origin is not allowed, and is the only answer the widget shows (S7-23). */
export const analyticsEvent = defineEndpoint({
  rule: 'S7-22',
  method: 'POST',
  path: '/e',
  query: plainQuery,
  body: analyticsEventBody,
  status: 202,
  response: v.strictObject({}),
  accepts: v.unknown(),
  errors: [],
})

/** The same, several at once, as `sendBeacon` posts them when a page goes away. */
export const analyticsBatch = defineEndpoint({
  rule: 'S7-22',
  method: 'POST',
  path: '/batch',
  query: plainQuery,
  body: listOf(analyticsEventBody, bounds.analyticsBatch, 1),
  status: 202,
  response: v.strictObject({}),
  accepts: v.unknown(),
  errors: [],
})

export const analyticsConfig = defineEndpoint({
  rule: 'S7-28',
  method: 'GET',
  path: '/getAnalyticsConfig',
  query: plainQuery,
  response: v.strictObject({ isAnalyticsEnabled: v.boolean() }),
  accepts: v.looseObject({ isAnalyticsEnabled: v.boolean() }),
  errors: [],
})
