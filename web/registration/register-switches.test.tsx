import { testSwitches } from '#tests/builders/render-screen.tsx';
import { Register } from './Register.tsx';

testSwitches('at registration', {
  content: () => <Register />,
  items: 'label',
  hides: {
    'registerOptions.hideFirstName': 'First name',
    'registerOptions.hideMiddleName': 'Middle name',
    'registerOptions.hideDateOfBirth': 'Date of birth',
    'registerOptions.hideZipCode': 'Zip code',
    'registerOptions.hidePhoneNumber': 'Phone number',
  },
});
