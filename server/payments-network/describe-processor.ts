import { z } from 'zod';
import {
  bankAccountAnswer,
  bankAccountRequest,
  cardAnswer,
  cardRequest,
  chargeAnswer,
  chargeRequest,
  foundCardAnswer,
  refundRequest,
  reportAnswer,
  reportQuery,
  settleAnswer,
} from './network.wire.ts';

interface Described {
  readonly summary: string;
  readonly request?: z.ZodType;
  readonly answer?: z.ZodType;
  readonly refusals: Readonly<Record<string, string>>;
}

const rejected = { '400': 'The data is not valid. 402 and 422 mean the same. The customer may correct it.' };

const operations: Readonly<Record<string, Described>> = {
  'post /cards': {
    summary: 'Stores a card and answers a token; with confirmUrl, the customer has to confirm the card there first',
    request: cardRequest,
    answer: cardAnswer,
    refusals: rejected,
  },
  'get /cards/{token}': {
    summary: 'Answers the card of a token; only needed with card fields of your own, or with confirmUrl',
    answer: foundCardAnswer,
    refusals: { '404': 'No such token, or its card is not confirmed.' },
  },
  'post /charges': {
    summary:
      'Charges a token, at most once for each payment id; with confirm, the customer has to confirm at url first',
    request: chargeRequest,
    answer: chargeAnswer,
    refusals: { ...rejected, '409': 'The payment id is settled as absent, or was used for another charge.' },
  },
  'post /charges/{paymentId}/settle': {
    summary: 'Answers the outcome of a payment id; absent is final and prevents a later charge',
    request: z.strictObject({}),
    answer: settleAnswer,
    refusals: {},
  },
  'post /charges/{paymentId}/refund': {
    summary: 'Refunds a charge, at most once; or a part of it, at most once per refund id',
    request: refundRequest,
    refusals: { '409': 'There is no approved charge with this payment id, or less is left of it.' },
  },
  'get /charges': {
    summary: 'Reports every requested charge in order, after a sequence number',
    answer: reportAnswer,
    refusals: {},
  },
  'post /bank-accounts/check': {
    summary: 'Tells whether a bank account can be debited; may be another service',
    request: bankAccountRequest,
    answer: bankAccountAnswer,
    refusals: rejected,
  },
};

/** Generates the OpenAPI 3.1 document from the schemas that portal and sandbox parse with. */
export function describeProcessor(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, described] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method]: describeOperation(path, described) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Passbook card processor protocol',
      version: '1',
      description:
        'What a card processor answers a Passbook portal. What it must guarantee is in docs/card-processor.md.',
    },
    paths,
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' }, certificate: { type: 'mutualTLS' } } },
    security: [{ key: [] }, { certificate: [] }],
  };
}

function describeOperation(path: string, { summary, request, answer, refusals }: Described): object {
  const parameters = [
    ...(path.includes('{paymentId}') ? [parameter('path', 'paymentId', { type: 'string', maxLength: 64 })] : []),
    ...(path.includes('{token}') ? [parameter('path', 'token', { type: 'string', maxLength: 64 })] : []),
    ...(path === '/charges' && !request ? queryParameters() : []),
  ];
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(request && { requestBody: { required: true, content: jsonOf(request) } }),
    responses: {
      '200': { description: 'Done.', ...(answer && { content: jsonOf(answer) }) },
      '401': { description: 'The key or certificate is missing or wrong.' },
      ...Object.fromEntries(Object.entries(refusals).map(([status, description]) => [status, { description }])),
      '500': { description: 'Failed. The portal treats the outcome as unknown and settles it.' },
    },
  };
}

function queryParameters(): object[] {
  const { properties = {} } = schemaOf(reportQuery) as { readonly properties?: Readonly<Record<string, object>> };
  return Object.entries(properties).map(([name, schema]) => parameter('query', name, schema));
}

function parameter(place: 'path' | 'query', name: string, schema: object): object {
  return { name, in: place, required: place === 'path', schema };
}

function jsonOf(schema: z.ZodType): object {
  return { 'application/json': { schema: schemaOf(schema) } };
}

function schemaOf(schema: z.ZodType): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input' });
  return described;
}
