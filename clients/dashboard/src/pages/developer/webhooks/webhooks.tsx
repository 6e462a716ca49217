import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls.tsx';
import { Badge } from '../../../components/surfaces.tsx';
import { Time } from '../../../components/time.tsx';
import { formatCount } from '../../../design/format.ts';
import { CreatedItemList } from '../made-list.tsx';
import { CreateWebhook } from './create-webhook.tsx';
import { Deliveries } from './deliveries.tsx';
import {
  DeleteWebhookDialog,
  EnableOrDisableButton,
  RotateSecretDialog,
  TestButton,
  useEndpointTest,
  WebhookTestResult,
} from './webhook-actions.tsx';
import { type Webhook, webhooksQuery } from './webhooks-api.ts';

type WebhookDialogKind = 'deliveries' | 'rotate' | 'delete';

const DISABLED_REASON_TEXTS: Readonly<Record<string, string>> = {
  owner: 'Disabled',
  gone: 'Disabled: your server answered 410 (Gone)',
  failing: 'Disabled: all deliveries failed for three days',
  key_revoked: 'Disabled: the API key to which this endpoint belonged was revoked',
};

function WebhookHealth({ webhook }: { webhook: Webhook }) {
  if (webhook.disabled_reason !== null) {
    const tone = webhook.disabled_reason === 'owner' ? 'plain' : 'bad';
    return <Badge tone={tone}>{DISABLED_REASON_TEXTS[webhook.disabled_reason] ?? 'Disabled'}</Badge>;
  }
  if (webhook.status === 'unverified') return <Badge tone="warn">Not verified: send a test</Badge>;
  return webhook.failing_since === null ? (
    <Badge tone="good">Enabled</Badge>
  ) : (
    <Badge tone="warn">Failing</Badge>
  );
}

function WebhookRow({
  webhook,
  onAsk,
}: {
  webhook: Webhook;
  onAsk: (dialogKind: WebhookDialogKind) => void;
}) {
  const { types, waiting_events: waiting, failing_since: failingSince } = webhook;
  const test = useEndpointTest(webhook);
  return (
    <li className="entry">
      <div className="entry-main">
        <span className="row">
          <b>{webhook.description ?? 'Endpoint'}</b>
          <WebhookHealth webhook={webhook} />
        </span>
        <code>{webhook.url}</code>
        <span className="soft small">
          {types === null ? 'All event types' : formatCount(types.length, 'event type')} · last event:{' '}
          <Time at={webhook.last_delivered_at} none="none yet (tests are not counted)" />
          {webhook.verified_at !== null && (
            <>
              {' '}
              · verified <Time at={webhook.verified_at} />
            </>
          )}
          {waiting > 0 && ` · ${formatCount(waiting, 'delivery', 'deliveries')} waiting for another attempt`}
          {failingSince !== null && (
            <>
              {' '}
              · failing since <Time at={failingSince} />
            </>
          )}
        </span>
        <WebhookTestResult webhook={webhook} test={test} />
      </div>
      <span className="row entry-actions">
        <TestButton webhook={webhook} test={test} />
        <Button small onClick={() => onAsk('deliveries')}>
          Deliveries<span className="hidden-visually"> to {webhook.url}</span>
        </Button>
        <EnableOrDisableButton webhook={webhook} />
        <Button small onClick={() => onAsk('rotate')}>
          Rotate secret<span className="hidden-visually"> of {webhook.url}</span>
        </Button>
        <Button small look="danger" onClick={() => onAsk('delete')}>
          Delete<span className="hidden-visually"> {webhook.url}</span>
        </Button>
      </span>
    </li>
  );
}

export function Webhooks() {
  const [shownDialog, setShownDialog] = useState<{ what: WebhookDialogKind; webhook: Webhook }>();
  const webhooks = useQuery(webhooksQuery);
  const onClose = () => setShownDialog(undefined);
  // A test in the dialog can change the endpoint, so the dialog shows the endpoint from the latest response.
  const currentWebhook =
    webhooks.data?.data.find(({ id }) => id === shownDialog?.webhook.id) ?? shownDialog?.webhook;
  return (
    <>
      <CreatedItemList
        heading="Webhook endpoints"
        create="Create endpoint"
        path="/webhooks"
        query={webhooks}
        height={260}
        none={[
          'No endpoints yet',
          'An endpoint is a URL of your server that receives events: a falling APY, a confirmed deposit, a new key.',
        ]}
        row={(webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            onAsk={(what) => setShownDialog({ what, webhook })}
          />
        )}
        creator={(close) => <CreateWebhook onClose={close} />}
      />
      {shownDialog?.what === 'deliveries' && currentWebhook !== undefined && (
        <Deliveries webhook={currentWebhook} onClose={onClose} />
      )}
      {shownDialog?.what === 'rotate' && (
        <RotateSecretDialog webhook={shownDialog.webhook} onClose={onClose} />
      )}
      {shownDialog?.what === 'delete' && (
        <DeleteWebhookDialog webhook={shownDialog.webhook} onClose={onClose} />
      )}
    </>
  );
}
