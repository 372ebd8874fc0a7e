/** The facts that decide how electronic statements are offered (M 4). */
export interface ToggleFacts {
  readonly closed: boolean;
  readonly isElectronic: boolean;
  /** Terms must be accepted before statements can be electronic. */
  readonly agreementNeeded: boolean;
  readonly hasEmailAddress: boolean;
  readonly alwaysShow: boolean;
  readonly paperEnabled: boolean;
  /** The format was changed on this screen, or is being changed. */
  readonly changePending: boolean;
}

/**
 * Conditions for hiding take precedence. While terms are needed, a button that opens them replaces the switch (C-002).
 */
export function toggleShown(facts: ToggleFacts): 'nothing' | 'agreement' | 'switch' {
  if (facts.closed) return 'nothing';
  if (facts.agreementNeeded) return 'agreement';
  const shown = facts.alwaysShow || facts.paperEnabled || !facts.isElectronic || facts.changePending;
  return shown ? 'switch' : 'nothing';
}

/** E-statements can't be announced without an email address (C-120). */
export function emailNeeded({
  closed,
  isElectronic,
  hasEmailAddress,
}: Pick<ToggleFacts, 'closed' | 'isElectronic' | 'hasEmailAddress'>): boolean {
  return !closed && !isElectronic && !hasEmailAddress;
}
