import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WalletsAdminListItem, WalletsAdminUpdateInput } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { Button, SelectField, TextField } from '../../components/controls.tsx';
import { FormDialog } from '../../components/dialogs/dialog.tsx';
import { showToast } from '../../components/dialogs/toast.tsx';
import { buildPagedQuery, PagedList, type Pages } from '../../components/tables/paged-list.tsx';
import { Time } from '../../components/time.tsx';
import { shortenAddressOrId } from '../../design/format.ts';

type WalletConnection = WalletsAdminListItem;
type ConnectionStatus = WalletsAdminUpdateInput['status'];

const STATUS_OPTIONS = [
  ['removal_requested', 'Removal requested'],
  ['active', 'Active'],
  ['suspended', 'Suspended'],
  ['removed', 'Removed'],
] as const;

const DEFAULT_STATUS: ConnectionStatus = 'removal_requested';
const parseStatus = (text: string): ConnectionStatus =>
  STATUS_OPTIONS.find(([each]) => each === text)?.[0] ?? DEFAULT_STATUS;

/** The statuses that an administrator may set, by the current status. The API checks each change again. */
const DECISIONS_BY_STATUS: Readonly<
  Record<string, readonly (readonly [to: ConnectionStatus, text: string])[]>
> = {
  removal_requested: [
    ['removed', 'Remove'],
    ['active', 'Keep'],
    ['suspended', 'Suspend'],
  ],
  active: [
    ['suspended', 'Suspend'],
    ['removed', 'Remove'],
  ],
  suspended: [
    ['active', 'Reinstate'],
    ['removed', 'Remove'],
  ],
  removed: [],
};

const connectionsQuery = (status: ConnectionStatus) =>
  buildPagedQuery(['connections', status], (page, request) =>
    api.wallets.adminList({ ...page, status }, request),
  );

interface ConnectionDecision {
  readonly id: string;
  readonly status: ConnectionStatus;
  readonly note?: string;
}

/**
 * Returns a mutation that changes a connection's status. It removes the connection from the shown list at once, because
 * the API updates its lists only a moment later.
 */
function useConnectionStatusMutation(previousStatus: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (decision: ConnectionDecision) => api.wallets.adminUpdate(decision),
    onSuccess: (_, { id }) => {
      for (const dependentQueryKey of ['statistics', 'all-events'])
        void queries.invalidateQueries({ queryKey: [dependentQueryKey] });
      queries.removeQueries({ queryKey: ['connections'], type: 'inactive' });
      queries.setQueryData<Pages<WalletConnection>>(
        connectionsQuery(parseStatus(previousStatus)).queryKey,
        (cachedPages) =>
          cachedPages && {
            ...cachedPages,
            pages: cachedPages.pages.map((page) => ({
              ...page,
              data: page.data.filter((connection) => connection.id !== id),
            })),
          },
      );
    },
  });
}

interface DecisionFormProps {
  readonly connection: WalletConnection;
  readonly decision: readonly [to: ConnectionStatus, text: string];
  readonly onClose: () => void;
}

function DecisionForm({ connection, decision: [to, text], onClose }: DecisionFormProps) {
  const [note, setNote] = useState('');
  const decisionMutation = useConnectionStatusMutation(connection.status);
  const submit = () =>
    decisionMutation.mutate(
      { id: connection.id, status: to, ...(note !== '' && { note }) },
      {
        onSuccess: () => {
          showToast('The connection was changed');
          onClose();
        },
      },
    );
  return (
    <FormDialog
      heading={`${text} the connection of ${shortenAddressOrId(connection.walletAddress)}`}
      action={text}
      look={to === 'removed' || to === 'suspended' ? 'danger' : 'primary'}
      change={decisionMutation}
      onSubmit={submit}
      onClose={onClose}
    >
      {to === 'removed' && (
        <p>
          You cannot restore a removed connection. But the user can connect the wallet again, with a new
          connection.
        </p>
      )}
      <TextField
        label="Reason"
        hint="The reason is stored in the audit history."
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

function ConnectionRow({ connection }: { connection: WalletConnection }) {
  const [decision, setDecision] = useState<DecisionFormProps['decision']>();
  const { walletAddress, userId, status, removalRequest, createdAt } = connection;
  return (
    <li className="entry">
      <div className="entry-main">
        <code>{walletAddress}</code>
        <span className="soft small">
          User {userId} · connected <Time at={createdAt} />
          {removalRequest !== null && (
            <>
              {' '}
              · removal requested <Time at={removalRequest.requestedAt} />
              {removalRequest.reason !== null && `: ${removalRequest.reason}`}
            </>
          )}
        </span>
      </div>
      <span className="row">
        {(DECISIONS_BY_STATUS[status] ?? []).map((each) => (
          <Button
            key={each[0]}
            small
            look={each[0] === 'active' ? 'normal' : 'danger'}
            onClick={() => setDecision(each)}
          >
            {each[1]}
            <span className="hidden-visually"> {shortenAddressOrId(walletAddress)}</span>
          </Button>
        ))}
      </span>
      {decision !== undefined && (
        <DecisionForm connection={connection} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </li>
  );
}

export function Connections() {
  const [status, setStatus] = useState<ConnectionStatus>(DEFAULT_STATUS);
  return (
    <div className="stack stack-wide">
      <div className="narrow-field">
        <SelectField
          label="State"
          value={status}
          onChange={(event) => setStatus(parseStatus(event.target.value))}
        >
          {STATUS_OPTIONS.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </SelectField>
      </div>
      <PagedList
        heading="Wallet connections"
        curl={{ path: '/admin/walletprovider', query: { status } }}
        query={useInfiniteQuery(connectionsQuery(status))}
        none="No connections in this state"
        row={(connection) => <ConnectionRow key={connection.id} connection={connection} />}
      />
    </div>
  );
}
