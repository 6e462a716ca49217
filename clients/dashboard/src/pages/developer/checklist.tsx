import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CopyButton } from '../../components/code.tsx';
import { Card } from '../../components/surfaces.tsx';
import { Link } from '../../routing/link.tsx';
import { FIRST_REQUEST_COMMAND } from './first-request.ts';
import { keysQuery } from './keys/keys-api.ts';
import { webhooksQuery } from './webhooks/webhooks-api.ts';

interface Step {
  readonly text: string;
  readonly isDone: boolean;
  readonly to?: string;
}

const STORAGE_KEY = 'yield.first-steps-done';

/**
 * Returns whether all steps were done on an earlier visit in this browser. If so, the checklist is hidden at once, so
 * that the page does not shift later.
 */
function isChecklistDone(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    // When storage is disabled, the list is shown on every visit.
    return false;
  }
}

function rememberCompletedChecklist(): void {
  try {
    localStorage.setItem(STORAGE_KEY, 'true');
  } catch {
    // When storage is disabled, the browser does not remember that all steps are done.
  }
}

/** When all steps are completed, the list remains until the user leaves the page, so that the page does not shift. */
export function Checklist() {
  const [isChecklistHidden] = useState(isChecklistDone);
  // Load the API keys again on each visit, because a program may have used a key since the last visit.
  const keys = useQuery({ ...keysQuery, staleTime: 0 }).data?.data;
  const webhooks = useQuery(webhooksQuery).data?.data;
  const areKeysAndWebhooksLoaded = keys !== undefined && webhooks !== undefined;
  const steps: readonly Step[] = [
    { text: 'Sign in with a wallet', isDone: true },
    { text: 'Create an API key', isDone: (keys ?? []).length > 0, to: '/developer/keys' },
    {
      text: 'Call the API with your key',
      isDone: (keys ?? []).some(({ last_used_at }) => last_used_at !== null),
      to: '/developer/examples',
    },
    {
      text: 'Receive a webhook',
      isDone: (webhooks ?? []).some(
        ({ last_delivered_at, verified_at }) => last_delivered_at !== null || verified_at !== null,
      ),
      to: '/developer/webhooks',
    },
  ];
  const areAllStepsDone = areKeysAndWebhooksLoaded && steps.every(({ isDone }) => isDone);
  useEffect(() => {
    if (areAllStepsDone) rememberCompletedChecklist();
  }, [areAllStepsDone]);
  if (isChecklistHidden) return null;
  return (
    <Card
      heading={areAllStepsDone ? 'All first steps are done' : 'First steps'}
      actions={<CopyButton text={FIRST_REQUEST_COMMAND} label="Copy a first request" />}
    >
      <ol className="checklist">
        {steps.map(({ text, isDone, to }) => (
          <li key={text} className={areKeysAndWebhooksLoaded && isDone ? 'is-done' : ''}>
            <span className="hidden-visually">
              {areKeysAndWebhooksLoaded && isDone ? 'Done: ' : 'To do: '}
            </span>
            {to === undefined || isDone ? text : <Link to={to}>{text}</Link>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
