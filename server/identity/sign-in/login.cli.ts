import { restrictUser } from './restrict-user.command.ts';
import type { Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

export const loginCommand: Command = {
  name: 'login',
  summary: 'Restricts a login, so that nobody comes in with it, or opens it again',
  usage: 'passbook login restrict|open LOGIN_NAME --by NAME',
  async run(args, services) {
    const { by, rest } = takeOperator(args);
    const [action, loginName, ...more] = rest;
    if ((action !== 'restrict' && action !== 'open') || loginName === undefined || more.length > 0) {
      console.error('Say "restrict" or "open", and the login name.');
      return 2;
    }
    if (!isNamed(by)) return 2;
    if (!(await restrictUser(services, loginName, { restricted: action === 'restrict', by }))) {
      console.error(`There is no login "${loginName}".`);
      return 1;
    }
    console.log(action === 'restrict' ? `${loginName} is restricted.` : `${loginName} is open.`);
    return 0;
  },
};
