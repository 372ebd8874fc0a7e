import { useState } from 'react';
import type { SavedUserInfo } from '#common/profile/rules/user-info.ts';
import { type Outcome, type Stopped, useAction } from '#web/data/use-action.ts';
import { saveUserInfo } from '#web/profile/profile-data.ts';
import type { Biometrics } from './use-biometrics.ts';
import type { UserInfoForm } from './use-user-info.ts';

/** Effects of a save to tell the customer about. */
export interface Consequence {
  readonly signedOutElsewhere?: boolean;
  readonly newAddress?: string | undefined;
}

const done = { kind: 'answer', body: undefined } as const;

const biometricsFailed: Stopped = { kind: 'stopped', text: 'profileError.BiometricsNotUpdated' };

/** Saves what has changed of User Information, fingerprint or face included (M 4). */
export function useSaveUserInfo(saved: SavedUserInfo, form: UserInfoForm, biometrics: Biometrics, onDone: () => void) {
  const [consequence, setConsequence] = useState<Consequence>({});

  /** Biometrics first: if that fails, the rest stays unsaved (M 4). Unless the rest would end it again. */
  async function saveAll(): Promise<Outcome<unknown>> {
    setConsequence({});
    if (!form.valid) {
      form.showErrors();
      return { kind: 'stopped', text: 'profileError.CorrectErrors' };
    }
    const { oldPassword } = form.fields;
    const { password, confirmation } = form.newPassword.entry;
    const endsTokens = password !== '' || form.fields.emailAddress.trim() !== saved.emailAddress;
    const turnsOnLast = biometrics.turnsOn && endsTokens;
    if (!turnsOnLast && !(await biometrics.apply(oldPassword))) return biometricsFailed;
    if (!form.dirty) return done;
    const result = await saveUserInfo({ fields: form.fields, shown: saved, newPassword: password, confirmation });
    if (result.kind !== 'answer') return result;
    const { emailAddress } = result.body;
    const newAddress = emailAddress === saved.emailAddress ? undefined : emailAddress;
    if (endsTokens && !turnsOnLast) await biometrics.forget();
    setConsequence({ signedOutElsewhere: password !== '', newAddress: form.hasPassword ? newAddress : undefined });
    form.settle(result.body);
    if (turnsOnLast && !(await biometrics.apply(password || oldPassword))) return biometricsFailed;
    return done;
  }

  return { ...useAction(saveAll, { onDone }), consequence };
}
