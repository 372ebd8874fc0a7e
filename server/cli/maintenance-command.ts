import { setMaintenance } from '#server/platform/maintenance.queries.ts';
import type { Command } from './command.ts';

export const maintenanceCommand: Command = {
  name: 'maintenance',
  summary: 'Closes the portal for customers, or opens it again',
  usage: 'passbook maintenance on|off',
  async run([state], { database }) {
    if (state !== 'on' && state !== 'off') {
      console.error('Say "on" or "off".');
      return 2;
    }
    await setMaintenance(database, state === 'on');
    console.log(state === 'on' ? 'The portal is closed for maintenance.' : 'The portal is open.');
    return 0;
  },
};
