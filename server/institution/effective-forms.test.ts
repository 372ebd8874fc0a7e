import { afterEach, describe, expect, it } from 'vitest';
import { institutionFiles as folderWith, removeInstitutionFiles } from '#tests/support/institution-files.ts';
import { applicationOptions } from './application-options.ts';
import { loadInstitution } from './load-institution.ts';

afterEach(removeInstitutionFiles);

const form = {
  key: 'address-proof',
  title: 'Proof of address',
  introduction: 'Ask {shortName} for a letter. Questions? {phone}',
  fields: [{ name: 'to', kind: 'shortText', label: 'For whom?', required: true }],
  next: 'We answer within 2 business days.',
};

const field = { name: 'why', kind: 'choice', label: 'Why?' };

describe('forms of requests', () => {
  it('are two by default, and the one that helps with payments says that they remain due', async () => {
    const { forms, options } = await loadInstitution(await folderWith({}));
    expect(forms.map(({ key, paymentsContinue }) => [key, paymentsContinue])).toEqual([
      ['payment-help', true],
      ['document-request', false],
    ]);
    expect(options['formOptions.useForms']).toBe(false);
    expect(options['formOptions.helpWithPayments']).toBe('payment-help');
    const wishes = forms[0]?.fields.find(({ name }) => name === 'wish');
    expect(wishes?.choices).toContain('Skipping a payment');
  });

  it('are reworded with texts; what is hidden there is left out', async () => {
    const texts = {
      'hardshipRequest.title': 'Trouble paying',
      'hardshipRequest.income': null,
      'hardshipRequest.skip': null,
      'documentRequest.title': null,
    };
    const { forms } = await loadInstitution(await folderWith({ 'texts.json': texts }));
    expect(forms.map(({ title }) => title)).toEqual(['Trouble paying']);
    expect(forms[0]?.fields.map(({ name }) => name)).not.toContain('income');
    expect(forms[0]?.fields.find(({ name }) => name === 'wish')?.choices).not.toContain('Skipping a payment');
  });

  it('of the institution come after them, with its details filled in', async () => {
    const { forms } = await loadInstitution(await folderWith({ 'forms.json': [form] }));
    expect(forms.map(({ key }) => key)).toEqual(['payment-help', 'document-request', 'address-proof']);
    expect(forms[2]).toEqual({
      ...form,
      introduction: 'Ask Test Bank for a letter. Questions? (555) 010-2000',
      accounts: [],
      paymentsContinue: false,
      fields: [{ ...form.fields[0], hint: '', choices: [] }],
    });
  });

  it('replace those with their key, of the defaults and of the institution it extends', async () => {
    const base = await folderWith({ 'forms.json': [form, { ...form, key: 'document-request' }] });
    const overlay = await folderWith({
      'institution.json': { extends: base },
      'forms.json': [{ ...form, title: 'Overlay' }],
    });
    const { forms } = await loadInstitution(overlay);
    expect(forms.map(({ key, title }) => [key, title])).toEqual([
      ['payment-help', 'Help with payments'],
      ['document-request', 'Proof of address'],
      ['address-proof', 'Overlay'],
    ]);
  });

  it.each<[string, object, RegExp]>([
    ['an unknown key', [{ ...form, titel: 'x' }], /forms\.json: "0\.titel" is not known; did you mean "title"\?/],
    ['no fields', [{ ...form, fields: [] }], /"0\.fields" /],
    ['a key in capitals', [{ ...form, key: 'Address' }], /"0\.key" must be small letters, digits and dashes/],
    ['one key twice', [form, form], /has two forms with the same key/],
    ['an unknown kind', [{ ...form, fields: [{ ...field, kind: 'number' }] }], /"0\.fields\.0\.kind" /],
    ['a choice without choices', [{ ...form, fields: [field] }], /must have choices if its kind is choice/],
    [
      'choices without a choice',
      [{ ...form, fields: [{ ...field, kind: 'date', choices: ['A', 'B'] }] }],
      /must have choices if its kind is choice/,
    ],
    ['one choice', [{ ...form, fields: [{ ...field, choices: ['A'] }] }], /must have at least two/],
    ['a choice twice', [{ ...form, fields: [{ ...field, choices: ['A', 'A'] }] }], /has the same choice twice/],
    [
      'two fields of one name',
      [{ ...form, fields: [...form.fields, ...form.fields] }],
      /"0" has two fields with the same name/,
    ],
    [
      'two fields for files',
      [{ ...form, fields: ['a', 'b'].map((name) => ({ name, kind: 'files', label: 'x' })) }],
      /"0" has two fields of the kind files/,
    ],
    ['payments of no loan', [{ ...form, paymentsContinue: true }], /must have loan or lineOfCredit/],
    [
      'a place that nothing fills',
      [{ ...form, next: 'Call {phon}' }],
      /forms\.json: "address-proof" has \{phon\}, which nothing fills; did you mean \{phone\}\?/,
    ],
  ])('are refused with %s', async (_what, forms, problem) => {
    await expect(loadInstitution(await folderWith({ 'forms.json': forms }))).rejects.toThrow(problem);
  });

  it.each<[string, object, RegExp]>([
    [
      'formOptions.notOffered with an unknown form',
      { 'formOptions.notOffered': ['payment-hlep'] },
      /"formOptions\.notOffered" names the form "payment-hlep", which does not exist; did you mean "payment-help"\?/,
    ],
    [
      'formOptions.helpWithPayments with an unknown form',
      { 'formOptions.helpWithPayments': 'x' },
      /"formOptions\.helpWithPayments" names the form "x", which does not exist\. There are: payment-help, document-request/,
    ],
    [
      'a form for loans that is not offered',
      { 'formOptions.notOffered': ['payment-help'] },
      /"formOptions\.helpWithPayments" names .*, which "formOptions\.notOffered" names too; offer it, or name none/,
    ],
    [
      'a form for loans that does not say that payments remain due',
      { 'formOptions.helpWithPayments': 'document-request' },
      /which doesn't say that payments remain due; set its "paymentsContinue" to true in forms\.json/,
    ],
  ])('are refused with %s', async (_what, options, problem) => {
    const folder = await folderWith({ 'options.json': { 'formOptions.useForms': true, ...options } });
    await expect(loadInstitution(folder)).rejects.toThrow(problem);
  });

  it('need none for loans', async () => {
    const options = {
      'formOptions.useForms': true,
      'formOptions.notOffered': ['payment-help'],
      'formOptions.helpWithPayments': '',
    };
    const { forms } = await loadInstitution(await folderWith({ 'options.json': options }));
    expect(forms).toHaveLength(2);
  });

  it('leave loans without one that the texts hide', async () => {
    const folder = await folderWith({
      'options.json': { 'formOptions.useForms': true },
      'texts.json': { 'hardshipRequest.title': null },
    });
    const { gassySettings } = applicationOptions(await loadInstitution(folder));
    expect(gassySettings.shared['formOptions.helpWithPayments']).toBe('');
  });

  it('may not hide that payments remain due', async () => {
    const folder = await folderWith({ 'texts.json': { 'requests.paymentsContinue': null } });
    await expect(loadInstitution(folder)).rejects.toThrow(/"requests\.paymentsContinue" cannot be hidden/);
  });

  it('may not get the same choice twice by their texts', async () => {
    const texts = { 'hardshipRequest.skip': 'A lower payment' };
    const folder = await folderWith({ 'texts.json': texts });
    await expect(loadInstitution(folder)).rejects.toThrow(
      /texts\.json: the form payment-help has the choice "A lower payment" of "What would help most\?" twice/,
    );
  });
});
