import { testSwitches } from '#tests/builders/render-screen.tsx';
import { MessageForm } from './MessageForm.tsx';

testSwitches('on the form of a visitor', {
  content: () => <MessageForm onSend={() => undefined} onSent={() => undefined} />,
  items: 'label',
  hides: { 'messageOptions.hideBranchNumber': 'Branch number' },
});
