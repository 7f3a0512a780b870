/** One HTTP server: request ids, logs, measures, deadlines and failures. The API and the wallet origin both start from it. */
import { randomUUID } from 'node:crypto'
import { bounds } from '@latchkey/spec/endpoints'
import { seconds } from '@latchkey/spec/limits'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Metrics } from '../metrics.js'
import { type Log, loggableTarget } from '../ports/log.js'
import { answerClientError, answerError, answerNotFound } from './failures.js'
import { spareConnections } from './spareConnections.js'

export interface AppInput {
  readonly log: Log
  readonly metrics: Metrics
  readonly trustedProxies: readonly string[]
  /** Whether the gateway is about to stop: answers then ask the client to connect anew, elsewhere. */
  readonly isDraining: () => boolean
  /** Connections that leave HTTP and stay, on top of the others. */
  readonly sockets?: number
  /** A request must have arrived whole after this, however busily it drips. */
  readonly arrivalDeadline?: number
}

const usualArrival = seconds(15)
/** Connections beyond these are closed at once, before they take memory. */
const mostConnections = 4096
/** Call data of ERC-3668 is the longest, as its schema has it. */
const pathParameterLength = 8_200

export function createApp(input: AppInput): FastifyInstance {
  const { log, metrics, trustedProxies, isDraining, sockets = 0, arrivalDeadline = usualArrival } = input
  // Its own type would spread to every function that takes an app.
  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = fastify({
    loggerInstance,
    // The line that is logged for a request is written below.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for every request would cost more than the request; whoever logs names the id.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: bounds.requestBytes,
    requestTimeout: arrivalDeadline,
    connectionTimeout: arrivalDeadline * 2,
    http: {
      headersTimeout: (arrivalDeadline * 2) / 3,
      // The deadlines hold only as exactly as this; Node looks every 30 s by itself.
      connectionsCheckingInterval: arrivalDeadline / 3,
    },
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection while the gateway drains is still served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: pathParameterLength },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run for these.
      reply.header('x-request-id', request.id)
      reply.header('access-control-allow-origin', '*')
      void answerError(error, request, reply)
    },
  })
  app.server.maxConnections = mostConnections + sockets
  spareConnections(app.server)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.observeRequest({
      route,
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    const level = reply.statusCode >= 500 ? 'warn' : 'debug'
    if (log.isLevelEnabled(level)) {
      const { method, url } = request
      const event = {
        reqId: request.id,
        method,
        target: loggableTarget(url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      }
      request.log[level](event, 'request')
    }
    done()
  })
  return app
}
