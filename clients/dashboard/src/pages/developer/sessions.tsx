import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountsListSessionsItem } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { ConfirmDialog } from '../../components/dialogs/dialog.tsx';
import { showToast } from '../../components/dialogs/toast.tsx';
import { QueryResult } from '../../components/states.tsx';
import { Badge, Card } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';

type ListedSession = AccountsListSessionsItem;
/** The sessions that the user wants to end: one session, or all except the current one. */
type SessionsToEnd = ListedSession | 'others';

function SessionRow({ session, onAsk }: { session: ListedSession; onAsk: () => void }) {
  return (
    <li className="entry">
      <div className="entry-main">
        <span className="row">
          <b>{session.wallet_app ?? session.user_agent ?? 'Unknown wallet'}</b>
          <span>from {session.source_ip ?? 'an unknown address'}</span>
          {session.current && <Badge tone="good">This session</Badge>}
        </span>
        <span className="soft small">
          Signed in <Time at={session.created_at} /> · last used <Time at={session.last_used_at} /> · expires{' '}
          <Time at={session.expires_at} />
        </span>
      </div>
      {!session.current && (
        <Button small look="danger" onClick={onAsk}>
          End
        </Button>
      )}
    </li>
  );
}

function EndSessionsDialog({
  sessionsToEnd,
  onClose,
}: {
  sessionsToEnd: SessionsToEnd;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const endSessionMutation = useMutation({
    mutationFn: async () => {
      if (sessionsToEnd === 'others') await api.accounts.revokeOtherSessions();
      else await api.accounts.revokeSession({ id: sessionsToEnd.id });
    },
    onSuccess: async () => {
      showToast(sessionsToEnd === 'others' ? 'All other sessions are ended' : 'The session is ended');
      onClose();
      await queries.invalidateQueries({ queryKey: ['sessions'] });
      await queries.invalidateQueries({ queryKey: ['events'] });
    },
  });
  return (
    <ConfirmDialog
      heading={sessionsToEnd === 'others' ? 'End all other sessions?' : 'End this session?'}
      action={sessionsToEnd === 'others' ? 'End all others' : 'End session'}
      busy={endSessionMutation.isPending}
      error={endSessionMutation.error}
      onClose={onClose}
      onConfirm={() => endSessionMutation.mutate()}
    >
      <p>
        {sessionsToEnd === 'others'
          ? 'Browsers and programs with these sessions are signed out at once. They can sign in again.'
          : 'The browser or program with this session is signed out at once. It can sign in again.'}
      </p>
    </ConfirmDialog>
  );
}

export function Sessions() {
  const [sessionsInDialog, setSessionsInDialog] = useState<SessionsToEnd>();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.accounts.listSessions({ per_page: 100 }, { signal }),
  });
  const otherSessions = sessions.data?.data.filter(({ current }) => !current) ?? [];
  return (
    <Card
      flush
      heading="Sessions"
      actions={
        <span className="row">
          <CopyCurlButton path="/user/sessions" needsSession />
          {otherSessions.length > 0 && (
            <Button small onClick={() => setSessionsInDialog('others')}>
              End all others
            </Button>
          )}
        </span>
      }
    >
      <QueryResult query={sessions} height={160}>
        {({ data }) => (
          <ul className="entries">
            {data.map((session) => (
              <SessionRow key={session.id} session={session} onAsk={() => setSessionsInDialog(session)} />
            ))}
          </ul>
        )}
      </QueryResult>
      {sessionsInDialog !== undefined && (
        <EndSessionsDialog sessionsToEnd={sessionsInDialog} onClose={() => setSessionsInDialog(undefined)} />
      )}
    </Card>
  );
}
