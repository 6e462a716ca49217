import { queryOptions } from '@tanstack/react-query';
import type {
  NotificationsCreateAlertInput,
  NotificationsListAlertsItem,
  NotificationsUpdateAlertInput,
} from '../../../../../sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { useApiChange } from '../../../api/use-change.ts';

export type Alert = NotificationsListAlertsItem;
export type AlertKind = NotificationsCreateAlertInput['kind'];

/** Loads the alerts of all pages, because the Enterprise plan allows more alerts than a page can contain. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: async ({ signal }) => {
    const alerts: Alert[] = [];
    for await (const alert of api.notifications.listAlerts.items({}, { signal })) alerts.push(alert);
    return { data: alerts };
  },
});

/** Queries to load again after a change of an alert. Each name is the first element of a query key. */
const DEPENDENT_QUERIES = ['alerts'];

export const useCreateAlert = () =>
  useApiChange(
    (input: NotificationsCreateAlertInput) => api.notifications.createAlert(input),
    DEPENDENT_QUERIES,
  );
export const useUpdateAlert = () =>
  useApiChange(
    (input: NotificationsUpdateAlertInput) => api.notifications.updateAlert(input),
    DEPENDENT_QUERIES,
  );
export const useDeleteAlert = () =>
  useApiChange((id: string) => api.notifications.deleteAlert({ id }), DEPENDENT_QUERIES);

/** The condition of each alert kind. The text completes the sentence "Tell me when ...". */
export const ALERT_KIND_TEXTS: Readonly<Record<AlertKind, string>> & Readonly<Record<string, string>> = {
  apy_below: 'the APY falls below a level',
  apy_above: 'the APY rises above a level',
  apy_fell: 'the APY falls by a number of percentage points',
  apy_rose: 'the APY rises by a number of percentage points',
  tvl_fell: 'the TVL falls by a percentage',
  risk_level_changed: 'the risk level changes',
  flagged: 'the service warns about the strategy',
  unlisted: 'the strategy is no longer listed',
  relisted: 'the strategy is listed again',
  paused: 'the strategy stops accepting deposits',
  stale: 'the figures of the strategy are outdated',
  deposit_confirmed: 'a deposit is confirmed',
  deposit_failed: 'a deposit fails',
};

/** Returns the number that an alert kind needs: a threshold or a change, with its unit. */
export function figureFieldOf(
  kind: string,
): { readonly name: 'level' | 'by'; readonly label: string; readonly unit: string } | undefined {
  if (kind === 'apy_above' || kind === 'apy_below')
    return { name: 'level', label: 'APY level in percent', unit: '%' };
  if (kind === 'apy_rose' || kind === 'apy_fell')
    return { name: 'by', label: 'Change in percentage points', unit: ' percentage points' };
  return kind === 'tvl_fell' ? { name: 'by', label: 'Change in percent', unit: '%' } : undefined;
}
