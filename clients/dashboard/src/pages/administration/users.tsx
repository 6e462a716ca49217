import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { AccountsListUsersItem } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useApiChange } from '../../api/use-change.ts';
import { Button, TextField } from '../../components/controls.tsx';
import { FormDialog } from '../../components/dialogs/dialog.tsx';
import { showToast } from '../../components/dialogs/toast.tsx';
import { Badge } from '../../components/surfaces.tsx';
import { buildPagedQuery, PagedList } from '../../components/tables/paged-list.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatKeyAsTitle, shortenAddressOrId } from '../../design/format.ts';

type ListedUser = AccountsListUsersItem;

/** Minimum length of a search text, such as `0x` and four hexadecimal digits. */
const SEARCH_LENGTH_MIN = 6;

const usersQuery = (search: string) =>
  buildPagedQuery(['users', search], (page, request) =>
    api.accounts.listUsers({ ...page, ...(search !== '' && { search }) }, request),
  );

const useUserChange = () =>
  useApiChange(
    (change: { id: string; status: 'active' | 'suspended'; reason?: string }) =>
      api.accounts.adminUpdateUser(change),
    ['users', 'all-events'],
  );

const displayNameOf = ({ name, wallet_address, id }: ListedUser) =>
  name ?? (wallet_address === null ? id : shortenAddressOrId(wallet_address));

/** Suspends or reinstates a user. The administrator's reason is stored, and the user can read it. */
function UserStatusDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const userChangeMutation = useUserChange();
  const isSuspended = user.suspended_at !== null;
  const submit = () =>
    userChangeMutation.mutate(
      {
        id: user.id,
        status: isSuspended ? 'active' : 'suspended',
        ...(reason !== '' && { reason }),
      },
      {
        onSuccess: () => {
          showToast(isSuspended ? 'The user is reinstated' : 'The user is suspended');
          onClose();
        },
      },
    );
  return (
    <FormDialog
      heading={`${isSuspended ? 'Reinstate' : 'Suspend'} ${displayNameOf(user)}`}
      action={isSuspended ? 'Reinstate' : 'Suspend'}
      look={isSuspended ? 'primary' : 'danger'}
      change={userChangeMutation}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {isSuspended
          ? 'The user’s API keys will work again, and the user will be able to sign in.'
          : 'The user’s API keys and sessions will stop working at once. Investments will not change.'}
      </p>
      <TextField
        label="Reason"
        hint="Operators and the user can read the reason."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

function UserRow({ user }: { user: ListedUser }) {
  const [isChangeDialogOpen, setChangeDialogOpen] = useState(false);
  const isSuspended = user.suspended_at !== null;
  return (
    <li className="entry">
      <div className="entry-main">
        <span className="row">
          <b>{displayNameOf(user)}</b>
          <Badge>{formatKeyAsTitle(user.plan)}</Badge>
          {user.role === 'admin' && <Badge tone="accent">Administrator</Badge>}
          {isSuspended && <Badge tone="bad">Suspended</Badge>}
        </span>
        <span className="soft small">
          <code>{user.id}</code> · {formatCount(user.api_keys, 'key')} · since <Time at={user.created_at} />
        </span>
      </div>
      <Button small look={isSuspended ? 'normal' : 'danger'} onClick={() => setChangeDialogOpen(true)}>
        {isSuspended ? 'Reinstate' : 'Suspend'}
        <span className="hidden-visually"> {displayNameOf(user)}</span>
      </Button>
      {isChangeDialogOpen && <UserStatusDialog user={user} onClose={() => setChangeDialogOpen(false)} />}
    </li>
  );
}

/** All accounts, newest first. */
export function Users() {
  const [searchText, setSearchText] = useState('');
  const search = useDeferredValue(searchText.trim());
  return (
    <div className="stack stack-wide">
      <div className="narrow-field">
        <TextField
          label="Find a user"
          hint="Enter the start of a user id (usr_…) or of a wallet address (0x…)."
          type="search"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      </div>
      <PagedList
        heading="Users"
        curl={{ path: '/admin/users', query: search.length < SEARCH_LENGTH_MIN ? {} : { search } }}
        query={useInfiniteQuery(usersQuery(search.length < SEARCH_LENGTH_MIN ? '' : search))}
        none="No user found"
        row={(user) => <UserRow key={user.id} user={user} />}
      />
    </div>
  );
}
