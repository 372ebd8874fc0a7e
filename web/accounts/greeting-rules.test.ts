import { expect, it } from 'vitest';
import { greetedName, greetingAt } from './Greeting.tsx';

it.each([
  [0, 'dashboard.goodMorning'],
  [11, 'dashboard.goodMorning'],
  [12, 'dashboard.goodAfternoon'],
  [17, 'dashboard.goodAfternoon'],
  [18, 'dashboard.goodEvening'],
  [23, 'dashboard.goodEvening'],
])("at %i o'clock the greeting is %s", (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting);
});

it.each([
  { personalName: 'Margaret Okafor', isPersonalUser: true, name: 'Margaret' },
  { personalName: 'Madonna', isPersonalUser: true, name: 'Madonna' },
  { personalName: '', isPersonalUser: true, name: '' },
  { personalName: 'Acme Supply Co.', isPersonalUser: false, name: 'Acme Supply Co.' },
])('"$personalName" is greeted as "$name"', ({ name, ...session }) => {
  expect(greetedName(session)).toBe(name);
});
