/** `n`: digits, filled with zeros on the left. `a`: characters, filled with blanks on the right. */
export type Field<Name extends string> = readonly [name: Name, length: number, kind: 'n' | 'a'];

export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** Metro 2 records in character format have 426 characters. */
export const RECORD_LENGTH = 426;

/**
 * Writes a record. Text is cut to its field; a number never is.
 * @throws RangeError if a number doesn't fit, or the fields don't make a record
 */
export function writeRecord<Name extends string>(
  fields: readonly Field<Name>[],
  values: Readonly<Partial<Record<Name, string>>>,
): string {
  const text = fields
    .map(([name, length, kind]) => {
      const value = values[name] ?? '';
      if (kind === 'a') return plainText(value).slice(0, length).padEnd(length);
      if (!/^\d*$/.test(value) || value.length > length) {
        throw new RangeError(`The field ${name} of ${length} digits cannot hold a value of ${value.length}`);
      }
      return value.padStart(length, '0');
    })
    .join('');
  if (text.length !== RECORD_LENGTH) throw new RangeError(`A record must have 426 characters, not ${text.length}`);
  return text;
}

export function readRecord<Name extends string>(fields: readonly Field<Name>[], text: string): Values<Name> {
  let start = 0;
  const entries = fields.map(([name, length]): [Name, string] => {
    const value = text.slice(start, start + length);
    start += length;
    return [name, value];
  });
  return Object.fromEntries(entries) as Values<Name>;
}

/** The format knows capital letters without accents. */
function plainText(value: string): string {
  const withoutAccents = value.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
  return withoutAccents.toUpperCase().replaceAll(/[^\x20-\x7e]/g, ' ');
}
