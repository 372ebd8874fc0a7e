import { testSwitches } from '#tests/builders/render-screen.tsx';
import { DocumentCenter } from './DocumentCenter.tsx';

testSwitches('in the document center', {
  content: () => <DocumentCenter />,
  screen: { options: { 'globalOptions.useDocumentCenterOption': true } },
  items: '[role=tab]',
  hides: {
    'documentOptions.hideTabAccount': 'Account Documents',
    'documentOptions.hideTabProfile': 'Profile Documents',
    'documentOptions.hideTabApplications': 'Applications Documents',
  },
});
