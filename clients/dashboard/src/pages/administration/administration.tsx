import { sessionStore } from '../../api/session.ts';
import { type Section, Sections } from '../../components/sections.tsx';
import { NotFound } from '../not-found.tsx';
import { AllActivity } from './all-activity.tsx';
import { Connections } from './connections.tsx';
import { Overview } from './overview.tsx';
import { Users } from './users.tsx';

const SECTIONS: readonly Section[] = [
  ['overview', 'Overview', <Overview key="overview" />],
  ['users', 'Users', <Users key="users" />],
  ['wallets', 'Wallets', <Connections key="wallets" />],
  ['activity', 'Activity', <AllActivity key="activity" />],
];

export default function Administration({ section }: { section: string }) {
  if (sessionStore.use()?.user.role !== 'admin') return <NotFound />;
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
