import { useState } from 'react';
import { Button } from '../../../components/controls.tsx';
import { ConfirmDialog, FormDialog } from '../../../components/dialogs/dialog.tsx';
import { showToast } from '../../../components/dialogs/toast.tsx';
import { NewSecretDialog } from '../secret.tsx';
import { ChallengeHint } from './challenge-hint.tsx';
import {
  deliveryOutcomeText,
  useDeleteWebhook,
  useRotateSecret,
  useTestWebhook,
  useUpdateWebhook,
  type Webhook,
} from './webhooks-api.ts';

/** For a limited time after the rotation, deliveries are signed with both the old and the new secret. */
export function RotateSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotateMutation = useRotateSecret();
  if (rotateMutation.data !== undefined) {
    return (
      <NewSecretDialog
        heading="The new secret of your endpoint"
        what="secret"
        secret={rotateMutation.data.data.secret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      heading="Rotate the secret"
      action="Rotate secret"
      change={rotateMutation}
      onSubmit={() => rotateMutation.mutate(webhook.id)}
      onClose={onClose}
    >
      <p>
        For 24 hours after the rotation, deliveries to <code>{webhook.url}</code> have two signatures: one
        with the new secret and one with the current secret. Change the secret on your server in that time. At
        most two secrets work at the same time. So if you also rotated the secret in the last 24 hours, the
        secret from before that rotation stops working at once.
      </p>
    </FormDialog>
  );
}

export function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const deleteMutation = useDeleteWebhook();
  return (
    <ConfirmDialog
      heading="Delete this endpoint?"
      action="Delete endpoint"
      busy={deleteMutation.isPending}
      error={deleteMutation.error}
      onClose={onClose}
      onConfirm={() =>
        deleteMutation.mutate(webhook.id, {
          onSuccess: () => {
            showToast('The endpoint is deleted');
            onClose();
          },
        })
      }
    >
      <p>
        If you delete this endpoint, it receives no more events at <code>{webhook.url}</code>. To stop
        deliveries for a while, disable the endpoint instead.
      </p>
    </ConfirmDialog>
  );
}

interface WebhookTest {
  readonly isPending: boolean;
  /** The result of the last test in words; undefined before the first test. */
  readonly statusText: string | undefined;
  readonly send: () => void;
}

/**
 * Returns the state of the endpoint's test, and a function that sends a test. The first successful test verifies the
 * endpoint.
 */
export function useEndpointTest(webhook: Webhook): WebhookTest {
  const testMutation = useTestWebhook();
  const [statusText, setStatusText] = useState<string>();
  const send = () =>
    testMutation.mutate(webhook.id, {
      onSuccess: ({ data: { verified, reached, delivered, response_status, failure } }) => {
        if (!verified) {
          setStatusText(
            reached
              ? 'Your server responded, but not with the challenge. Answer with a 2xx status and the body {"challenge": "…"}. In place of the dots, send the text in the field data.challenge of the test event.'
              : 'Your server could not be reached. Start the server, check the address of the endpoint, and send the test again.',
          );
          return;
        }
        const outcomeText = deliveryOutcomeText({ response_status, failure });
        const news = webhook.verified_at === null ? 'The endpoint is verified. ' : '';
        setStatusText(`${news}${delivered ? 'The test was delivered.' : 'The test failed.'} ${outcomeText}`);
      },
      onError: (error) => setStatusText(error.message),
    });
  return { isPending: testMutation.isPending, statusText, send };
}

export function TestButton({ webhook, test }: { webhook: Webhook; test: WebhookTest }) {
  return (
    <Button small busy={test.isPending} onClick={test.send}>
      Send a test<span className="hidden-visually"> to {webhook.url}</span>
    </Button>
  );
}

/** Shows the result of a test. Explains the challenge while the endpoint is unverified. */
export function WebhookTestResult({ webhook, test }: { webhook: Webhook; test: WebhookTest }) {
  return (
    <>
      <span className="soft small" aria-live="polite">
        {test.statusText}
      </span>
      {webhook.status === 'unverified' && <ChallengeHint />}
    </>
  );
}

export function EnableOrDisableButton({ webhook }: { webhook: Webhook }) {
  const updateMutation = useUpdateWebhook();
  const status = webhook.status === 'disabled' ? 'enabled' : 'disabled';
  const change = () =>
    updateMutation.mutate(
      { id: webhook.id, status },
      {
        onSuccess: () => showToast(`The endpoint is ${status}`),
        onError: (error) => showToast(error.message),
      },
    );
  return (
    <Button small busy={updateMutation.isPending} onClick={change}>
      {status === 'disabled' ? 'Disable' : 'Enable'}
      <span className="hidden-visually"> {webhook.url}</span>
    </Button>
  );
}
