import { listOption, richTextOption, switchOption, textOption } from '#common/contract/option-kinds.ts';

export const documentOptions = {
  'globalOptions.useFileServicesOption': switchOption(
    false,
    'Shows documents in loan details, application details and the profile',
  ),
  'loanDetailsOptions.hideDocuments': switchOption(false, 'Hides documents in loan details'),
  'documentOptions.heading': textOption('', 'Heading above lists of documents'),
  'documentOptions.disclaimer': richTextOption('Text above lists of documents'),
  'documentOptions.allowUpload': switchOption(true, 'Customers may upload documents'),
  'documentOptions.saveInsteadOfShow': switchOption(
    false,
    'Documents are always downloaded instead of shown in the browser, including PDF',
  ),
  'documentOptions.fileTypes': listOption(
    ['Identification', 'Proof of income', 'Proof of address', 'Proof of insurance', 'Signed agreement', 'Other'],
    'Types of documents, at most 100; a document keeps the type it was uploaded with',
  ),
  'documentOptions.hideTabAccount': hideTabOption('Account Documents'),
  'documentOptions.hideTabProfile': hideTabOption('Profile Documents'),
  'documentOptions.hideTabApplications': hideTabOption('Applications Documents'),
} as const;

function hideTabOption(tab: string) {
  return switchOption(false, `Hides the tab ${tab} of the document center`);
}
