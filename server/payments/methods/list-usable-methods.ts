import { methodPermissions } from '#common/payments/rules/availability.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { listSavedMethods } from './payment-methods.queries.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';

export async function listUsableMethods(services: Services, session: Session): Promise<SavedMethod[]> {
  const settings = paymentSettings(services);
  const methods = await listSavedMethods(services.database, session.userId);
  return methods.filter(({ type }) => methodPermissions(type, settings, session.companyNumber).maySave);
}
