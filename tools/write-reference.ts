import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { format } from 'node:util';
import { optionDefinitions } from '#common/contract/all-options.ts';
import { defaultTexts, requiredTexts } from '#common/contract/all-texts.ts';
import type { OptionDefinition } from '#common/contract/option-kinds.ts';
import { optionNeeds } from '#server/institution/contradictions.ts';
import { institutionFileSchemas } from '#server/institution/file-schemas.ts';
import { environmentSchema } from '#server/platform/environment-schema.ts';
import { environmentAbout } from '#server/platform/environment-about.ts';
import { z } from 'zod';

/**
 * Writes `docs/reference` from the definitions: the pages, and JSON Schemas for editors. Run it after adding an option, a
 * text or a variable: `node tools/write-reference.ts`.
 */
export function referenceFiles(): Readonly<Record<string, string>> {
  return {
    'docs/reference/options.md': optionsPage(),
    'docs/reference/texts.md': textsPage(),
    'docs/reference/institution.md': institutionPage(),
    'docs/reference/environment.md': environmentPage(),
    'docs/reference/schemas/options.json': json(optionsSchema()),
    'docs/reference/schemas/texts.json': json(textsSchema()),
    ...Object.fromEntries(
      Object.entries(institutionFileSchemas).map(([name, schema]) => [
        `docs/reference/schemas/${name}`,
        json(toJsonSchema(schema)),
      ]),
    ),
  };
}

const made = 'Made by `node tools/write-reference.ts`; changes belong into the definitions.';

const kinds: Readonly<Record<OptionDefinition['kind'], string>> = {
  switch: 'true or false',
  number: 'number, or null for none',
  amount: 'dollars with at most two decimals, or null for none',
  day: 'day such as 2026-11-20, or null for none',
  text: 'text',
  richText: 'HTML, cleaned when it is loaded',
  url: 'https address, or /institution/FILE',
  list: 'list of texts',
  choice: 'one of',
};

function optionsPage(): string {
  const definitions: Readonly<Record<string, OptionDefinition>> = optionDefinitions;
  const groups = Map.groupBy(Object.keys(definitions).toSorted(), groupOf);
  const needs: Readonly<Record<string, readonly string[] | undefined>> = optionNeeds;
  const sections = [...groups].map(([group, keys]) => {
    const rows = keys.map((key) => {
      const { kind, choices, defaultValue, about, serverOnly } = definitions[key] as OptionDefinition;
      const needed = needs[key]?.map((other) => `\`${other}\``).join(', ') ?? '';
      const what = choices ? `${kinds[kind]} ${choices.join(', ')}` : kinds[kind];
      return [
        `\`${key}\``,
        what,
        `\`${JSON.stringify(defaultValue)}\``,
        about + (serverOnly ? ' (browsers never get it)' : ''),
        needed,
      ];
    });
    return `## ${group}\n\n${table(['Option', 'Kind', 'Default', 'What it does', 'Needs'], rows)}`;
  });
  return page(
    'Options',
    `What \`options.json\` of an institution may set: ${Object.keys(definitions).length} options. A server loads changes without a restart once \`npm run passbook -- check\` would pass them. Text and HTML may contain {institution}, {shortName}, {phone}, {hours} and {address} where the table says HTML.`,
    sections,
  );
}

function textsPage(): string {
  const groups = Map.groupBy(Object.entries(defaultTexts), ([key]) => groupOf(key));
  const sections = [...groups].map(([group, texts]) => {
    const rows = texts.map(([key, text]) => [`\`${key}\``, text.replaceAll('\n', '⏎'), requiredTexts[key] ?? '']);
    return `## ${group}\n\n${table(['Key', 'Default', 'May not be hidden because'], rows)}`;
  });
  return page(
    'Texts',
    `What \`texts.json\` of an institution may reword, or hide with null: ${Object.keys(defaultTexts).length} texts. What stands in braces is filled and must stay, in any order. Every text may also contain {institution}, {shortName}, {phone}, {hours} and {address} from \`institution.json\`. ⏎ is a line break, written \\n.`,
    sections,
  );
}

interface Shape {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape | boolean;
  readonly prefixItems?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: Shape | boolean;
}

