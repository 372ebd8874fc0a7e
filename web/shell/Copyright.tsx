import { clock } from '#web/data/clock.ts';
import { useInstitutionTimeZone } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';

export function Copyright() {
  const { year } = clock.nowIn(useInstitutionTimeZone());
  return (
    <small>
      <Text of="shell.copyright" with={{ year: String(year) }} />
    </small>
  );
}
