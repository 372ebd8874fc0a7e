import { useOption } from '#web/institution/settings.ts';
import { NoBreak } from './NoBreak.tsx';
import { Text } from './Text.tsx';

/** The institution's telephone for customers, or "us" without one. */
export function CustomerService() {
  const telephone = useOption('globalOptions.customerServicePhone');
  if (telephone === '') return <Text of="payWhy.callUs" />;
  return (
    <NoBreak>
      <a href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>{telephone}</a>
    </NoBreak>
  );
}
