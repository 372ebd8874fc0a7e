import { useEffect } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { dayAt } from '#common/core/dates.ts';
import type { Agreement } from '#common/institution/institution.ts';
import type { LoginNamePolicy } from '#common/identity/rules/login-name-rules.ts';
import { policyOfFirstPassword } from '#common/identity/rules/password-policy.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { validateLoginName } from '#common/registration/rules/login-name.ts';
import { validatePersonal } from '#common/registration/rules/personal-rules.ts';
import type { RegistrationSettings } from '#common/registration/rules/registration-types.ts';
import { validateSecurity } from '#common/registration/rules/security-rules.ts';
import { clock } from '#web/data/clock.ts';
import { useLoginNamePolicy } from '#web/identity/new-password/credential-rules.ts';
import { useInstitutionTimeZone, useSettings } from '#web/institution/settings.ts';
import { type NewPassword, useNewPassword } from '#web/identity/new-password/use-new-password.ts';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { type AgreementChoices, useAgreementChoices } from '#web/kit/use-agreement-choices.ts';
import { takeKeptEntries } from './kept-entries.ts';
import { emptyRegistration, type RegistrationValues } from './registration-values.ts';
import { registrationSettingsFromOptions } from '#common/registration/registration-settings-from-options.ts';
import { useAgreements } from '#web/institution/agreements.ts';
import { useInstitutionLengths } from '#web/institution/institution-options.ts';

interface RegistrationOffer {
  readonly settings: RegistrationSettings;
  /** With their full text, for reading. */
  readonly agreements: readonly Agreement[];
}

/** All entries with the institution's settings; only in memory while the screen is open. */
export interface RegistrationEntries {
  readonly settings: RegistrationSettings;
  readonly agreements: readonly Agreement[];
  readonly loginNamePolicy: LoginNamePolicy;
  readonly form: UseFormReturn<RegistrationValues>;
  readonly values: RegistrationValues;
  readonly newPassword: NewPassword;
  readonly choices: AgreementChoices;
  readonly personalIsValid: boolean;
  readonly securityIsValid: boolean;
}

export function useRegistrationEntries(): RegistrationEntries {
  const { settings, agreements } = useRegistrationSettings();
  const loginNamePolicy = useLoginNamePolicy();
  const timeZone = useInstitutionTimeZone();
  const choices = useAgreementChoices(agreements);
  const now = clock.nowIn(timeZone);
  const today = dayAt(now.toInstant(), now.timeZoneId);
  const form = useForm<RegistrationValues>({
    mode: 'onTouched',
    defaultValues: emptyRegistration(settings),
    resolver: rulesResolver((values: RegistrationValues) => ({
      ...validatePersonal(values, settings, today),
      ...validateSecurity(values, settings),
      ...validateLoginName(values, loginNamePolicy),
    })),
  });
  const { reset } = form;
  useEffect(() => {
    const kept = takeKeptEntries();
    if (kept) reset(kept, { keepDefaultValues: true });
  }, [reset]);
  const values = useWatch({ control: form.control }) as RegistrationValues;
  const newPassword = useNewPassword({
    owner: {
      kind: 'typed',
      loginName: values.userName.trim(),
      ssn: values.ssn,
      emailAddress: values.emailAddress,
      names: [values.firstName, values.middleName, values.lastName],
    },
    confirms: settings.confirmsPassword,
    adapt: policyOfFirstPassword,
  });
  return {
    settings,
    agreements,
    loginNamePolicy,
    form,
    values,
    newPassword,
    choices,
    personalIsValid: !hasErrors(validatePersonal(values, settings, today)),
    securityIsValid: !hasErrors(validateSecurity(values, settings)),
  };
}

function useRegistrationSettings(): RegistrationOffer {
  const { shared } = useSettings().gassySettings;
  const lengths = useInstitutionLengths();
  const agreements = useAgreements().filter(({ whenToAgree }) => whenToAgree.includes('registration'));
  return { settings: registrationSettingsFromOptions(shared, lengths, agreements), agreements };
}
