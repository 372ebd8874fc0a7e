import { type IdentityCheck, identityChecks } from '#common/desk/desk-lists.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';

const words: Readonly<Record<IdentityCheck, string>> = {
  calledBack: 'I called back at the phone number on file',
  idInBranch: 'I saw a government ID in the branch',
  accountFacts: 'They named the last payment and its amount',
  birthDateAndSsn: 'They named their birth date and the last four of the SSN',
};

interface IdentityChecksProps {
  readonly checks: readonly IdentityCheck[];
  readonly onChange: (checks: readonly IdentityCheck[]) => void;
}

/** How staff checked who is asking, before something that would help a thief. */
export function IdentityChecks({ checks, onChange }: IdentityChecksProps) {
  return (
    <fieldset>
      <legend>How did you check who is asking? Two at least.</legend>
      {identityChecks.map((check) => (
        <Checkbox
          key={check}
          label={words[check]}
          checked={checks.includes(check)}
          onChange={(event) =>
            onChange(event.target.checked ? [...checks, check] : checks.filter((other) => other !== check))
          }
        />
      ))}
    </fieldset>
  );
}

export function checksProblem(checks: readonly IdentityCheck[]): string | undefined {
  return checks.length < 2 ? 'Record at least two checks of who is asking.' : undefined;
}
