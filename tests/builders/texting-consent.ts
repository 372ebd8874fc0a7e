import type { SignedInCaller } from './test-app.ts';

const TEXT_TERMS = 11_339;

export async function agreeToTexting(caller: SignedInCaller): Promise<void> {
  const payload = { Agreements: [TEXT_TERMS], UserName: caller.login.UserName, TurnEStatementsOn: null };
  const response = await caller.call({ method: 'POST', url: '/api/AgreementLogging', payload });
  if (response.statusCode !== 200) throw new Error(`The terms were not recorded: ${response.body}`);
}
