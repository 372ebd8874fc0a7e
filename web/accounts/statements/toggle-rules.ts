/** What decides how the choice of electronic statements is offered (M 4). */
export interface ToggleFacts {
  readonly closed: boolean;
  readonly isElectronic: boolean;
  /** Terms must be agreed to before statements can be electronic. */
  readonly agreementNeeded: boolean;
  readonly hasEmailAddress: boolean;
  readonly alwaysShow: boolean;
  readonly paperEnabled: boolean;
  /** The format was changed while the screen is open, or is being changed. */
  readonly changePending: boolean;
}

/**
 * Conditions to hide win over those to show; while terms are needed, a button
 * that opens them stands in place of the switch (C-002).
 */
export function toggleShown(facts: ToggleFacts): 'nothing' | 'agreement' | 'switch' {
  if (facts.closed) return 'nothing';
  if (facts.agreementNeeded) return 'agreement';
  const shown = facts.alwaysShow || facts.paperEnabled || !facts.isElectronic || facts.changePending;
  return shown ? 'switch' : 'nothing';
}

/** E-statements cannot be announced to somebody without an address (C-120). */
export function emailNeeded({
  closed,
  isElectronic,
  hasEmailAddress,
}: Pick<ToggleFacts, 'closed' | 'isElectronic' | 'hasEmailAddress'>): boolean {
  return !closed && !isElectronic && !hasEmailAddress;
}
