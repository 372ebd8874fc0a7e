import { type IdentityCheck, identityChecks } from '#common/desk/desk-lists.ts';
import { Checkboxes } from '#web/desk/kit/Checkboxes.tsx';

const words: Readonly<Record<IdentityCheck, string>> = {
  calledBack: 'I called back at the phone number on file',
  idInBranch: 'I saw a government ID in the branch',
  accountFacts: 'They named the last payment and its amount',
  birthDateAndSsn: 'They named their birth date and the last four of the SSN',
};

const choices = identityChecks.map((value) => ({ value, label: words[value] }));

interface IdentityChecksProps {
  readonly chosen: readonly IdentityCheck[];
  readonly error: string | undefined;
  readonly first?: boolean;
  readonly onChange: (checks: readonly IdentityCheck[]) => void;
}

/** How staff checked who is asking, before something that would help a thief. */
export function IdentityChecks(props: IdentityChecksProps) {
  return <Checkboxes legend="How did you check who is asking? Two at least." choices={choices} {...props} />;
}

export function checksProblem(checks: readonly IdentityCheck[]): string | undefined {
  return checks.length < 2 ? 'Record at least two checks of who is asking.' : undefined;
}
