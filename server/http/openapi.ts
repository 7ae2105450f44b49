import { errorBody, plainErrorBody } from '@contract/error.ts';
import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

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

/** Schema of what travels, not of what the code makes of it. */
function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
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
      schema: property,
    }));
  });
}

function describe(operation: Operation): OpenApiOperation {
  const failure = (description: string) => ({
    description,
    content: {
      'application/json': { schema: ref(operation.errors === 'plain' ? 'PlainErrorBody' : 'ErrorBody') },
    },
  });
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
        200: {
          description: 'Done',
          ...(operation.answer && {
            content: { 'application/json': { schema: ref(answerName(operation.id)) } },
          }),
        },
      }),
      '4XX': failure('Refused'),
      '5XX': failure('Failed on our side'),
    },
  };
}

/** The OpenAPI 3.1 document of these operations, made from the schemas that check them. */
export function openApiOf(operations: readonly Operation[], version: string): OpenApiDocument {
  const schemas: Record<string, Json> = {
    ErrorBody: schemaOf(errorBody),
    PlainErrorBody: schemaOf(plainErrorBody),
  };
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    if (operation.body) schemas[bodyName(operation.id)] = schemaOf(operation.body);
    if (operation.answer && operation.handle) schemas[answerName(operation.id)] = schemaOf(operation.answer);
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation),
    };
  }
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
