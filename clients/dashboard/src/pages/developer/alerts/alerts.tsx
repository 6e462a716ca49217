import { useQuery } from '@tanstack/react-query';
import { strategiesByIdQuery } from '../../../api/queries.ts';
import { Button } from '../../../components/controls.tsx';
import { showToast } from '../../../components/dialogs/toast.tsx';
import { Badge } from '../../../components/surfaces.tsx';
import { Time } from '../../../components/time.tsx';
import { formatKeyAsTitle } from '../../../design/format.ts';
import { LOCALE } from '../../../design/locale.ts';
import { Link } from '../../../routing/link.tsx';
import { CreatedItemList } from '../made-list.tsx';
import {
  ALERT_KIND_TEXTS,
  type Alert,
  alertsQuery,
  figureFieldOf,
  useDeleteAlert,
  useUpdateAlert,
} from './alerts-api.ts';
import { CreateAlert } from './create-alert.tsx';

interface AlertProps {
  readonly alert: Alert;
  readonly names: ReadonlyMap<string, string>;
}

function AlertTargetText({ alert, names }: AlertProps) {
  const { strategy_id: id } = alert;
  if (id !== null) return <Link to={`/strategies/${id}`}>{names.get(id) ?? id}</Link>;
  if (alert.filter === null) return 'all strategies that you invested in';
  const { chain, asset, protocol, strategy_type: type } = alert.filter;
  const formatKeys = (keys: string | null) => keys?.split(',').map(formatKeyAsTitle).join(' or ');
  const parts = [formatKeys(chain), asset?.replaceAll(',', ' or '), formatKeys(protocol), formatKeys(type)];
  return `strategies that match ${parts.filter((each) => each !== undefined).join(', ')}`;
}

function AlertRow({ alert, names }: AlertProps) {
  const updateMutation = useUpdateAlert();
  const deleteMutation = useDeleteAlert();
  const text = ALERT_KIND_TEXTS[alert.kind] ?? alert.kind;
  const figureField = figureFieldOf(alert.kind);
  const onError = (error: Error) => showToast(error.message);
  return (
    <li className="entry">
      <div className="entry-main">
        <span className="row">
          <b>{alert.name ?? `When ${text}`}</b>
          {figureField !== undefined && (
            <Badge tone="accent">
              {alert[figureField.name]?.toLocaleString(LOCALE)}
              {figureField.unit}
            </Badge>
          )}
          {alert.paused && <Badge tone="warn">Paused</Badge>}
        </span>
        <span className="soft small">
          For <AlertTargetText alert={alert} names={names} /> · created <Time at={alert.created_at} />
        </span>
      </div>
      <span className="row entry-actions">
        <Button
          small
          busy={updateMutation.isPending}
          onClick={() => updateMutation.mutate({ id: alert.id, paused: !alert.paused }, { onError })}
        >
          {alert.paused ? 'Resume' : 'Pause'}
          <span className="hidden-visually"> the alert “When {text}”</span>
        </Button>
        <Button
          small
          look="danger"
          busy={deleteMutation.isPending}
          onClick={() =>
            deleteMutation.mutate(alert.id, { onError, onSuccess: () => showToast('The alert is deleted') })
          }
        >
          Delete<span className="hidden-visually"> the alert “When {text}”</span>
        </Button>
      </span>
    </li>
  );
}

export function Alerts() {
  const alerts = useQuery(alertsQuery);
  const ids = (alerts.data?.data ?? []).flatMap(({ strategy_id: id }) => id ?? []);
  const strategies = useQuery(strategiesByIdQuery(ids)).data ?? [];
  const strategyNameById = new Map(strategies.map(({ strategy_id: id, strategy_name: name }) => [id, name]));
  return (
    <CreatedItemList
      heading="Alerts"
      create="Create alert"
      path="/alerts"
      query={alerts}
      height={200}
      none={[
        'No alerts yet',
        'An alert notifies you when a strategy meets a condition. The notification appears under the bell at the top of the page. The service also sends it to your webhook endpoints, if you have any.',
      ]}
      row={(alert) => <AlertRow key={alert.id} alert={alert} names={strategyNameById} />}
      creator={(close) => <CreateAlert onClose={close} />}
    />
  );
}
