import { type Section, Sections } from '../../components/sections.tsx';
import { AllActivity } from './all-activity.tsx';
import { Connections } from './connections.tsx';
import { Overview } from './overview.tsx';
import { Users } from './users.tsx';

/** The parts of the section, by the last segment of their address. */
const SECTIONS: readonly Section[] = [
  ['overview', 'Overview', <Overview key="overview" />],
  ['users', 'Users', <Users key="users" />],
  ['wallets', 'Wallets', <Connections key="wallets" />],
  ['activity', 'Activity', <AllActivity key="activity" />],
];

/** For administrators; what others ask for here, the API refuses. */
export default function Administration({ section }: { section: string }) {
  return (
    <Sections
      name="Administration"
      lead="The whole service: who uses it, what they hold, and what waits for a decision."
      base="/administration"
      sections={SECTIONS}
      section={section}
    />
  );
}
