import { session } from '../../api/session.ts';
import { type Section, Sections } from '../../components/sections.tsx';
import { NotFound } from '../not-found.tsx';
import { AllActivity } from './all-activity.tsx';
import { Connections } from './connections.tsx';
import { Overview } from './overview.tsx';
import { Users } from './users.tsx';

/** The tabs of the administration pages. The first element of each tab is the last segment of its URL path. */
const SECTIONS: readonly Section[] = [
  ['overview', 'Overview', <Overview key="overview" />],
  ['users', 'Users', <Users key="users" />],
  ['wallets', 'Wallets', <Connections key="wallets" />],
  ['activity', 'Activity', <AllActivity key="activity" />],
];

/** The pages for administrators. Other users see "page not found". */
export default function Administration({ section }: { section: string }) {
  if (session.use()?.user.role !== 'admin') return <NotFound />;
  return (
    <Sections
      name="Administration"
      lead="Users, investments and wallet connections of the whole service."
      base="/administration"
      sections={SECTIONS}
      section={section}
    />
  );
}
