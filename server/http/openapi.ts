import { errorBody, plainErrorBody } from '@contract/error.ts';
import { sentBy } from '@contract/sent.ts';
import * as z from 'zod/mini';
import type { ErrorKind } from '../common/errors.ts';
import { oneByOne } from '../common/one-by-one.ts';
import type { Operation } from '../common/operation.ts';
import { statusesOf } from './errors.ts';

type Json = Record<string, unknown>;
/** The parts of an OpenAPI 3.1 document that this server writes and its pages read. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
}
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  /** Present where the caller has to be signed in. */
  security?: { signIn: [] }[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Json } } };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
}

const capital = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
const bodyName = (id: string): string => `${capital(id)}Body`;
const answerName = (id: string): string => `${capital(id)}Answer`;
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** What every whole number of JavaScript keeps to says nothing of a field. */
function withoutSafeBounds(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Schema of what travels, not of what the code makes of it. */
function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutSafeBounds(jsonSchema as Json),
  });
  return rest;
}

/** Schema of what is sent. Answers may gain fields, so that none is promised to be the last. */
function answerSchemaOf(schema: z.ZodMiniType): Json {
  const { $schema, ...rest } = z.toJSONSchema(sentBy(schema), {
    io: 'input',
    override: ({ jsonSchema }) => {
      withoutSafeBounds(jsonSchema as Json);
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

const DIGITS = /^\^\\d\{1,\d+\}\$$/;
/** A parameter as what its text stands for. */
function parameterSchema(schema: Json): Json {
  const { type, pattern, enum: choices, ...rest } = schema;
  if (type === 'string' && typeof pattern === 'string' && DIGITS.test(pattern)) {
    return { ...rest, type: 'integer', minimum: 0 };
  }
  if (Array.isArray(choices) && choices.join() === 'true,false') return { ...rest, type: 'boolean' };
  return schema;
}

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'The token of POST /auth/verify, good for 24 hours and bound to one wallet.',
};

interface ObjectSchema {
  properties?: Record<string, Json>;
  required?: string[];
}
function parametersOf(operation: Operation): OpenApiOperation['parameters'] {
  return (['path', 'query'] as const).flatMap((place) => {
    const schema = place === 'path' ? operation.params : operation.query;
    if (!schema) return [];
    const { properties = {}, required = [] }: ObjectSchema = schemaOf(schema);
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: parameterSchema(property),
    }));
  });
}

/** What a status means wherever it is answered. */
const MEANING: Readonly<Record<number, string>> = {
  400: 'Something in the request is wrong; `param` or `details` names it',
  401: 'Nobody has signed in, or not any more',
  403: 'Not allowed to who asks',
  404: 'There is no such thing, or the operation is not offered here',
  409: 'There is one already',
  413: 'The body is too large',
  429: 'Too many requests; `Retry-After` says how long to wait',
  500: 'Failed on our side',
  502: 'The platform cannot be reached, or its answer cannot be read',
  503: 'Not available now; `Retry-After` may say when',
  504: 'The platform did not answer in time',
};
const SURFACE: readonly ErrorKind[] = ['invalid', 'rate-limited', 'internal'];

function describe(operation: Operation, beside: readonly ErrorKind[]): OpenApiOperation {
  const failure = (status: number) => ({
    description: MEANING[status] ?? 'Refused',
    content: {
      'application/json': { schema: ref(operation.errors === 'plain' ? 'PlainErrorBody' : 'ErrorBody') },
    },
  });
  const kinds = operation.refusals ? [...operation.refusals, ...beside] : SURFACE;
  const refusals = statusesOf(operation.handle ? kinds : ['not-found']);
  return {
    operationId: operation.id,
    summary: operation.handle ? operation.summary : `${operation.summary} (not offered here)`,
    tags: [operation.tag],
    parameters: parametersOf(operation),
    ...(operation.authenticate && { security: [{ signIn: [] }] }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: ref(bodyName(operation.id)) } },
      },
    }),
    responses: {
      ...(operation.handle && {
        [operation.creates ? 201 : 200]: {
          description: operation.creates ? 'Created' : 'Done',
          ...(operation.answer && {
            content: { 'application/json': { schema: ref(answerName(operation.id)) } },
          }),
        },
      }),
      ...Object.fromEntries(refusals.map((status) => [status, failure(status)])),
    },
  };
}

/**
 * The OpenAPI 3.1 document of these operations: their inputs as they are checked, their answers as they are sent.
 * `beside`: failures that whatever stands behind all of them adds. Each operation is described in a turn of its own.
 */
export async function openApiOf(
  operations: readonly Operation[],
  version: string,
  beside: readonly ErrorKind[] = [],
): Promise<OpenApiDocument> {
  const schemas: Record<string, Json> = {
    ErrorBody: answerSchemaOf(errorBody),
    PlainErrorBody: answerSchemaOf(plainErrorBody),
  };
  const paths: OpenApiDocument['paths'] = {};
  await oneByOne(operations, (operation) => {
    if (operation.body) schemas[bodyName(operation.id)] = schemaOf(operation.body);
    if (operation.answer && operation.handle)
      schemas[answerName(operation.id)] = answerSchemaOf(operation.answer);
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation, beside),
    };
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Evenline',
      version,
      description:
        'Prediction markets: prices and money are integers in micro-units (1,000,000 = 1.00 USD), ' +
        'quantities in micro-contracts. Requests are strict; answers may gain fields.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: { signIn: BEARER } },
  };
}
