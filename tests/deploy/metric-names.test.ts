import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { day } from '#common/core/dates.ts';
import { beginBusinessDay } from '#server/payments/end-of-day/business-days.queries.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
  await test.app.inject('/healthz');
});

afterAll(() => test.close());

const rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Passbook[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[mh]$/),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

const dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
});

async function readRules() {
  const { groups } = rules.parse(parse(await readFile('deploy/monitoring/passbook-rules.yaml', 'utf8')));
  return groups.flatMap((group) => group.rules);
}

it('every metric in an alarm or on the dashboard is one the server serves, with that label', async () => {
  const { panels } = dashboard.parse(JSON.parse(await readFile('deploy/monitoring/dashboard.json', 'utf8')));
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const watched = (await readRules()).map(({ expr }) => expr);
  const served = await listServed();
  for (const expression of [...shown, ...watched]) {
    for (const name of metricsIn(expression)) expect(served, expression).toContain(name);
  }
  expect(shown.flatMap(metricsIn).length).toBeGreaterThan(8);
});

it('every alarm leads to a section of the operating page', async () => {
  const page = await readFile('docs/operating.md', 'utf8');
  const sections = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const alarms = await readRules();
  for (const { annotations } of alarms)
    expect(sections).toContain(annotations.runbook.replace('docs/operating.md#', ''));
  for (const { alert } of alarms) expect(page, alert).toContain(alert);
});

it('expressions are balanced, so they are not cut short', async () => {
  for (const { expr } of await readRules()) {
    for (const [open, close] of ['()', '{}', '[]'])
      expect(expr.split(open ?? '').length).toBe(expr.split(close ?? '').length);
  }
});

it('a business day that was begun is counted until it is closed', async () => {
  const value = async (name: string) => {
    const text = await test.services.metrics.registry.getSingleMetricAsString(name);
    return Number(text.split('\n').at(-1)?.split(' ').at(-1));
  };
  const before = await value('passbook_open_business_days');
  await beginBusinessDay(test.services.database, day('2026-11-20'));
  expect(await value('passbook_open_business_days')).toBe(before + 1);
  expect(await value('passbook_oldest_unsettled_payment_seconds')).toBe(0);
});

/** Names as they appear in queries, such as `…_bucket` of a histogram. */
async function listServed(): Promise<string[]> {
  const metrics = await test.services.metrics.registry.getMetricsAsJSON();
  return metrics.flatMap(({ name, type }) =>
    // The type is a text, whatever the declaration of the package says.
    String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
}

function metricsIn(expression: string): string[] {
  return expression.match(/\b(?:passbook|process|nodejs)_\w+/g) ?? [];
}
