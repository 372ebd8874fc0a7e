/** Checks the rules in docs/map.md and says how to fix violations. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionDefinitions } from '#common/contract/all-options.ts';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { checkCssClasses } from './checks/css-classes.ts';
import { checkCssVariables } from './checks/css-variables.ts';
import { checkCycles } from './checks/cycles.ts';
import {
  checkLockFile,
  checkMap,
  checkMigrations,
  checkNeutrality,
  checkReferences,
  checkWords,
} from './checks/documents.ts';
import { checkFileShapes } from './checks/file-shapes.ts';
import { checkFragments } from './checks/fragments.ts';
import { checkImportDirections } from './checks/import-directions.ts';
import { checkJsxText } from './checks/jsx-text.ts';
import { checkKeys, checkScreenTexts } from './checks/keys.ts';
import { publicFiles } from './checks/modules.ts';
import { checkOptionTests } from './checks/option-tests.ts';
import { checkRoundingPlaces, checkSqlPlaces, checkTimePlaces } from './checks/places.ts';
import { checkPublicFiles } from './checks/public-files.ts';
import { checkReach } from './checks/reach.ts';
import { readProject } from './checks/read-project.ts';
import { checkTestWidths } from './checks/test-widths.ts';
import { formatViolation } from './checks/violation.ts';
import { checkWireNames } from './checks/wire-names.ts';
import { projectFolder } from './run/project-folder.mjs';

/** Files that round numbers other than amounts of money. */
const roundingOfOtherThings = [
  'common/accounts/rules/credit-status.ts',
  'server/institution/check-theme.ts',
  'web/accounts/loan-details/balance-chart.ts',
  'web/contact/locator/map/load-states.ts',
  'web/contact/locator/map/TownNames.tsx',
  'web/contact/locator/map/mercator.ts',
  'web/ui/ProgressBar.tsx',
  'web/ui/chart-scale.ts',
];

/** Small files that stay although only one file imports them, with the reason. */
const fragmentsThatStay: Readonly<Record<string, string>> = {
  'web/payments/schedules/SkipDialog.tsx': 'loads only when it is opened',
  'web/identity/security/SecuritySections.tsx': 'the sections of one module, shown on the profile of another',
};

/** The server files that a payment by bank account enters on its way from the route to its posting. Only goes down. */
const bankPayment = {
  start: 'server/payments/submit/submit-payment.command.ts',
  within: 'server/payments/',
  expected: 12,
};

const { sources, texts } = await readProject(projectFolder);
const textKeys = new Set(Object.keys(defaultTexts));
const optionKeys = new Set(Object.keys(optionDefinitions));

const violations = [
  ...checkImportDirections(sources),
  ...checkPublicFiles(sources, publicFiles),
  ...checkReach(sources, bankPayment),
  ...checkWireNames(sources),
  ...checkCycles(sources),
  ...checkFileShapes(sources),
  ...checkFragments(sources, fragmentsThatStay),
  ...checkSqlPlaces(sources),
  ...checkTimePlaces(sources),
  ...checkRoundingPlaces(sources, roundingOfOtherThings),
  // Institutions don't reword the desk, so its screens contain their words.
  ...checkJsxText(sources.filter(({ path }) => !/^(web\/desk|bench)\//.test(path))),
  ...checkCssClasses(sources, texts),
  ...checkCssVariables(sources, texts),
  ...checkKeys(sources, { kind: 'text', keys: textKeys, bornIn: /^common\/[^/]+\/([a-z-]+-)?texts\.ts$/ }, optionKeys),
  ...checkKeys(
    sources,
    { kind: 'option', keys: optionKeys, bornIn: /^common\/[^/]+\/([a-z]+-)?options\.ts$/ },
    textKeys,
  ),
  ...checkScreenTexts(sources, textKeys),
  ...checkOptionTests(sources, optionKeys),
  ...checkTestWidths(sources),
  ...checkMap(texts),
  ...checkReferences(texts),
  ...checkMigrations(texts),
  ...checkWords(texts),
  ...checkNeutrality(texts),
  ...checkLockFile(await readFile(join(projectFolder, 'package-lock.json'), 'utf8')),
];

for (const violation of violations) console.error(formatViolation(violation));
console.log(`Structure: ${sources.length} files, ${violations.length} violations.`);
process.exitCode = violations.length > 0 ? 1 : 0;
