import { useOption } from '#web/institution/settings.ts';
import { NoBreak } from './NoBreak.tsx';
import { Text } from './Text.tsx';

/** The institution's phone for customers, or "us" without one. */
export function CustomerService() {
  const phone = useOption('globalOptions.customerServicePhone');
  if (phone === '') return <Text of="payWhy.callUs" />;
  return (
    <NoBreak>
      <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
    </NoBreak>
  );
}
