import type { ReactNode } from 'react';
import { PageHead } from '../../components/surfaces.tsx';
import { Link } from '../../routing/link.tsx';
import { AllActivity } from './all-activity.tsx';
import { Connections } from './connections.tsx';
import { Overview } from './overview.tsx';
import { Users } from './users.tsx';

/** The parts of the section, by the last segment of their address. */
const SECTIONS: readonly (readonly [path: string, text: string, element: ReactNode])[] = [
  ['overview', 'Overview', <Overview key="overview" />],
  ['users', 'Users', <Users key="users" />],
  ['wallets', 'Wallets', <Connections key="wallets" />],
  ['activity', 'Activity', <AllActivity key="activity" />],
];

/** For administrators; what others ask for here, the API refuses. */
export default function Administration({ section }: { section: string }) {
  const [current, heading, element] = SECTIONS.find(([path]) => path === section) ?? SECTIONS[0] ?? [];
  return (
    <>
      <PageHead
        heading={
          <>
            Administration <span className="hidden-visually">{heading}</span>
          </>
        }
        lead="The whole service: who uses it, what they hold, and what waits for a decision."
      />
      <nav className="subnav" aria-label="Administration">
        {SECTIONS.map(([path, text]) => (
          <Link
            key={path}
            to={`/administration/${path}`}
            aria-current={path === current ? 'page' : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      {element}
    </>
  );
}
