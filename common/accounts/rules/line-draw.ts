/** Why nothing can be drawn on an account. */
export const drawObstacles = [
  'NotALine',
  /** Closed or charged off. */
  'LoanClosed',
  /** A hold code that blocks payments, in dispute, or locked for payoff. */
  'LoanHeld',
] as const;

export type DrawObstacle = (typeof drawObstacles)[number];
