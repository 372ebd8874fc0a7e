import { Circle, CircleCheck, Hourglass } from 'lucide-react';
import { type CredentialRuleType, ruleTypes } from '#common/identity/rules/credential-rules.ts';
import type { PasswordPolicy } from '#common/identity/rules/password-policy.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import styles from './PasswordRuleList.module.css';
import type { ListedRule } from './use-new-password.ts';

const names: Readonly<Record<CredentialRuleType, TextKey>> = {
  [ruleTypes.capitalLetter]: 'passwordRules.capitalLetter',
  [ruleTypes.lowercaseLetter]: 'passwordRules.lowercaseLetter',
  [ruleTypes.letter]: 'passwordRules.letter',
  [ruleTypes.number]: 'passwordRules.number',
  [ruleTypes.specialCharacter]: 'passwordRules.specialCharacter',
  [ruleTypes.notSsn]: 'passwordRules.notSsn',
  [ruleTypes.minimumLength]: 'passwordRules.minimumLength',
  [ruleTypes.notEmail]: 'passwordRules.notEmail',
  [ruleTypes.noThreeIdentical]: 'passwordRules.noThreeIdentical',
  [ruleTypes.notPortionOfLoginName]: 'passwordRules.notPortionOfLoginName',
  [ruleTypes.notContainLoginName]: 'passwordRules.notContainLoginName',
  [ruleTypes.notUsedBefore]: 'passwordRules.notUsedBefore',
  [ruleTypes.hardToGuess]: 'passwordRules.hardToGuess',
};

interface PasswordRuleListProps {
  readonly id: string;
  readonly rules: readonly ListedRule[];
  readonly minimumLength: number;
}

/** The password rules, each with its state in words; changes are announced (A 5). */
export function PasswordRuleList({ id, rules, minimumLength }: PasswordRuleListProps) {
  const text = useTexts();
  return (
    <div className={styles.rules} id={id}>
      <p className={styles.heading}>
        <Text of="passwordRules.heading" />
      </p>
      <ul aria-live="polite">
        {rules.map(({ rule, state, phase, weakness }) => {
          const shown = wordsOf(state, phase);
          const Icon = icons[shown.icon];
          return (
            <li key={rule.type} className={styles.rule} data-state={state} aria-atomic="true">
              <Icon size={18} aria-hidden="true" />
              <span>{text(names[rule.type], { min: String(minimumLength) })}</span>
              <span className={styles.state}>
                <Text of={shown.words} />
              </span>
              {weakness && (
                <span className={styles.reason}>
                  <Text of={`passwordRules.${weakness}`} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface LegacyRulesProps {
  readonly id: string;
  readonly policy: PasswordPolicy;
}

/** Where errors appear one by one, the rules in one sentence. */
export function LegacyRules({ id, policy: { minimumLength, maximumLength } }: LegacyRulesProps) {
  return (
    <p className={styles.rules} id={id}>
      <Text of="newPassword.legacyRules" with={{ min: minimumLength, max: maximumLength }} />
    </p>
  );
}

const icons = { met: CircleCheck, unmet: Circle, waiting: Hourglass };

interface Shown {
  readonly words: TextKey;
  readonly icon: keyof typeof icons;
}

function wordsOf(state: ListedRule['state'], phase: ListedRule['phase']): Shown {
  if (state === 'met') return { words: 'passwordRules.met', icon: 'met' };
  if (state === 'unmet' || phase === 'idle') return { words: 'passwordRules.unmet', icon: 'unmet' };
  return phase === 'checking'
    ? { words: 'passwordRules.unknown', icon: 'waiting' }
    : { words: 'passwordRules.later', icon: 'waiting' };
}
