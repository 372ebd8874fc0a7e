import { keysOf } from '#common/core/keys-of.ts';
import { z } from 'zod';
import { type OperationName, operations, refusalEnvelope } from './protocol.ts';
import { signatureHeaders } from './signature.ts';

/** Generates the OpenAPI 3.1 document of the host protocol from the schemas that both sides parse with. */
export function describeProtocol(): object {
  const names = keysOf(operations);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Passbook host protocol',
      version: '1',
      description:
        'What a core system answers for a Passbook portal. Signing, retries and time-outs are in docs/host-protocol.md.',
    },
    paths: Object.fromEntries(names.map((name) => [`/v1/${name}`, { post: describeOperation(name) }])),
    components: { securitySchemes: describeSignature() },
    security: [{ time: [], nonce: [], signature: [] }],
  };
}

function describeOperation(name: OperationName): object {
  const { summary, input, answer, repeatable } = operations[name];
  const answerSchema = answer instanceof z.ZodVoid ? undefined : schemaOf(answer);
  return {
    operationId: name,
    summary,
    description: repeatable
      ? 'May be sent again when its answer was lost; doing it again changes nothing.'
      : 'Must not be sent again when its answer was lost.',
    requestBody: { required: true, content: jsonOf(schemaOf(input)) },
    responses: {
      '200': {
        description: 'Done. Without `answer` nothing was found, or there is nothing to say.',
        content: jsonOf({
          type: 'object',
          properties: answerSchema ? { answer: answerSchema } : {},
          required: answerSchema && !(answer instanceof z.ZodOptional) ? ['answer'] : [],
        }),
      },
      '400': { description: 'The input is not valid.' },
      '401': { description: 'The signature is wrong, outside of its window, or was used before.' },
      '409': {
        description: 'Refused for good; asking again is useless.',
        content: jsonOf(schemaOf(refusalEnvelope)),
      },
      '500': { description: 'Failed; whether it was done is not known.' },
    },
  };
}

/** Describes the wire format, before codecs decode it. */
function schemaOf(schema: z.ZodType): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input' });
  return described;
}

function jsonOf(schema: object): object {
  return { 'application/json': { schema } };
}

function describeSignature(): object {
  const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });
  return {
    time: header(signatureHeaders.time, 'Milliseconds since 1970; at most 60 seconds from the clock of the host.'),
    nonce: header(signatureHeaders.nonce, 'Never used twice.'),
    signature: header(
      signatureHeaders.signature,
      'HMAC-SHA-256, base64url, of method, path, time, nonce and the hex SHA-256 of the body, joined by line feeds.',
    ),
  };
}
