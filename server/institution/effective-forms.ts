import path from 'node:path';
import type { TextKey, Texts } from '#common/contract/all-texts.ts';
import type { Institution } from '#common/institution/institution.ts';
import { type DefaultForm, defaultForms } from '#common/profile/default-forms.ts';
import type { RequestForm } from '#common/profile/rules/request-form.ts';
import { didYouMean } from '#server/platform/nearest-key.ts';
import { fillWords, type InstitutionDetails, placeProblem } from './institution-details.ts';
import type { FormEntry } from './file-schemas.ts';
import type { InstitutionFiles } from './institution-files.ts';

/** The default forms in the institution's words; a form of a folder replaces the one with its key. */
export function effectiveForms(
  chain: readonly InstitutionFiles[],
  texts: Texts,
  details: InstitutionDetails,
  problems: string[],
): RequestForm[] {
  const forms = new Map(defaultForms.flatMap((form) => worded(form, texts)).map((form) => [form.key, form]));
  for (const form of forms.values()) {
    const file = path.join(chain.at(-1)?.folder ?? '', 'texts.json');
    problems.push(...choiceProblems(form).map((problem) => `${file}: ${problem}`));
  }
  for (const { folder, forms: entries } of chain) {
    for (const entry of entries) {
      const problem = wordsOf(entry)
        .map((words) => placeProblem(words, [], details))
        .find((found) => found !== undefined);
      if (problem === undefined) forms.set(entry.key, formOf(entry, details));
      else problems.push(`${path.join(folder, 'forms.json')}: "${entry.key}" ${problem}`);
    }
  }
  return [...forms.values()];
}

/** A form whose title is hidden is left out, and so is a field whose label is, and a choice. */
function worded(form: DefaultForm, texts: Texts): RequestForm[] {
  const { key, accounts, paymentsContinue } = form;
  const title = texts[form.title];
  if (title === null) return [];
  const words = (of: TextKey) => texts[of] ?? '';
  const fields = form.fields.flatMap(({ name, kind, label, required = false, choices = [] }) => {
    const shown = choices.map(words).filter((choice) => choice !== '');
    const isLeftOut = texts[label] === null || (kind === 'choice' && shown.length === 0);
    return isLeftOut ? [] : [{ name, kind, label: words(label), hint: '', required, choices: shown }];
  });
  const { introduction, next } = form;
  return [{ key, title, introduction: words(introduction), accounts, paymentsContinue, fields, next: words(next) }];
}

function choiceProblems({ key, fields }: RequestForm): string[] {
  return fields.flatMap(({ label, choices }) => {
    const twice = choices.find((choice, index) => choices.indexOf(choice) < index);
    return twice === undefined ? [] : [`the form ${key} has the choice "${twice}" of "${label}" twice`];
  });
}

function wordsOf({ title, introduction, next, fields }: FormEntry): string[] {
  const ofFields = fields.flatMap(({ label, hint = '', choices = [] }) => [label, hint, ...choices]);
  return [title, introduction, next, ...ofFields];
}

function formOf(entry: FormEntry, details: InstitutionDetails): RequestForm {
  const filled = (words: string) => fillWords(words, details);
  return {
    ...entry,
    title: filled(entry.title),
    introduction: filled(entry.introduction),
    next: filled(entry.next),
    fields: entry.fields.map(({ label, hint = '', choices = [], ...field }) => ({
      ...field,
      label: filled(label),
      hint: filled(hint),
      choices: choices.map(filled),
    })),
  };
}

/** Finds options that name forms which don't exist, or lead borrowers to one that can't help them. */
export function formOptionProblems({ options, forms }: Pick<Institution, 'options' | 'forms'>): string[] {
  const keys = forms.map(({ key }) => key);
  const notOffered = options['formOptions.notOffered'];
  const unknown = notOffered
    .filter((key) => !keys.includes(key) && !isHidden(key))
    .map((key) => `"formOptions.notOffered" names the form ${JSON.stringify(key)}, ${noForm(key, keys)}`);
  return options['formOptions.useForms'] ? [...unknown, ...helpProblems(options, forms, keys)] : unknown;
}

function helpProblems(
  options: Institution['options'],
  forms: readonly RequestForm[],
  keys: readonly string[],
): string[] {
  const help = options['formOptions.helpWithPayments'];
  if (help === '') return [];
  const named = `"formOptions.helpWithPayments" names the form ${JSON.stringify(help)}`;
  const form = forms.find(({ key }) => key === help);
  if (!form) return isHidden(help) ? [] : [`${named}, ${noForm(help, keys)}`];
  if (options['formOptions.notOffered'].includes(help)) {
    return [`${named}, which "formOptions.notOffered" names too; offer it, or name none ("")`];
  }
  if (!form.paymentsContinue) {
    return [`${named}, which doesn't say that payments remain due; set its "paymentsContinue" to true in forms.json`];
  }
  return [];
}

/** Whether an unknown key is that of a default form, which the texts then hide. */
function isHidden(key: string): boolean {
  return defaultForms.some((form) => form.key === key);
}

function noForm(key: string, keys: readonly string[]): string {
  const guess = didYouMean(key, keys);
  return `which does not exist${guess === '' ? '.' : guess} There are: ${keys.join(', ')}`;
}
