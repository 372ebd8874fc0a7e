import { deskRoles } from '#common/desk/permissions.ts';
import type { Approval, workApi } from '#common/desk/work.api.ts';
import type { DeskHandlers, DeskSession } from '#server/desk/http/desk-endpoint.ts';
import { listWhyNotMade } from '#server/desk/staff/desk-audit.queries.ts';
import { listToday } from '#server/desk/today.ts';
import type { Services } from '#server/services.ts';
import { approve, decline, findObstacle, mayDecide, mayDecline, withdraw } from './decide.command.ts';
import { listDecidedWorkItems, listOpenWorkItems, type WorkItem } from './work-items.queries.ts';

const MAX_DECIDED = 50;

export const workHandlers: DeskHandlers<typeof workApi> = {
  'GET /api/desk/today': ({ services, session }) => listToday(services, session),

  'GET /api/desk/approvals': async ({ services, session }) => {
    const [open, decided] = await Promise.all([
      listOpenWorkItems(services.database),
      listDecidedWorkItems(services.database, MAX_DECIDED),
    ]);
    return {
      open: await showOwnPart(services, session, open),
      decided: await showOwnPart(services, session, decided),
    };
  },

  'POST /api/desk/approvals/approve': (call) => approve(call),

  'POST /api/desk/approvals/decline': async (call) => {
    await decline(call);
    return {};
  },

  'POST /api/desk/approvals/withdraw': async (call) => {
    await withdraw(call);
    return {};
  },
};

/** Others' items only for those who may decide such: they name customers. */
async function showOwnPart(services: Services, session: DeskSession, items: readonly WorkItem[]): Promise<Approval[]> {
  const concerned = items.filter((item) => item.askedBy === session.staffId || mayDecide(session.role, item));
  const refused = concerned.filter(({ status }) => status === 'refused').map(({ workItemId }) => workItemId);
  const whyNotMade = await listWhyNotMade(services.database, refused);
  return Promise.all(
    concerned.map(async (item) => ({
      ...(await shown(services, session, item)),
      notMadeBecause: whyNotMade.get(item.workItemId) ?? '',
    })),
  );
}

async function shown(
  services: Services,
  session: DeskSession,
  item: WorkItem,
): Promise<Omit<Approval, 'notMadeBecause'>> {
  const { input: _input, askedBy, askedByName, askedAt, decidedByName, decidedAt, ...others } = item;
  const obstacle = await findObstacle(services, session, item);
  return {
    ...others,
    askedBy: askedByName,
    askedAt: askedAt.toString(),
    decidedBy: decidedByName,
    decidedAt: decidedAt?.toString() ?? null,
    obstacle,
    deciders: deskRoles.filter((role) => mayDecide(role, item)),
    mayDecline: mayDecline(obstacle),
    mayWithdraw: item.status === 'open' && askedBy === session.staffId,
  };
}
