/** The contract as an OpenAPI document: every endpoint that this gateway serves, and nothing that is written twice. */
import { commonFailures, type Endpoint, failureBody, failures } from '@latchkey/spec/endpoints'
import type * as v from 'valibot'
import { isOptional, type JsonSchema, toJsonSchema } from './jsonSchema.js'

export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: JsonSchema
  readonly responses: Readonly<Record<string, JsonSchema>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
}

const failureRef = { $ref: '#/components/schemas/Failure' }

export function openApiOf(served: readonly (readonly [name: string, endpoint: Endpoint])[]): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, endpoint] of served) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey gateway',
      version: '1',
      description:
        'What the gateway serves, written from the tables that it is served by. Numbers of tokens are texts: a JSON number would lose digits.',
    },
    paths,
    components: { schemas: { Failure: toJsonSchema(failureBody) } },
  }
}

function operation(name: string, endpoint: Endpoint): Operation {
  const {
    rule,
    params,
    query,
    headers,
    body,
    response,
    status = 200,
    contentType = 'application/json',
  } = endpoint
  const media = contentType.split(';', 1)[0] ?? contentType
  return {
    operationId: name,
    summary: `${name} (${rule})`,
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...parameters('header', headers),
    ],
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(body) } } } }
      : {}),
    responses: {
      [status]: { description: 'A good answer', content: { [media]: { schema: toJsonSchema(response) } } },
      ...refusals(endpoint),
    },
  }
}

/** By status, with the fields that are at fault. */
function refusals({ errors }: Endpoint): Record<string, JsonSchema> {
  const byStatus = new Map<number, string[]>()
  for (const kind of [...errors, ...commonFailures]) {
    const { status, field } = failures[kind]
    byStatus.set(status, [...(byStatus.get(status) ?? []), field === '' ? kind : `${kind} (${field})`])
  }
  const content = { 'application/json': { schema: failureRef } }
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      { description: `Refused: ${kinds.join(', ')}`, content },
    ]),
  )
}

function parameters(place: Parameter['in'], schema: v.GenericSchema | undefined): Parameter[] {
  // Paths, queries and headers are read by objects.
  const entries = schema && 'entries' in schema ? (schema.entries as Record<string, v.GenericSchema>) : {}
  return Object.entries(entries).map(([name, entry]) => ({
    name,
    in: place,
    required: place === 'path' || !isOptional(entry),
    schema: toJsonSchema(entry),
  }))
}
