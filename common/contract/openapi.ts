import { z } from 'zod';
import { type Api, type Endpoint, fileAnswer, redirection } from './contract.ts';
import { envelope } from './envelope.ts';

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: unknown;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: unknown;
}

/** Answers every call can give, each with a plain envelope. */
const refusals = {
  400: 'The input is not as described.',
  401: 'No session, or not one that may call this.',
  404: 'What the input names does not exist, or belongs to another customer.',
  429: 'Too many requests.',
  503: 'Temporarily unavailable; try again after the seconds in Retry-After.',
} as const;

const accessSchemes = {
  public: [],
  pending: [{ session: [], userToken: [] }],
  session: [{ session: [], userToken: [] }],
  ticket: [{ session: [] }],
} as const;

/** Returns the OpenAPI 3.1 description of a contract. Calls appear in the order of the contract. */
export function describeContract(contract: Api, version: string): OpenApi {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, endpoint] of Object.entries(contract)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(path, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Passbook', version, description: 'The HTTP API of the portal, generated from its contract.' },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-passbook' },
        userToken: { type: 'apiKey', in: 'header', name: 'UserToken' },
      },
      schemas: { Envelope: schemaOf(envelope, 'output') },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          `Refused${status}`,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } } },
        ]),
      ),
    },
  };
}

function describeCall(path: string, endpoint: Endpoint): unknown {
  const { access, summary, query, body, upload, gate, keyed } = endpoint;
  return {
    summary,
    tags: [path.split('/')[2]],
    security: accessSchemes[access],
    ...(gate ? { description: `Open while ${[gate].flat().map(describeGate).join(' and ')}.` } : {}),
    ...(query || keyed ? { parameters: [...queryParameters(query), ...(keyed ? [keyParameter] : [])] } : {}),
    ...(body ? { requestBody: { required: true, content: contentOf(body, upload !== undefined) } } : {}),
    responses: describeAnswers(endpoint),
  };
}

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request under the same key is done once and gets the same answer.',
  schema: { type: 'string' },
};

function describeGate(gate: { readonly switch: string | readonly string[]; readonly is: boolean }): string {
  return `${[gate.switch].flat().join(' or ')} is ${gate.is ? 'on' : 'off'}`;
}

function queryParameters(query: z.ZodType | undefined): unknown[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function contentOf(body: z.ZodType, isUpload: boolean): unknown {
  const schema = schemaOf(body, 'input');
  if (!isUpload) return { 'application/json': { schema } };
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, file } } } };
}

function describeAnswers({ answers, contentType }: Endpoint): unknown {
  const described = Object.entries(answers).map(([status, schema]) => {
    if (schema === redirection) return [status, { description: 'Leads elsewhere.', headers: { Location: text } }];
    if (schema === fileAnswer) return [status, { description: 'The file.', content: { '*/*': {} } }];
    const type = status === '200' ? (contentType ?? 'application/json') : 'application/json';
    return [
      status,
      { description: descriptionOf(status), content: { [type]: { schema: schemaOf(schema, 'output') } } },
    ];
  });
  const refused = Object.keys(refusals).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]);
  return Object.fromEntries([...described, ...refused]);
}

const text = { schema: { type: 'string' } };

function descriptionOf(status: string): string {
  return status === '403' ? 'Refused; the error says why.' : 'Answered.';
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