function institutionPage(): string {
  const sections = Object.entries(institutionFileSchemas).map(
    ([name, schema]) => `## ${name}\n\n${table(['Key', 'Kind', 'Required', 'Meaning'], rowsOf(toJsonSchema(schema)))}`,
  );
  return page(
    'Files of an institution',
    'The keys of `institution.json`, `theme.json`, `agreements.json`, `branches.json` and `forms.json`. For `options.json` see [options.md](options.md), for `texts.json` [texts.md](texts.md). Missing files are fine: the defaults apply.',
    sections,
  );
}

function rowsOf(shape: Shape, prefix = ''): string[][] {
  const inner = typeof shape.items === 'object' ? shape.items : shape;
  return Object.entries(inner.properties ?? {}).flatMap(([key, value]) => {
    const path = prefix + key;
    const below = value.properties ?? (typeof value.items === 'object' ? value.items.properties : undefined);
    const required = inner.required?.includes(key) && value.default === undefined ? 'yes' : '';
    return [
      [`\`${path}\``, kindOf(value), required, value.description ?? ''],
      ...(below ? rowsOf(value, `${path}.`) : []),
      ...(typeof value.additionalProperties === 'object' && value.additionalProperties.properties
        ? rowsOf(value.additionalProperties, `${path}.NAME.`)
        : []),
    ];
  });
}

function kindOf({ type, enum: choices, items, prefixItems, minimum, maximum, pattern }: Shape): string {
  if (choices) return `one of ${choices.join(', ')}`;
  if (prefixItems) return `list of ${prefixItems.length}`;
  if (type === 'array') return typeof items === 'object' ? `list of ${kindOf(items)}` : 'list';
  const range = minimum === undefined || maximum === undefined || maximum > 1e9 ? '' : `, ${minimum} to ${maximum}`;
  return `${type ?? 'value'}${range}${pattern ? `, ${format('`%s`', pattern)}` : ''}`;
}

function environmentPage(): string {
  const shape = toJsonSchema(environmentSchema);
  const rows = Object.entries(environmentAbout).map(([name, about]) => {
    const value = shape.properties?.[name] ?? {};
    return [`\`${name}\``, value.default === undefined ? '' : `\`${JSON.stringify(value.default)}\``, about];
  });
  return page(
    'Environment variables',
    'What a process reads when it starts. Empty variables count as missing; a misspelt `PASSBOOK_` variable is refused with the nearest one. `npm run passbook -- check` tries them all.',
    [table(['Variable', 'Default', 'Meaning'], rows)],
  );
}

function optionsSchema(): object {
  const types: Readonly<Record<OptionDefinition['kind'], object>> = {
    switch: { type: 'boolean' },
    number: { type: ['number', 'null'], minimum: 0 },
    amount: { type: ['number', 'null'], minimum: 0, multipleOf: 0.01 },
    day: { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    text: { type: 'string' },
    richText: { type: 'string' },
    url: { type: 'string', pattern: '^(https://\\S+|http://localhost\\S*|/institution/[\\w./-]+|)$' },
    list: { type: 'array', items: { type: 'string' } },
    choice: { type: 'string' },
  };
  const entries = Object.entries(optionDefinitions as Readonly<Record<string, OptionDefinition>>);
  return fileSchema(
    entries.map(([key, { kind, choices, defaultValue, about }]) => [
      key,
      { ...types[kind], ...(choices ? { enum: choices } : {}), default: defaultValue, description: about },
    ]),
  );
}

function textsSchema(): object {
  return fileSchema(
    Object.entries(defaultTexts).map(([key, text]) => [
      key,
      { type: requiredTexts[key] === undefined ? ['string', 'null'] : 'string', default: text },
    ]),
  );
}

function fileSchema(properties: readonly (readonly [string, object])[]): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
}

function toJsonSchema(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
}

function groupOf(key: string): string {
  return key.split('.')[0] ?? key;
}

function page(title: string, intro: string, sections: readonly string[]): string {
  return `# ${title}\n\n${intro}\n\n${made}\n\n${sections.join('\n\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function json(content: unknown): string {
  return `${JSON.stringify(content, null, 1)}\n`;
}

if (import.meta.main) {
  for (const [file, content] of Object.entries(referenceFiles())) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
