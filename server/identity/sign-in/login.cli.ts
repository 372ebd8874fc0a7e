import { restrictUser } from './restrict-user.command.ts';
import type { AnyContext, Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

export const loginCommand: Command = {
  name: 'login',
  summary: "Restricts a login so it can't be used, or opens it again",
  usage: 'Usage: passbook login restrict|open USERNAME --by NAME',
  run: restrictOrOpen,
  runWithoutInstitution: restrictOrOpen,
};

async function restrictOrOpen(args: readonly string[], services: AnyContext): Promise<number> {
  const { by, rest } = takeOperator(args);
  const [action, loginName, ...more] = rest;
  if ((action !== 'restrict' && action !== 'open') || loginName === undefined || more.length > 0) {
    console.error(loginCommand.usage);
    return 2;
  }
  if (!isNamed(by)) return 2;
  if (!(await restrictUser(services, loginName, { restricted: action === 'restrict', by }))) {
    console.error(`No user named "${loginName}".`);
    return 1;
  }
  console.log(action === 'restrict' ? `${loginName} is restricted.` : `${loginName} is open.`);
  return 0;
}
