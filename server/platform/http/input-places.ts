import { z } from 'zod';
import type { Endpoint } from '#common/contract/contract.ts';
import type { InputPlace } from '#common/contract/named-objects.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Lists the places of all values a call takes, e.g. `body.Payment.PaymentDate` or `body.AccountNumbers[]`. */
export function listInputPlaces({ query, body }: Pick<Endpoint, 'query' | 'body'>): InputPlace[] {
  const places = [...placesOf(query, 'query'), ...placesOf(body, 'body')];
  return [...new Set(places)] as InputPlace[];
}

function placesOf(schema: z.ZodType | undefined, place: string): string[] {
  return schema
    ? placesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }), place)
    : [];
}

function placesIn(schema: JsonSchema, place: string): string[] {
  const { properties, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [
    ...Object.entries(properties ?? {}).flatMap(([name, value]) => placesIn(asSchema(value), `${place}.${name}`)),
    ...[items ?? []].flat().flatMap((item) => placesIn(asSchema(item), `${place}[]`)),
    ...(typeof additionalProperties === 'object' ? placesIn(additionalProperties, `${place}{}`) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => placesIn(asSchema(one), place)),
  ];
  return inner.length > 0 ? inner : [place];
}

function asSchema(value: JsonSchema | boolean): JsonSchema {
  return typeof value === 'object' ? value : {};
}

export function valuesAt(input: unknown, place: string): unknown[] {
  return place.split('.').reduce<unknown[]>(
    (values, step) => {
      const [name = '', ...lists] = step.split('[]');
      const found = values.flatMap((value) => propertyOf(value, name) ?? []);
      return lists.length > 0 ? found.flat() : found;
    },
    [input],
  );
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
